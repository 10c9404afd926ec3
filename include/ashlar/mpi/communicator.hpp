// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <mpi.h>
#include <atomic>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include <ashlar/mpi/detail/handle.hpp>

namespace ashlar::mpi {

/// Non-owning intracommunicator, the parameter type of functions.
class CommunicatorView {
 public:
  CommunicatorView() noexcept = default;
  /// Implicit conversion from the application's MPI_Comm.
  CommunicatorView(MPI_Comm native) noexcept : native_(native) {}

  /// Valid while MPI is initialised.
  static CommunicatorView world() noexcept { return {MPI_COMM_WORLD}; }
  static CommunicatorView self() noexcept { return {MPI_COMM_SELF}; }

  MPI_Comm native() const noexcept { return native_; }
  bool is_null() const noexcept { return native_ == MPI_COMM_NULL; }

  /// @throws ArgumentError on the null communicator
  int rank() const;
  int size() const;

  /// MPI_Barrier. @collective
  void barrier() const;

  /// True for equal handles (MPI_IDENT); duplicates differ.
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
  /// MPI_Comm_free under the watchdog of ASHLAR_TIMEOUT.
  static int free(Native* comm) noexcept;
};
}  // namespace detail

/// Owning communicator with MPI_ERRORS_RETURN; errors become MpiError.
///
/// Freeing is collective: destroy handles in equal order on all ranks, or call free().
class Communicator {
 public:
  /// Null communicator.
  Communicator() noexcept = default;

  /// Takes ownership of `comm` and sets MPI_ERRORS_RETURN.
  static Communicator adopt(MPI_Comm comm);
  /// MPI_Comm_dup. @collective
  static Communicator duplicate(CommunicatorView comm);
  /// MPI_Comm_split: the ranks of one `color`, ordered by `key`. Null for MPI_UNDEFINED.
  /// @collective over `comm`
  /// @param color  [local] group of this rank
  /// @param key    [local] order in the group; ties keep the order of `comm`
  static Communicator split(CommunicatorView comm, int color, int key = 0);
  /// MPI_Comm_split_type: ranks that share memory with this one, in the order of `comm`.
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
  /// Releases ownership without freeing.
  MPI_Comm release() noexcept { return handle_.release(); }

 private:
  explicit Communicator(MPI_Comm comm) noexcept : handle_(comm) {}

  detail::Handle<detail::CommunicatorTraits> handle_;
};

namespace detail {

/// Reference of an object to the user's communicator. Access after MPI_Comm_free throws.
class BoundCommunicator {
 public:
  BoundCommunicator() = default;
  BoundCommunicator(const BoundCommunicator& other);
  BoundCommunicator(BoundCommunicator&& other) noexcept;
  BoundCommunicator& operator=(const BoundCommunicator& other);
  BoundCommunicator& operator=(BoundCommunicator&& other) noexcept;
  ~BoundCommunicator();

  /// @throws ArgumentError on the null communicator and on intercommunicators
  /// @collective over `comm` the first time, as Context::of
  explicit BoundCommunicator(CommunicatorView comm);

  /// @throws ArgumentError if the communicator was freed, or MPI is finalised. [local]
  CommunicatorView get() const {
    if (is_released_ && is_released_->load(std::memory_order_relaxed)) refuse();
    return comm_;
  }

 private:
  [[noreturn]] static void refuse();

  CommunicatorView comm_;
  std::shared_ptr<const std::atomic<bool>> is_released_;
};

struct GroupTraits {
  using Native = MPI_Group;
  static constexpr const char* free_call = "MPI_Group_free";
  static Native null() noexcept { return MPI_GROUP_NULL; }
  static bool is_predefined(Native group) noexcept { return group == MPI_GROUP_EMPTY; }
  static int free(Native* group) noexcept { return MPI_Group_free(group); }
};
}  // namespace detail

/// Ordered set of processes (MPI_Group). All functions are local.
class Group {
 public:
  /// Empty group.
  Group() noexcept : handle_(MPI_GROUP_EMPTY) {}
  /// Processes of a communicator in rank order (MPI_Comm_group).
  explicit Group(CommunicatorView comm);

  MPI_Group native() const noexcept { return handle_.native(); }
  int size() const;
  /// Rank of this process; empty outside the group.
  std::optional<int> rank() const;

  /// MPI_Group_incl: these ranks, in this order.
  /// @throws ArgumentError if a rank is not in the group or repeated
  Group include(std::span<const int> ranks) const;
  /// MPI_Group_excl: the other ranks, in order.
  Group exclude(std::span<const int> ranks) const;

  /// MPI_Group_translate_ranks: ranks in `other`, empty if missing there.
  /// @throws ArgumentError if a rank is not in this group
  std::vector<std::optional<int>> translate(std::span<const int> ranks, const Group& other) const;

  /// True for equal processes in equal order (MPI_IDENT).
  friend bool operator==(const Group& a, const Group& b);

 private:
  explicit Group(MPI_Group group) noexcept : handle_(group) {}
  void check_ranks(const char* what, std::span<const int> ranks, bool once) const;

  detail::Handle<detail::GroupTraits> handle_;
};

/// MPI_Comm_create_group. @collective over the group
/// @param comm  communicator that includes the group
/// @param tag   [same] distinguishes concurrent calls
/// @return null outside the group, where the call is optional
Communicator communicator_of(const Group& group, CommunicatorView comm, int tag = 0);

}  // namespace ashlar::mpi
