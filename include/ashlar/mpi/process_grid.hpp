// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>

#include <ashlar/layout/layout.hpp>
#include <ashlar/mpi/communicator.hpp>

namespace ashlar {

/// Permission to leave ranks without a position when their number is awkward.
enum class IdleRanks { Forbidden, Allowed };

/// Options of ProcessGrid::make: how the shape is found.
struct GridOptions {
  GridShape shape{0, 0};                  ///< [same] NPROW, NPCOL; a 0 is chosen
  GridOrder grid_order = GridOrder::Row;  ///< [same]
  IdleRanks idle = IdleRanks::Forbidden;  ///< [same]
};

/// The ranks of a communicator in rows and columns (BLACS process grid): a communicator and a
/// RankMap.
///
/// A value: copies are cheap, the communicator is somebody else's and must outlive its use. All
/// arguments are [same]; every rank of the communicator makes the same grid, idle ranks included:
/// the first on a communicator is collective, others are local.
class ProcessGrid {
 public:
  /// No ranks at all, on the null communicator.
  ProcessGrid() = default;

  /// The grid that BLACS_GRIDINIT makes: explicit shape, ranks from 0 on. Ranks beyond rows * cols
  /// are idle.
  /// @throws ArgumentError if a dimension is below 1 or the communicator has fewer ranks
  ProcessGrid(mpi::CommunicatorView comm, GridShape shape, GridOrder order = GridOrder::Row);

  /// Any ranks at any positions (BLACS_GRIDMAP).
  /// @throws ArgumentError if the communicator has fewer ranks than the map names
  ProcessGrid(mpi::CommunicatorView comm, RankMap ranks);

  /// The most nearly square grid of all ranks, at least as many rows as columns (MPI_Dims_create
  /// with {0, 0}).
  static ProcessGrid balanced(mpi::CommunicatorView comm, GridOrder order = GridOrder::Row);

  /// A grid whose zero dimensions are chosen.
  ///
  /// With idle ranks forbidden, every rank has a position, as MPI_Dims_create would have it.
  /// Allowed: a free shape uses the largest number of ranks, at least three quarters of them, whose
  /// best grid is at most twice as high as wide (7 ranks -> 3x2, 1 idle); a half-fixed shape as
  /// many whole rows or columns as there are ranks for.
  /// @throws ArgumentError if a dimension is negative or the ranks cannot fill the shape
  /// @example ProcessGrid::make(comm, {.shape = {0, 3}}) on 6 ranks -> 2x3
  static ProcessGrid make(mpi::CommunicatorView comm, const GridOptions& options);

  /// @throws ArgumentError if it was freed
  mpi::CommunicatorView comm() const { return comm_.get(); }
  const RankMap& ranks() const { return ranks_; }
  GridShape shape() const { return ranks_.grid(); }
  GridOrder grid_order() const { return ranks_.grid_order(); }

  /// Position of this rank (BLACS_GRIDINFO: MYROW, MYCOL); nothing if it is idle.
  std::optional<Coord> coord() const { return ranks_.coord_of(comm().rank()); }
  int rank_of(Coord position) const { return ranks_.rank_of(position); }
  /// Ranks of the communicator without a position.
  Index idle_ranks() const { return comm().size() - shape().size(); }

  /// The ranks of this rank's grid row, numbered by column (BLACS scope 'Row'); null on an idle
  /// rank. Kept with the communicator, which outlives all grids on it.
  /// @collective over comm() when these ranks are first asked for it, local from then on
  mpi::CommunicatorView row_communicator() const;
  /// The ranks of this rank's grid column, numbered by row (BLACS scope 'Column'); otherwise as
  /// row_communicator().
  mpi::CommunicatorView col_communicator() const;

  /// Reason for the shape, one sentence: "3x2 of 7 ranks, 1 idle: 7 ranks would make 7x1".
  const std::string& reason() const { return reason_; }

  /// Deals a matrix to this grid.
  /// @throws ArgumentError naming the field, if shape, block or source are out of their range
  Layout layout(Shape shape, const Blocking& blocking = {}) const;

  /// Same communicator and same ranks at the same positions.
  friend bool operator==(const ProcessGrid& a, const ProcessGrid& b) {
    return a.comm() == b.comm() && a.ranks_ == b.ranks_;
  }

 private:
  ProcessGrid(mpi::CommunicatorView comm, RankMap ranks, std::string reason);

  mpi::BoundCommunicator comm_;
  RankMap ranks_;
  std::string reason_;
};

}  // namespace ashlar
