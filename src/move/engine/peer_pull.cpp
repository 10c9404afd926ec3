// SPDX-License-Identifier: BSD-3-Clause
#include "peer_pull.hpp"

#include <algorithm>

#include "near_ranks.hpp"

namespace ashlar::detail {

PeerPull::PeerPull(const Route& route, const Orders& orders, Index piece_bytes)
    : route_(route),
      meeting_(Meeting::of(route.context())),
      board_(SourceBoard::of(route.context())),
      peers_(mpi::PeerMemory::of(route.context())),
      scratch_(Scratch::of(route.context())),
      panel_bytes_(pieces_per_panel * piece_bytes),
      readings_(near_ranks(route.receives(), route.context())),
      readers_(near_ranks(route.sends(), route.context())),
      tables_(static_cast<std::size_t>(route.context().node_size())) {
  const int inner = route.source_dim(orders.source), along = route.target_dim(orders.target);
  turned_ = inner != along;
  triangle_ = along == 0 ? route.moved() : route.moved().transposed();
  for (const Cell& cell : route.receives().cells()) add_part(cell, inner);
  for (const Box& box : route.receives().boxes())
    if (box.rank != route.rank()) bytes_of_others_ += box.elements * route.element_bytes();
}

void PeerPull::add_part(const Cell& cell, int inner) {
  Part part;
  part.block = cell.block();
  const auto inner_shares = cell.shares(inner);
  part.inner_shares = static_cast<int>(inner_shares.size());
  part.inner = Mosaic(inner_shares);
  const std::size_t outer_count = cell.ndims() == 1 ? 1 : cell.shares(1 - inner).size();
  // Without an own part it depends on the rank, so that not all begin with the same source.
  part.first_outer = static_cast<std::size_t>(route_.rank()) % outer_count;
  for (std::size_t o = 0; o < outer_count; ++o) {
    if (cell.ndims() == 1) {
      part.outer.emplace_back().assign({{0, 0, 0, 1, 0}});
    } else {
      const AxisShare& share = cell.shares(1 - inner)[o];
      part.outer.emplace_back(std::span(&share, 1));
    }
    for (std::size_t i = 0; i < inner_shares.size(); ++i) {
      const int choice[] = {static_cast<int>(inner == 0 ? i : o),
                            static_cast<int>(inner == 0 ? o : i)};
      const Box* box = cell.box({choice, static_cast<std::size_t>(cell.ndims())});
      part.boxes.push_back(box);
      if (box != nullptr && box->rank == route_.rank()) part.first_outer = o;
    }
  }
  parts_.push_back(std::move(part));
}

void PeerPull::run(const MoveMemory& memory) {
  const auto& own = memory.source;
  board_.post({own.empty() ? MemoryBlock{} : own[0], own.data(), own.size()});
  Round round(meeting_);
  for (auto& table : tables_) table.clear();
  for (const Part& part : parts_) {
    const PanelPull pull{.inner = &part.inner,
                         .inner_shares = part.inner_shares,
                         .outer = &part.outer,
                         .turned = turned_,
                         .element_bytes = static_cast<int>(route_.element_bytes()),
                         .conjugate = route_.conjugate(),
                         .triangle = triangle_,
                         .panel_bytes = panel_bytes_};
    std::vector<std::vector<PanelSource>> sources(part.outer.size());
    const auto sources_of = [&](std::size_t o) -> const std::vector<PanelSource>& {
      const auto first = static_cast<std::size_t>(part.inner_shares) * o;
      if (sources[o].empty())
        for (std::size_t i = 0; i < static_cast<std::size_t>(part.inner_shares); ++i)
          sources[o].push_back(source_of(part.boxes[first + i], memory, round));
      return sources[o];
    };
    const MemoryBlock& block = memory.target[part.block];
    buffer_bytes_ =
        std::max(buffer_bytes_, pull.run(sources_of, part.first_outer, {block.data, block.ld},
                                         memory.combine, memory.streams, peers_, scratch_));
  }
  round.leave();
  round.wait_for_readers(readers_);
  round.end();
}

/// The memory of a box's sender, when it may be read.
PanelSource PeerPull::source_of(const Box* box, const MoveMemory& memory, const Round& round) {
  // A triangle may leave nothing between two ranks.
  if (box == nullptr) return {0, nullptr, 0};
  if (box->rank == route_.rank()) {
    const MemoryBlock& block = memory.source[box->source_block];
    return {std::nullopt, block.data, block.ld};
  }
  const int node_rank = *route_.context().node_rank_of(box->rank);
  round.wait_for_sources({&node_rank, 1});
  const MemoryBlock block = block_of(node_rank, box->source_block);
  return {node_rank, block.data, block.ld};
}

MemoryBlock PeerPull::block_of(int node_rank, int block) {
  const SourceNotice notice = board_.read(node_rank);
  if (block == 0) return notice.first;
  auto& table = tables_[static_cast<std::size_t>(node_rank)];
  if (table.empty()) {
    table.resize(static_cast<std::size_t>(notice.count));
    const mpi::PeerRead read{reinterpret_cast<std::byte*>(table.data()),
                             reinterpret_cast<const std::byte*>(notice.blocks),
                             notice.count * Index{sizeof(MemoryBlock)}};
    peers_.read(node_rank, {&read, 1});
  }
  return table[static_cast<std::size_t>(block)];
}

}  // namespace ashlar::detail
