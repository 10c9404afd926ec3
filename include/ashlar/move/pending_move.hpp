// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <memory>
#include <utility>

namespace ashlar {

namespace detail {
/// Moves that are started one after the other and carried on bit by bit.
class Operation {
 public:
  virtual ~Operation() = default;
  /// True if the move of this number is over, after doing what can be done without waiting.
  virtual bool progress(std::uint64_t number) = 0;
  /// Waits for the end of that move.
  virtual void finish(std::uint64_t number) = 0;
};
}  // namespace detail

/// A move that was started and is under way (MPI_Request). Until it is over, the source must not be
/// written, the target not touched, and neither may be destroyed; both may be moved from, as what
/// counts is their memory.
///
/// No thread works behind the caller's back: the move goes on in `test` and `wait`, of this and of
/// all other ranks, and as far as MPI goes on by itself. Several may be under way at once.
/// @example
///   PendingMove pending = plan.start(a, b);
///   while (!pending.test()) some_work();
class [[nodiscard]] PendingMove {
 public:
  /// No move: it is over.
  PendingMove() noexcept = default;
  PendingMove(std::shared_ptr<detail::Operation> operation, std::uint64_t number) noexcept
      : operation_(std::move(operation)), number_(number) {}
  PendingMove(PendingMove&& other) noexcept = default;
  /// Waits for the move that it stood for.
  PendingMove& operator=(PendingMove&& other) noexcept {
    wait_quietly();
    operation_ = std::move(other.operation_);
    number_ = other.number_;
    return *this;
  }
  /// Waits for the end, as `wait` does, but tells nobody of an error.
  ~PendingMove() { wait_quietly(); }

  /// Goes on with the move as far as that needs no waiting; returns whether it is over on this
  /// rank: its part of the target is complete, and nobody reads its part of the source any more.
  /// [local]
  /// @throws as Plan::run
  bool test() {
    return attempt([&] {
      if (operation_->progress(number_)) operation_.reset();
    });
  }

  /// Returns when the move is over on this rank.
  /// @throws as Plan::run
  /// @collective over the plan's communicator, in the same order as other collective calls, unless
  /// `test` has already said that it is over
  void wait() {
    attempt([&] {
      operation_->finish(number_);
      operation_.reset();
    });
  }

  /// True if `test` or `wait` found the move over; one that nobody tests is not. [local]
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
      // Whoever wants to know calls wait().
    }
  }

  std::shared_ptr<detail::Operation> operation_;
  std::uint64_t number_ = 0;
};

}  // namespace ashlar
