// SPDX-License-Identifier: BSD-3-Clause
#include "peer_pull.hpp"

#include <algorithm>

#include <ashlar/mpi/agree.hpp>

namespace ashlar::detail {

PeerPull::PeerPull(const Route& route, const Orders& orders, Index panel_bytes)
    : route_(route),
      meeting_(Meeting::of(route.context())),
      board_(SourceBoard::of(route.context())),
      peers_(mpi::PeerMemory::of(route.context())),
      scratch_(Scratch::of(route.context())),
      panel_bytes_(panel_bytes),
      readings_(near_ranks(route.receives(), route.context())),
      readers_(near_ranks(route.sends(), route.context())),
      tables_(static_cast<std::size_t>(route.context().node_size())) {
  const int inner = route.source_dim(orders.source), along = route.target_dim(orders.target);
  turned_ = inner != along;
  triangle_ = along == 0 ? route.moved() : route.moved().transposed();
  if (route.ndims() <= 2) {
    for (const Cell& cell : route.receives().cells()) add_part(cell, inner);
  } else {
    for (const int rank : route.receives().ranks())
      planes_.emplace_back(route, route.receives().boxes_of(rank), orders);
  }
  for (const Box& box : route.receives().boxes())
    if (box.rank != route.rank()) bytes_of_others_ += box.elements * route.element_bytes();
}

void PeerPull::add_part(const Cell& cell, int inner) {
  Part part;
  part.block = cell.block();
  const auto inner_shares = cell.shares(inner);
  const auto outer_shares = cell.ndims() == 1 ? std::span(&one_index(), 1) : cell.shares(1 - inner);
  part.inner_shares = static_cast<int>(inner_shares.size());
  part.outer_shares = static_cast<int>(outer_shares.size());
  part.inner = Mosaic(inner_shares);
  part.outer = Mosaic(outer_shares);
  const auto along = turned_ ? outer_shares.size() : inner_shares.size();
  const auto across = turned_ ? inner_shares.size() : outer_shares.size();
  const auto dim_along = static_cast<std::size_t>(turned_ ? 1 - inner : inner);
  for (std::size_t a = 0; a < along; ++a) {
    for (std::size_t c = 0; c < across; ++c) {
      int choice[2];
      choice[dim_along] = static_cast<int>(a);
      choice[1 - dim_along] = static_cast<int>(c);
      part.boxes.push_back(cell.box({choice, static_cast<std::size_t>(cell.ndims())}));
    }
  }
  parts_.push_back(std::move(part));
}

void PeerPull::run(const MoveMemory& memory) {
  const auto& own = memory.source;
  board_.post({own.empty() ? MemoryBlock{} : own[0], own.data(), own.size()});
  Meeting::Round round(meeting_);
  try {
    for (auto& table : tables_) table.clear();
    round.wait_for_sources(readings_);
    for (const Part& part : parts_) pull_part(part, memory);
    for (Planes& planes : planes_) pull_planes(planes, memory);
    round.leave();
    round.wait_for_readers(readers_);
  } catch (...) {
    round.fail(mpi::detail::caught_error().kind);
    throw;
  }
  round.end();
}

void PeerPull::pull_part(const Part& part, const MoveMemory& memory) {
  sources_.clear();
  for (const Box* box : part.boxes) sources_.push_back(source_of(box, memory));
  const MemoryBlock& block = memory.target[part.block];
  pull({.inner = &part.inner,
        .outer = &part.outer,
        .inner_shares = part.inner_shares,
        .outer_shares = part.outer_shares,
        .turned = turned_,
        .triangle = triangle_},
       {block.data, block.ld}, memory);
}

void PeerPull::pull_planes(Planes& planes, const MoveMemory& memory) {
  const PanelSource all = source_of(planes.first, memory);
  for (planes.walk.rewind(); !planes.walk.is_over();)
    planes.walk.take(planes.walk.columns_left(), [&](const BoxSlice& slice) {
      sources_.assign(
          1, {all.peer, all.data + slice.source_offset * route_.element_bytes(), slice.source_ld});
      pull({.inner = slice.inner, .outer = slice.outer, .turned = slice.is_turned},
           memory.target_of(slice), memory);
    });
}

void PeerPull::pull(const PanelPull& what, const PullTarget& target, const MoveMemory& memory) {
  PanelPull pull = what;
  pull.element_bytes = static_cast<int>(route_.element_bytes());
  pull.conjugate = route_.conjugate();
  pull.panel_bytes = panel_bytes_;
  buffer_bytes_ = std::max(
      buffer_bytes_, pull.run(sources_, target, memory.combine, memory.streams, peers_, scratch_));
}

PanelSource PeerPull::source_of(const Box* box, const MoveMemory& memory) {
  // A triangle may leave no elements between two ranks.
  if (box == nullptr) return {};
  if (box->rank == route_.rank()) {
    const MemoryBlock& block = memory.source[box->source_block];
    return {std::nullopt, block.data, block.ld};
  }
  const int node_rank = *route_.context().node_rank_of(box->rank);
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
