// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>

#include <ashlar/layout/layout.hpp>
#include <ashlar/mpi/communicator.hpp>

namespace ashlar {

/// Permission for ranks without a position.
enum class IdleRanks { Forbidden, Allowed };

/// Options of ProcessGrid::make.
struct GridOptions {
  GridShape shape{0, 0};                  ///< [same] NPROW, NPCOL; 0: chosen
  GridOrder grid_order = GridOrder::Row;  ///< [same]
  IdleRanks idle = IdleRanks::Forbidden;  ///< [same]
};

/// Process grid (BLACS): a communicator and a RankMap.
///
/// Cheap to copy. The communicator must outlive the use of the grid. All arguments are [same];
/// every rank creates the grid, also idle ranks. The first grid on a communicator is collective,
/// others are local.
class ProcessGrid {
 public:
  /// No ranks.
  ProcessGrid() = default;

  /// BLACS_GRIDINIT: explicit shape, ranks from 0 on, the rest idle.
  /// @throws ArgumentError if a dimension is below 1 or the communicator has fewer ranks
  ProcessGrid(mpi::CommunicatorView comm, GridShape shape, GridOrder order = GridOrder::Row);

  /// BLACS_GRIDMAP: any ranks at any positions.
  /// @throws ArgumentError if the communicator has fewer ranks than the map
  ProcessGrid(mpi::CommunicatorView comm, RankMap ranks);

  /// Most nearly square grid of all ranks, rows >= columns (MPI_Dims_create with {0, 0}).
  static ProcessGrid balanced(mpi::CommunicatorView comm, GridOrder order = GridOrder::Row);

  /// Chooses the dimensions that are 0 in the options.
  ///
  /// IdleRanks::Forbidden: all ranks have a position, as by MPI_Dims_create. Allowed, two
  /// dimensions free: the grid with the most ranks that has at most twice as many rows as columns.
  /// At least three quarters of the ranks have a position (7 ranks -> 3x2, 1 idle). Allowed, one
  /// dimension free: as many complete rows or columns as possible.
  /// @throws ArgumentError if a dimension is negative or the ranks cannot fill the shape
  /// @example ProcessGrid::make(comm, {.shape = {0, 3}}) on 6 ranks -> 2x3
  static ProcessGrid make(mpi::CommunicatorView comm, const GridOptions& options);

  /// @throws ArgumentError if the communicator was freed
  mpi::CommunicatorView comm() const { return comm_.get(); }
  const RankMap& ranks() const { return ranks_; }
  GridShape shape() const { return ranks_.grid(); }
  GridOrder grid_order() const { return ranks_.grid_order(); }

  /// Position of this rank (BLACS_GRIDINFO: MYROW, MYCOL); empty if it is idle.
  std::optional<Coord> coord() const { return ranks_.coord_of(comm().rank()); }
  int rank_of(Coord position) const { return ranks_.rank_of(position); }
  /// Number of ranks without a position.
  Index idle_ranks() const { return comm().size() - shape().size(); }

  /// Communicator of this rank's grid row, ranked by column (BLACS scope 'Row'); null on an idle
  /// rank. Cached in an attribute of comm().
  /// @collective over comm() on the first call for a communicator and a RankMap, then local
  mpi::CommunicatorView row_communicator() const;
  /// Communicator of this rank's grid column, ranked by row (BLACS scope 'Column'), as
  /// row_communicator().
  mpi::CommunicatorView col_communicator() const;

  /// Reason for the shape: "3x2 of 7 ranks, 1 idle: 7 ranks would make 7x1".
  const std::string& reason() const { return reason_; }

  /// Layout of a matrix on this grid.
  /// @throws ArgumentError naming the field, if shape, block or source are out of range
  Layout layout(Shape shape, const Blocking& blocking = {}) const;

  /// Equality of communicator and rank map.
  friend bool operator==(const ProcessGrid& a, const ProcessGrid& b) {
    return a.comm() == b.comm() && a.ranks_ == b.ranks_;
  }

 private:
  ProcessGrid(mpi::CommunicatorView comm, RankMap ranks, std::string reason);

  mpi::detail::BoundCommunicator comm_;
  RankMap ranks_;
  std::string reason_;
};

}  // namespace ashlar
