// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <mpi.h>
#include <atomic>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include <ashlar/mpi/handle.hpp>

namespace ashlar::mpi {

/// Somebody else's communicator: a value that frees nothing. Functions take this one.
class CommunicatorView {
 public:
  CommunicatorView() noexcept = default;
  /// Implicit, so that an application hands over its MPI_Comm as it is.
  CommunicatorView(MPI_Comm native) noexcept : native_(native) {}

  /// Valid between initialisation and finalisation of MPI.
  static CommunicatorView world() noexcept { return {MPI_COMM_WORLD}; }
  static CommunicatorView self() noexcept { return {MPI_COMM_SELF}; }

  MPI_Comm native() const noexcept { return native_; }
  bool is_null() const noexcept { return native_ == MPI_COMM_NULL; }

  /// @throws ArgumentError on the null communicator, which has no ranks
  int rank() const;
  int size() const;

  /// MPI_Barrier. @collective
  void barrier() const;

  /// True if both are the same handle (MPI_IDENT); duplicates differ.
  friend bool operator==(CommunicatorView a, CommunicatorView b) noexcept {
    return a.native_ == b.native_;
  }

 private:
  MPI_Comm native_ = MPI_COMM_NULL;
};

namespace detail {
struct CommunicatorTraits {
  using Native = MPI_Comm;
  static constexpr const char* free_call = "MPI_Comm_free";
  static Native null() noexcept { return MPI_COMM_NULL; }
  static bool is_predefined(Native comm) noexcept {
    return comm == MPI_COMM_WORLD || comm == MPI_COMM_SELF;
  }
  /// MPI_Comm_free, which the watchdog of ASHLAR_TIMEOUT sees.
  static int free(Native* comm) noexcept;
};
}  // namespace detail

/// A communicator of our own. Errors of calls on it are returned (MPI_ERRORS_RETURN) and become
/// MpiError.
///
/// Freeing is collective: let every rank destroy its handles in the same order, or call free().
class Communicator {
 public:
  /// Null, as for a rank that a split left out.
  Communicator() noexcept = default;

  /// Takes over `comm` and sets MPI_ERRORS_RETURN on it.
  static Communicator adopt(MPI_Comm comm);
  /// The same ranks with messages of their own (MPI_Comm_dup). @collective
  static Communicator duplicate(CommunicatorView comm);
  /// MPI_Comm_split: the ranks of one `color`, ordered by `key`. MPI_UNDEFINED gives the null
  /// communicator.
  /// @collective over `comm`
  /// @param color  [local] the group this rank joins
  /// @param key    [local] its place there; equal keys keep their order
  static Communicator split(CommunicatorView comm, int color, int key = 0);
  /// The ranks that can share memory with this one (MPI_Comm_split_type), in their old order.
  /// @collective
  static Communicator split_shared(CommunicatorView comm);

  operator CommunicatorView() const noexcept { return view(); }
  CommunicatorView view() const noexcept { return {handle_.native()}; }
  MPI_Comm native() const noexcept { return handle_.native(); }
  bool is_null() const noexcept { return handle_.is_null(); }
  int rank() const { return view().rank(); }
  int size() const { return view().size(); }
  void barrier() const { view().barrier(); }

  /// MPI_Comm_free. @collective over the communicator
  /// @throws MpiError
  void free() { handle_.free(); }
  /// Gives the communicator up: the caller frees it.
  MPI_Comm release() noexcept { return handle_.release(); }

 private:
  explicit Communicator(MPI_Comm comm) noexcept : handle_(comm) {}

  Handle<detail::CommunicatorTraits> handle_;
};

/// The user's communicator as an object keeps it that may live longer: once it was freed, asking
/// for it is a typed error instead of a dangling handle.
class BoundCommunicator {
 public:
  /// The null communicator.
  BoundCommunicator() = default;
  BoundCommunicator(const BoundCommunicator& other);
  BoundCommunicator(BoundCommunicator&& other) noexcept;
  BoundCommunicator& operator=(const BoundCommunicator& other);
  BoundCommunicator& operator=(BoundCommunicator&& other) noexcept;
  ~BoundCommunicator();

  /// @throws ArgumentError on the null communicator and on intercommunicators
  /// @collective over `comm` the first time, as Context::of
  explicit BoundCommunicator(CommunicatorView comm);

  /// @throws ArgumentError if the communicator was freed, or MPI has ended. [local]
  CommunicatorView get() const {
    if (is_released_ && is_released_->load(std::memory_order_relaxed)) refuse();
    return comm_;
  }

 private:
  [[noreturn]] static void refuse();

  CommunicatorView comm_;
  std::shared_ptr<const std::atomic<bool>> is_released_;
};

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
/// @param tag   [same] distinguishes calls that run at the same time
/// @return null on a rank outside the group, which need not call
Communicator communicator_of(const Group& group, CommunicatorView comm, int tag = 0);

}  // namespace ashlar::mpi
