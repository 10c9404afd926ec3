// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <vector>

#include <ashlar/layout/transfers.hpp>
#include <ashlar/mpi/context.hpp>

#include "pull.hpp"

namespace ashlar::detail {

/// A pull that the ranks of a node make together, into the targets of all of them.
///
/// A rank that takes only its own out of its sources reads them in short runs where the blocks are
/// small, and waits for memory: the processors fetch ahead in sequence only. Here each rank makes
/// some lines of all targets instead, for which it reads and writes every memory from end to end;
/// and it works as much as the others also where most of the target lies on one of them.
///
/// The same on all ranks of the node, and so is what it decides.
class NodePull {
 public:
  /// @collective over the node the first time
  NodePull(const Transfers& transfers, mpi::Context& context, Conjugate conjugate,
           int element_bytes);

  /// Whether it is faster than if each rank made its own.
  bool pays() const { return pays_; }

  using SourceAt = std::function<PullSource(Coord along_target)>;
  using TargetAt = std::function<PullTarget(int node_rank, Coord coord)>;

  /// Makes this rank's lines. @pre the node's sources and targets may be used
  /// @param source_at  the memory of the source rank with these coordinates along the target's rows
  ///                   and columns; none if it is not on this node
  /// @param target_at  that of a rank of the node, column-major
  void run(const SourceAt& source_at, const TargetAt& target_at) const;

 private:
  /// Targets whose columns are the same.
  struct Group {
    std::vector<int> node_ranks;
    std::vector<Coord> coords;
    std::vector<int> row_sources, col_sources;  // coordinates along the target's rows and columns
    Mosaic rows, cols;
    std::size_t pairs = 0;   // of a source and a target, along the rows
    Index longest_rows = 0;  // elements along the rows of one target
  };

  void add_groups(const Transfers& transfers);
  void decide(Index least_bytes);

  Triangle triangle_;
  bool turned_;
  Conjugate conjugate_;
  int element_bytes_;
  Deal deal_;
  const std::vector<int>& ranks_;  // of the node
  std::vector<Group> groups_;
  bool pays_ = false;
};

}  // namespace ashlar::detail
