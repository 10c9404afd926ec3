// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <memory>
#include <utility>

namespace ashlar {

namespace detail {
/// Sequence of started moves with incremental progress.
class Operation {
 public:
  virtual ~Operation() = default;
  /// Progresses without blocking; true if the move of this number is complete.
  virtual bool progress(std::uint64_t number) = 0;
  /// Blocks until that move is complete.
  virtual void finish(std::uint64_t number) = 0;
};
}  // namespace detail

/// Started move (MPI_Request). Until it is complete, the source must not be written, the target not
/// accessed, and neither destroyed; std::move of the objects is allowed, since their memory stays.
///
/// Moves progress in `test` and `wait` on all ranks and by MPI's own progress, without a progress
/// thread. Several moves may be pending.
/// @example
///   PendingMove pending = plan.start(a, b);
///   while (!pending.test()) some_work();
class [[nodiscard]] PendingMove {
 public:
  /// Null request, complete.
  PendingMove() noexcept = default;
  PendingMove(std::shared_ptr<detail::Operation> operation, std::uint64_t number) noexcept
      : operation_(std::move(operation)), number_(number) {}
  PendingMove(PendingMove&& other) noexcept = default;
  /// Waits for the previous move.
  PendingMove& operator=(PendingMove&& other) noexcept {
    wait_quietly();
    operation_ = std::move(other.operation_);
    number_ = other.number_;
    return *this;
  }
  /// Waits like `wait` and ignores errors.
  ~PendingMove() { wait_quietly(); }

  /// Progresses without blocking; true if the move is complete on this rank: its part of the target
  /// is written, and its part of the source no longer read. [local]
  /// @throws as Plan::run
  bool test() {
    return attempt([&] {
      if (operation_->progress(number_)) operation_.reset();
    });
  }

  /// Blocks until the move is complete on this rank.
  /// @throws as Plan::run
  /// @collective over the plan's communicator, in the order of collective calls, unless `test`
  /// returned true
  void wait() {
    attempt([&] {
      operation_->finish(number_);
      operation_.reset();
    });
  }

  /// True if `test` or `wait` completed the move; false without such a call. [local]
  bool is_over() const noexcept { return operation_ == nullptr; }

 private:
  template <class Action>
  bool attempt(Action&& action) {
    if (is_over()) return true;
    try {
      action();
    } catch (...) {
      operation_.reset();
      throw;
    }
    return is_over();
  }

  void wait_quietly() noexcept {
    try {
      wait();
    } catch (...) {
      // wait() reports errors; destructors must not throw.
    }
  }

  std::shared_ptr<detail::Operation> operation_;
  std::uint64_t number_ = 0;
};

}  // namespace ashlar
