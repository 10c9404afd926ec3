// SPDX-License-Identifier: BSD-3-Clause
#include "patch_plan.hpp"

#include <algorithm>
#include <utility>

#include <ashlar/mpi/check.hpp>

#include "move/engine/patch_memory.hpp"

namespace ashlar::detail {
namespace {

struct Nodes {
  std::vector<int> of;
};

template <class T>
LocalView<const T> view_of(const std::byte* data, Index ld) {
  return {reinterpret_cast<const T*>(data), 0, 0, 1, ld};
}

}  // namespace

const std::vector<int>& nodes_of(mpi::Context& context) {
  return context
      .slot<Nodes>("move.nodes",
                   [&] {
                     Nodes nodes;
                     if (context.is_single_node()) return nodes;
                     nodes.of.resize(static_cast<std::size_t>(context.size()));
                     const int mine = context.node_ranks().front();
                     mpi::check(MPI_Allgather(&mine, 1, MPI_INT, nodes.of.data(), 1, MPI_INT,
                                              context.comm().native()),
                                "MPI_Allgather");
                     return nodes;
                   })
      .of;
}

template <class T>
PatchPlan<T>::PatchPlan(mpi::Context& context, const Patchwork& moves, bool shares)
    : context_(context),
      moves_(moves),
      shares_(shares),
      sends_(moves.sends_of(context.rank())),
      receives_(moves.receives_of(context.rank())) {
  if (shares_) meeting_ = &Meeting::of(context);
  for (const Patch& patch : receives_.patches()) elements_in_ += patch.elements;
  find_direct();
  auto to = codecs(sends_, Codec::End::Sender, send_codecs_);
  auto from = codecs(receives_, Codec::End::Receiver, receive_codecs_);
  exchange_ = std::make_unique<PieceExchange>(context, std::move(to), std::move(from));
}

template <class T>
bool PatchPlan<T>::is_near(int rank) const {
  return rank == context_.rank() || (shares_ && context_.node_rank_of(rank).has_value());
}

template <class T>
std::vector<PiecePartner> PatchPlan<T>::codecs(const PatchShare& share, typename Codec::End end,
                                               std::vector<std::unique_ptr<Codec>>& made) {
  std::vector<PiecePartner> partners;
  for (const std::span<const Patch> patches : share.by_rank()) {
    const int rank = patches.front().rank;
    if (is_near(rank)) continue;
    made.push_back(std::make_unique<Codec>(patches, moves_.op(), end,
                                           moves_.options().longest_column, mosaics_, memory_));
    partners.push_back({rank, made.back().get()});
  }
  return partners;
}

template <class T>
void PatchPlan<T>::find_direct() {
  const auto add = [](std::vector<int>& ranks, int rank) {
    if (ranks.empty() || ranks.back() != rank) ranks.push_back(rank);
  };
  for (const Patch& patch : sends_.patches())
    if (patch.rank != context_.rank() && is_near(patch.rank))
      add(readers_, *context_.node_rank_of(patch.rank));
  const ashlar::Placement& source = moves_.source();
  for (const Patch& patch : receives_.patches()) {
    if (!is_near(patch.rank)) continue;
    if (patch.rank == context_.rank()) {
      const BlockMap* map = source.block_map();
      kept_.push_back({&patch, -1, map ? map->place_of(patch.other_block) : 0, 0});
      continue;
    }
    const OwnedBlock other = other_block_of(source, patch);
    const Direct direct{&patch, *context_.node_rank_of(patch.rank), other.offset, other.ld};
    pulled_.push_back(direct);
    add(readings_, direct.node_rank);
  }
}

template <class T>
void PatchPlan<T>::copy(const Direct& direct, const mpi::Storage& storage) {
  const Patch& patch = *direct.patch;
  LocalView<const T> source;
  if (direct.node_rank < 0) {
    source = memory_.source[static_cast<std::size_t>(direct.block)];
  } else {
    source = view_of<T>(storage.part_of(direct.node_rank).data + direct.block * Index{sizeof(T)},
                        direct.ld);
  }
  const TargetBlock& target = memory_.target[static_cast<std::size_t>(patch.own_block)];
  const Mosaic& rows = mosaics_.of(patch.rows, Mosaic::PackedEnd::None);
  const Mosaic& cols = mosaics_.of(patch.cols, Mosaic::PackedEnd::None);
  const bool by_rows = !target.is_column_major();
  const Pull pull{.along = by_rows ? &cols : &rows,
                  .across = by_rows ? &rows : &cols,
                  .turned = (is_transposing(moves_.op()) != by_rows) != !source.is_column_major(),
                  .element_bytes = sizeof(T),
                  .conjugate = conjugation<T>(moves_.op()),
                  .triangle = by_rows ? patch.triangle.transposed() : patch.triangle};
  pull_into(target, pull, {{reinterpret_cast<const std::byte*>(source.data), source.ld()}},
            memory_.streams);
}

template <class T>
void PatchPlan<T>::run(const PlacedOperand<const T>& source, const PlacedLanding& target) {
  memory_.source = source.blocks;
  memory_.target.clear();
  for (const Landing& block : target.blocks)
    memory_.target.emplace_back(dtype_of<T>(), block, moves_.op());
  memory_.streams = elements_in_ * Index{sizeof(T)} >= stream_from_bytes();
  if (meeting_ != nullptr) meeting_->enter();
  exchange_->start();
  try {
    for (const Direct& direct : kept_) copy(direct, *source.storage);
    if (meeting_ != nullptr) {
      for (int node_rank : readings_) meeting_->wait_for_source(node_rank);
      for (const Direct& direct : pulled_) copy(direct, *source.storage);
    }
  } catch (...) {  // out of memory for a table: the others must not wait for this rank
    if (meeting_ != nullptr) meeting_->poison();
    throw;
  }
  if (meeting_ != nullptr) meeting_->leave();
  exchange_->finish();
  kernels().fence();
  if (meeting_ != nullptr)
    for (int node_rank : readers_) meeting_->wait_for_reader(node_rank);
}

template class PatchPlan<float>;
template class PatchPlan<double>;
template class PatchPlan<c64>;
template class PatchPlan<c128>;
template class PatchPlan<std::int8_t>;
template class PatchPlan<std::int16_t>;
template class PatchPlan<std::int32_t>;
template class PatchPlan<std::int64_t>;
template class PatchPlan<std::uint8_t>;
template class PatchPlan<std::uint16_t>;
template class PatchPlan<std::uint32_t>;
template class PatchPlan<std::uint64_t>;

}  // namespace ashlar::detail
