// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/mpi/request.hpp>

#include "wait_in.hpp"

namespace ashlar::mpi {

// The communicator of a request is unknown: the watchdog uses world ranks.
int detail::RequestTraits::free(Native* request) noexcept {
  return wait_for("MPI_Wait", CommunicatorView::world(), {},
                  [&] { return MPI_Wait(request, MPI_STATUS_IGNORE); });
}

bool Request::test() {
  MPI_Request request = handle_.release();
  int done = 0;
  const int code = MPI_Test(&request, &done, MPI_STATUS_IGNORE);
  handle_ = detail::Handle<detail::RequestTraits>(request);
  check(code, "MPI_Test");
  return done != 0;
}

}  // namespace ashlar::mpi
