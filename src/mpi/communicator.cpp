// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/mpi/communicator.hpp>

#include <algorithm>

#include <ashlar/base/checked_int.hpp>
#include <ashlar/base/error.hpp>
#include <ashlar/mpi/context.hpp>

#include "wait_in.hpp"

namespace ashlar::mpi {
namespace {

int count_of(std::span<const int> ranks) {
  return checked_int(static_cast<Index>(ranks.size()), "number of ranks");
}

std::optional<int> defined(int rank) {
  return rank == MPI_UNDEFINED ? std::nullopt : std::optional<int>(rank);
}

}  // namespace

int detail::CommunicatorTraits::free(Native* comm) noexcept {
  return wait_for("MPI_Comm_free", *comm, {}, [&] { return MPI_Comm_free(comm); });
}

int CommunicatorView::rank() const {
  expect(!is_null(),
         "communicator: the null communicator has no ranks; pass one that this rank belongs to");
  detail::expect_running();
  int rank = 0;
  check(MPI_Comm_rank(native_, &rank), "MPI_Comm_rank");
  return rank;
}

int CommunicatorView::size() const {
  expect(!is_null(),
         "communicator: the null communicator has no size; pass one that this rank belongs to");
  detail::expect_running();
  int size = 0;
  check(MPI_Comm_size(native_, &size), "MPI_Comm_size");
  return size;
}

void CommunicatorView::barrier() const {
  wait_in("MPI_Barrier", *this, [&] { return MPI_Barrier(native_); });
}

Communicator Communicator::adopt(MPI_Comm comm) {
  Communicator result(comm);
  if (!result.is_null())
    check(MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN), "MPI_Comm_set_errhandler");
  return result;
}

Communicator Communicator::duplicate(CommunicatorView comm) {
  expect(!comm.is_null(), "communicator: the null communicator cannot be duplicated");
  detail::expect_running();
  MPI_Comm copy = MPI_COMM_NULL;
  wait_in("MPI_Comm_dup", comm, [&] { return MPI_Comm_dup(comm.native(), &copy); });
  return adopt(copy);
}

Communicator Communicator::split(CommunicatorView comm, int color, int key) {
  expect(!comm.is_null(), "communicator: the null communicator cannot be split");
  detail::expect_running();
  MPI_Comm part = MPI_COMM_NULL;
  wait_in("MPI_Comm_split", comm, [&] { return MPI_Comm_split(comm.native(), color, key, &part); });
  return adopt(part);
}

Communicator Communicator::split_shared(CommunicatorView comm) {
  expect(!comm.is_null(), "communicator: the null communicator cannot be split");
  detail::expect_running();
  MPI_Comm node = MPI_COMM_NULL;
  wait_in("MPI_Comm_split_type", comm, [&] {
    return MPI_Comm_split_type(comm.native(), MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node);
  });
  return adopt(node);
}

detail::BoundCommunicator::BoundCommunicator(CommunicatorView comm)
    : comm_(comm), is_released_(Context::of(comm).release_flag()) {}

detail::BoundCommunicator::BoundCommunicator(const detail::BoundCommunicator& other) = default;
detail::BoundCommunicator::BoundCommunicator(detail::BoundCommunicator&& other) noexcept = default;
detail::BoundCommunicator& detail::BoundCommunicator::operator=(
    const detail::BoundCommunicator& other) = default;
detail::BoundCommunicator& detail::BoundCommunicator::operator=(
    detail::BoundCommunicator&& other) noexcept = default;
detail::BoundCommunicator::~BoundCommunicator() = default;

void detail::BoundCommunicator::refuse() {
  throw ArgumentError(
      "the communicator of this matrix, array, grid or plan was freed; free a communicator after "
      "the last use of its objects");
}

Group::Group(CommunicatorView comm) {
  expect(!comm.is_null(), "group: the null communicator has no members");
  MPI_Group group = MPI_GROUP_NULL;
  check(MPI_Comm_group(comm.native(), &group), "MPI_Comm_group");
  handle_ = detail::Handle<detail::GroupTraits>(group);
}

int Group::size() const {
  int size = 0;
  check(MPI_Group_size(native(), &size), "MPI_Group_size");
  return size;
}

std::optional<int> Group::rank() const {
  int rank = MPI_UNDEFINED;
  check(MPI_Group_rank(native(), &rank), "MPI_Group_rank");
  return defined(rank);
}

void Group::check_ranks(const char* what, std::span<const int> ranks, bool once) const {
  const int members = size();
  for (int rank : ranks)
    expect(rank >= 0 && rank < members, what, ": rank ", rank, " is none of the ", members,
           " of the group");
  if (!once) return;
  std::vector<int> sorted(ranks.begin(), ranks.end());
  std::sort(sorted.begin(), sorted.end());
  const auto twice = std::adjacent_find(sorted.begin(), sorted.end());
  if (twice != sorted.end()) throw ArgumentError(concat(what, ": rank ", *twice, " stands twice"));
}

Group Group::include(std::span<const int> ranks) const {
  check_ranks("group include", ranks, true);
  MPI_Group group = MPI_GROUP_NULL;
  check(MPI_Group_incl(native(), count_of(ranks), ranks.data(), &group), "MPI_Group_incl");
  return Group(group);
}

Group Group::exclude(std::span<const int> ranks) const {
  check_ranks("group exclude", ranks, true);
  MPI_Group group = MPI_GROUP_NULL;
  check(MPI_Group_excl(native(), count_of(ranks), ranks.data(), &group), "MPI_Group_excl");
  return Group(group);
}

std::vector<std::optional<int>> Group::translate(std::span<const int> ranks,
                                                 const Group& other) const {
  check_ranks("group translate", ranks, false);
  std::vector<int> found(ranks.size(), MPI_UNDEFINED);
  check(MPI_Group_translate_ranks(native(), count_of(ranks), ranks.data(), other.native(),
                                  found.data()),
        "MPI_Group_translate_ranks");
  std::vector<std::optional<int>> result;
  for (int rank : found) result.push_back(defined(rank));
  return result;
}

bool operator==(const Group& a, const Group& b) {
  int result = MPI_UNEQUAL;
  check(MPI_Group_compare(a.native(), b.native(), &result), "MPI_Group_compare");
  return result == MPI_IDENT;
}

Communicator communicator_of(const Group& group, CommunicatorView comm, int tag) {
  expect(!comm.is_null(),
         "communicator: a group needs a communicator that its members share, not the null one");
  if (!group.rank()) return {};
  MPI_Comm native = MPI_COMM_NULL;
  const int code = wait_for("MPI_Comm_create_group", comm, {}, [&] {
    return MPI_Comm_create_group(comm.native(), group.native(), tag, &native);
  });
  check(code, "MPI_Comm_create_group");
  return Communicator::adopt(native);
}

}  // namespace ashlar::mpi
