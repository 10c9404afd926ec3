// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/move/copy_placed.hpp>

#include <algorithm>
#include <functional>
#include <list>
#include <memory>
#include <string>

#include <ashlar/mpi/agree.hpp>

#include "move/engine/operand_checks.hpp"
#include "move/engine/option_checks.hpp"
#include "patch_plan.hpp"

namespace ashlar::detail {
namespace {

/// The plans that moves between placements on a communicator made last. Hits and evictions follow
/// from the sequence of moves alone, which is the same on all ranks.
template <class T>
class PatchPlanCache {
 public:
  static PatchPlanCache& of(mpi::Context& context) {
    static const std::string key = "move.patch_plans." + std::string(to_string(dtype_of<T>()));
    return context.slot<PatchPlanCache>(key, [] { return PatchPlanCache(); });
  }

  PatchPlan<T>& plan(mpi::Context& context, const Patchwork& moves, bool shares) {
    const auto found = std::find_if(plans_.begin(), plans_.end(), [&](const PatchPlan<T>& plan) {
      return plan.shares() == shares && plan.moves() == moves;
    });
    if (found != plans_.end()) plans_.splice(plans_.begin(), plans_, found);
    else mpi::together(context.comm(), [&] { plans_.emplace_front(context, moves, shares); });
    if (plans_.size() > capacity) plans_.pop_back();
    return plans_.front();
  }

 private:
  static constexpr std::size_t capacity = 8;
  std::list<PatchPlan<T>> plans_;  // the last used first
};

/// Memory that a block reaches over.
struct Reach {
  const std::byte* first;
  const std::byte* last;
  bool is_source;
};

template <class V>
void add_reach(const LocalView<V>& block, Index element_bytes, bool is_source,
               std::vector<Reach>& reaches) {
  if (block.rows == 0 || block.cols == 0) return;
  const auto* first = reinterpret_cast<const std::byte*>(block.data);
  const Index last = (block.rows - 1) * block.row_stride + (block.cols - 1) * block.col_stride;
  reaches.push_back({first, first + (last + 1) * element_bytes, is_source});
}

template <class S>
bool overlap_in_memory(const PlacedOperand<const S>& source, const PlacedLanding& target) {
  std::vector<Reach> reaches;
  for (const auto& block : source.blocks) add_reach(block, sizeof(S), true, reaches);
  for (const Landing& block : target.blocks)
    add_reach(block.block, static_cast<Index>(size_of(target.dtype)), false, reaches);
  const std::less<const std::byte*> before;
  std::sort(reaches.begin(), reaches.end(),
            [&](const Reach& a, const Reach& b) { return before(a.first, b.first); });
  // Blocks of one side lie apart, so only the furthest reach of each side counts.
  const std::byte* ends[2] = {nullptr, nullptr};
  for (const Reach& reach : reaches) {
    const std::byte* other_end = ends[reach.is_source ? 0 : 1];
    if (other_end != nullptr && before(reach.first, other_end)) return true;
    const std::byte*& end = ends[reach.is_source ? 1 : 0];
    if (end == nullptr || before(end, reach.last)) end = reach.last;
  }
  return false;
}

template <class S>
void check_overlap(const PlacedOperand<const S>& source, const PlacedLanding& target) {
  if (source.storage == target.storage) {  // one matrix
    expect(intersection(source.section.rows, target.section.rows).empty() ||
               intersection(source.section.cols, target.section.cols).empty(),
           "copy_into: source and target are overlapping sections of one matrix; copy through "
           "another matrix");
  } else if (source.storage->is_empty() || target.storage->is_empty()) {
    mpi::agree(mpi::Context::of(source.comm).comm(), !overlap_in_memory(source, target),
               "copy_into: source and target overlap in memory; give each memory of its own");
  }
}

}  // namespace

template <Element S>
void copy_placed(const PlacedOperand<const S>& source, const PlacedLanding& target,
                 const PlacedCopyOptions& options) {
  expect(!source.comm.is_null() && !target.comm.is_null(),
         "copy_into: a matrix was default-made or moved from; make it on a communicator first");
  expect(same_ranks(source.comm, target.comm),
         "copy_into: source and target live on different communicators; make both on one that has "
         "all their ranks");
  mpi::Context& context = mpi::Context::of(source.comm);
  expect_segments_or_messages("copy_into", "block maps and copies", options.transport);
  expect_piece_bytes("copy_into", options.piece_bytes);
  const bool shares = options.transport != Transport::Messages &&
                      Meeting::of(context).is_available() && !source.storage->is_empty() &&
                      source.storage->is_shared();
  expect(options.transport != Transport::SharedMemory || (shares && context.is_single_node()),
         "copy_into: shared memory was asked for, but the source does not lie in memory that all "
         "ranks share; let it choose the transport");
  std::optional<NearestCopy> nearest;
  if (source.placement.copies().count() > 1)
    nearest.emplace(source.placement.copies(), nodes_of(context));
  const Patchwork moves(
      source.placement, target.placement,
      {.op = options.op,
       .source = source.section,
       .target = target.section,
       .uplo = options.uplo,
       .diagonal = options.diagonal,
       .diag = options.diag,
       .longest_column = std::max<Index>(1, options.piece_bytes / Index{sizeof(S)})},
      std::move(nearest));
  check_overlap(source, target);
  PatchPlanCache<S>::of(context).plan(context, moves, shares).run(source, target);
}

template void copy_placed(const PlacedOperand<const float>&, const PlacedLanding&,
                          const PlacedCopyOptions&);
template void copy_placed(const PlacedOperand<const double>&, const PlacedLanding&,
                          const PlacedCopyOptions&);
template void copy_placed(const PlacedOperand<const c64>&, const PlacedLanding&,
                          const PlacedCopyOptions&);
template void copy_placed(const PlacedOperand<const c128>&, const PlacedLanding&,
                          const PlacedCopyOptions&);
template void copy_placed(const PlacedOperand<const std::int8_t>&, const PlacedLanding&,
                          const PlacedCopyOptions&);
template void copy_placed(const PlacedOperand<const std::int16_t>&, const PlacedLanding&,
                          const PlacedCopyOptions&);
template void copy_placed(const PlacedOperand<const std::int32_t>&, const PlacedLanding&,
                          const PlacedCopyOptions&);
template void copy_placed(const PlacedOperand<const std::int64_t>&, const PlacedLanding&,
                          const PlacedCopyOptions&);
template void copy_placed(const PlacedOperand<const std::uint8_t>&, const PlacedLanding&,
                          const PlacedCopyOptions&);
template void copy_placed(const PlacedOperand<const std::uint16_t>&, const PlacedLanding&,
                          const PlacedCopyOptions&);
template void copy_placed(const PlacedOperand<const std::uint32_t>&, const PlacedLanding&,
                          const PlacedCopyOptions&);
template void copy_placed(const PlacedOperand<const std::uint64_t>&, const PlacedLanding&,
                          const PlacedCopyOptions&);

}  // namespace ashlar::detail
