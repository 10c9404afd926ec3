// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/mpi/request.hpp>

#include <utility>

#include <ashlar/base/checked_int.hpp>

#include "wait_in.hpp"

namespace ashlar::mpi {

// The communicator of a request is not known: the watchdog names the rank by that of the world.
int detail::RequestTraits::free(Native* request) noexcept {
  return wait_for("MPI_Wait", CommunicatorView::world(), {},
                  [&] { return MPI_Wait(request, MPI_STATUS_IGNORE); });
}

bool Request::test() {
  MPI_Request request = handle_.release();
  int done = 0;
  const int code = MPI_Test(&request, &done, MPI_STATUS_IGNORE);
  handle_ = Handle<detail::RequestTraits>(request);
  check(code, "MPI_Test");
  return done != 0;
}

RequestSet::RequestSet(RequestSet&& other) noexcept
    : requests_(std::exchange(other.requests_, {})) {}

RequestSet& RequestSet::operator=(RequestSet&& other) noexcept {
  if (this != &other) {
    wait_silently();
    requests_ = std::exchange(other.requests_, {});
  }
  return *this;
}

RequestSet::~RequestSet() { wait_silently(); }

int RequestSet::finish() noexcept {
  int first_error = MPI_SUCCESS;
  for (MPI_Request& request : requests_) {
    const int code = detail::RequestTraits::free(&request);
    if (first_error == MPI_SUCCESS) first_error = code;
  }
  requests_.clear();
  return first_error;
}

void RequestSet::wait_silently() noexcept {
  if (!requests_.empty() && is_active()) finish();
}

MPI_Request* RequestSet::slot() {
  requests_.push_back(MPI_REQUEST_NULL);
  return &requests_.back();
}

void RequestSet::wait_all() { check(finish(), "MPI_Wait"); }

bool RequestSet::test_all() {
  for (const MPI_Request& request : requests_) {
    int done = 0;
    check(MPI_Request_get_status(request, &done, MPI_STATUS_IGNORE), "MPI_Request_get_status");
    if (done == 0) return false;
  }
  wait_all();
  return true;
}

std::optional<std::size_t> RequestSet::wait_any() {
  int place = MPI_UNDEFINED;
  const int count = checked_int(static_cast<Index>(requests_.size()), "number of requests");
  const int code = wait_for("MPI_Waitany", CommunicatorView::world(), {}, [&] {
    return MPI_Waitany(count, requests_.data(), &place, MPI_STATUS_IGNORE);
  });
  check(code, "MPI_Waitany");
  if (place == MPI_UNDEFINED) return std::nullopt;
  return static_cast<std::size_t>(place);
}

}  // namespace ashlar::mpi
