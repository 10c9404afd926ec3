// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>

#include <ashlar/layout/transfers.hpp>
#include <ashlar/matrix/convert_element.hpp>
#include <ashlar/matrix/dist_matrix.hpp>
#include <ashlar/move/landing.hpp>
#include <ashlar/move/pending_move.hpp>
#include <ashlar/move/plan_options.hpp>
#include <ashlar/move/scaling.hpp>

namespace ashlar {

/// A move made ready: what goes from whom to whom, bound to a communicator and to buffers, but not
/// to matrices. Built once, run as often as wanted between any two matrices of the two layouts.
template <Element T>
class Plan {
 public:
  /// @param comm       [same] the matrices' communicator; it must have all ranks of both layouts
  /// @param transfers  [same]
  /// @throws ArgumentError if the communicator has too few ranks, or max_extra_bytes is too few
  /// @collective over `comm`
  /// @cost  in proportion to this rank's partners and pattern, besides the buffers
  Plan(mpi::CommunicatorView comm, const Transfers& transfers, const PlanOptions& options = {});
  Plan(Plan&&) noexcept;
  Plan& operator=(Plan&&) noexcept;
  ~Plan();

  const Transfers& transfers() const;
  const PlanOptions& options() const;
  /// Bytes of message buffers that this rank holds for the plan, as far as it has run. [local]
  Index buffer_bytes() const;
  /// The most bytes of buffers that a run of this plan takes on this rank, wherever the source
  /// lies: at most max_extra_bytes, if that was given. Tables of addresses, some 100 KiB at most,
  /// and what MPI takes come on top. [local]
  Index peak_extra_bytes() const;
  /// What went by messages and what through memory. [local]
  PlanStatistics statistics() const;

  /// Moves the elements. A rank may enter when its parts of both matrices may be used; when it
  /// returns, its part of the target is complete and its part of the source is its own again.
  /// @throws ArgumentError if a layout is not the one the plan was made for, if a matrix lives on a
  /// communicator of other ranks or in another order, if source and target
  /// are overlapping sections of one matrix (memory of the caller is not looked at: see copy_into),
  /// if shared memory was asked for and the source does not lie in it, or peer memory or a stage
  /// and the node cannot
  /// @throws ForeignError if the memory of a source cannot be read
  /// @collective over the communicator
  void run(const DistMatrix<T>& source, DistMatrix<T>& target) {
    run(source, detail::landing(MatrixView<T>(target), Scaling<T>{}));
  }

  /// target := alpha * op(source) + beta * target in the same pass; the target's elements may be of
  /// another type than the plan's, to which the source's are converted as they arrive.
  /// @throws ArgumentError as the other form
  /// @collective over the communicator
  template <Element To>
  requires ElementMovableTo<T, To>
  void run(const DistMatrix<T>& source, DistMatrix<To>& target, const Scaling<To>& scaling = {}) {
    run(source, detail::landing(MatrixView<To>(target), scaling));
  }

  /// The same with the target's element type as a value: what both forms come to.
  void run(const DistMatrix<T>& source, const detail::Landing& target);

  /// Starts such a move, to overlap it with work: receives are posted and the first pieces sent. A
  /// move of this plan that is still under way is waited for first. With Transport::PeerMemory, or
  /// where that is chosen, the move is over when start returns; a staged move ends earlier ones.
  /// @throws as run
  /// @collective over the communicator
  /// @example
  ///   PendingMove pending = plan.start(a, b);
  ///   while (!pending.test()) some_work();
  PendingMove start(const DistMatrix<T>& source, DistMatrix<T>& target) {
    return start(source, detail::landing(MatrixView<T>(target), Scaling<T>{}));
  }
  template <Element To>
  requires ElementMovableTo<T, To> PendingMove start(const DistMatrix<T>& source,
                                                     DistMatrix<To>& target,
                                                     const Scaling<To>& scaling = {}) {
    return start(source, detail::landing(MatrixView<To>(target), scaling));
  }
  PendingMove start(const DistMatrix<T>& source, const detail::Landing& target);

 private:
  class Engine;
  std::shared_ptr<Engine> engine_;  // a pending move keeps it
};

}  // namespace ashlar
