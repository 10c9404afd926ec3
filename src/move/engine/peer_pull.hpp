// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <deque>
#include <limits>
#include <span>
#include <vector>

#include "move/meet/meeting.hpp"
#include "move/meet/source_board.hpp"
#include "move/pack/move_memory.hpp"
#include "move/pull/panel_pull.hpp"

namespace ashlar::detail {

/// Pull from private memory of the node's other ranks, through panels that stay in cache. Own
/// elements are read in place, arrays of more than two dimensions plane by plane.
class PeerPull {
 public:
  /// @pre Meeting and PeerMemory of the route's context are available; all ranks are of one node
  PeerPull(const Route& route, const Orders& orders, Index panel_bytes);

  Index bytes_of_others() const { return bytes_of_others_; }
  /// Largest buffer so far. [local]
  Index buffer_bytes() const { return buffer_bytes_; }

  /// Executes the whole move, as the board holds addresses of one move only.
  /// @collective over the context's communicator
  void run(const MoveMemory& memory);

 private:
  /// Target block and its boxes.
  struct Part {
    int block = 0, inner_shares = 0, outer_shares = 0;
    Mosaic inner, outer;
    std::vector<const Box*> boxes;  // by share along, then across
  };
  /// Elements from one rank, of more than two dimensions.
  struct Planes {
    Planes(const Route& route, std::span<const Box> boxes, const Orders& orders)
        : first(&boxes.front()),
          walk(route, boxes, orders, first->rank, route.rank(), Mosaic::PackedEnd::None,
               std::numeric_limits<Index>::max()) {}
    const Box* first;
    BoxWalk walk;
  };

  void add_part(const Cell& cell, int inner);
  void pull_part(const Part& part, const MoveMemory& memory);
  void pull_planes(Planes& planes, const MoveMemory& memory);
  void pull(const PanelPull& what, const PullTarget& target, const MoveMemory& memory);
  PanelSource source_of(const Box* box, const MoveMemory& memory);
  MemoryBlock block_of(int node_rank, int block);

  const Route& route_;
  Meeting& meeting_;
  SourceBoard& board_;
  const mpi::PeerMemory& peers_;
  Scratch& scratch_;
  Index panel_bytes_;
  bool turned_;
  Triangle triangle_;
  std::vector<Part> parts_;
  std::deque<Planes> planes_;
  std::vector<PanelSource> sources_;              // of a part, per run
  std::vector<int> readings_, readers_;           // node ranks read by this rank, and its readers
  std::vector<std::vector<MemoryBlock>> tables_;  // of each node rank, per run
  Index bytes_of_others_ = 0, buffer_bytes_ = 0;
};

}  // namespace ashlar::detail
