// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <mpi.h>

#include <optional>
#include <span>
#include <vector>

#include <ashlar/mpi/communicator.hpp>
#include <ashlar/mpi/handle.hpp>

namespace ashlar::mpi {

namespace detail {
struct GroupTraits {
  using Native = MPI_Group;
  static constexpr const char* free_call = "MPI_Group_free";
  static Native null() noexcept { return MPI_GROUP_NULL; }
  static bool is_predefined(Native group) noexcept { return group == MPI_GROUP_EMPTY; }
  static int free(Native* group) noexcept { return MPI_Group_free(group); }
};
}  // namespace detail

/// An ordered set of processes. Everything about it is local.
class Group {
 public:
  /// The group without members.
  Group() noexcept : handle_(MPI_GROUP_EMPTY) {}
  /// The members of a communicator, in their order (MPI_Comm_group).
  explicit Group(CommunicatorView comm);

  MPI_Group native() const noexcept { return handle_.native(); }
  int size() const;
  /// This process's rank; nothing if it is not a member.
  std::optional<int> rank() const;

  /// The members with these ranks, in this order (MPI_Group_incl).
  /// @throws ArgumentError if a rank is none of the group's or stands twice
  Group include(std::span<const int> ranks) const;
  /// The others, in their order (MPI_Group_excl).
  Group exclude(std::span<const int> ranks) const;

  /// The ranks that the members with `ranks` have in `other`; nothing for those that are not in it
  /// (MPI_Group_translate_ranks).
  /// @throws ArgumentError if a rank is none of this group's
  std::vector<std::optional<int>> translate(std::span<const int> ranks, const Group& other) const;

  /// True if both have the same members in the same order (MPI_IDENT).
  friend bool operator==(const Group& a, const Group& b);

 private:
  explicit Group(MPI_Group group) noexcept : handle_(group) {}
  void check_ranks(const char* what, std::span<const int> ranks, bool once) const;

  Handle<detail::GroupTraits> handle_;
};

/// A communicator of the group's members (MPI_Comm_create_group). @collective over the group alone
/// @param comm  one that all members belong to
/// @param tag   [same] tells calls apart that run at the same time
/// @return null on a rank outside the group, which need not call
Communicator communicator_of(const Group& group, CommunicatorView comm, int tag = 0);

}  // namespace ashlar::mpi
