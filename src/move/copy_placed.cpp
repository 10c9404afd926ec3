// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/move/copy_placed.hpp>

#include <algorithm>
#include <functional>
#include <list>
#include <memory>
#include <string>

#include <ashlar/mpi/agree.hpp>

#include "operand_checks.hpp"
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

/// Addresses that blocks of memory reach over: (first, past the last, whether it is a source).
template <class T>
void add_reaches(const std::vector<LocalView<T>>& blocks, bool is_source,
                 std::vector<std::tuple<const void*, const void*, bool>>& reaches) {
  for (const auto& block : blocks)
    if (block.rows > 0 && block.cols > 0)
      reaches.emplace_back(block.data, block.at(block.rows - 1, block.cols - 1) + 1, is_source);
}

template <class T>
bool overlap_in_memory(const PlacedOperand<const T>& source, const PlacedOperand<T>& target) {
  std::vector<std::tuple<const void*, const void*, bool>> reaches;
  add_reaches(source.blocks, true, reaches);
  add_reaches(target.blocks, false, reaches);
  const std::less<const void*> before;
  std::sort(reaches.begin(), reaches.end(),
            [&](const auto& a, const auto& b) { return before(std::get<0>(a), std::get<0>(b)); });
  // Blocks of one side lie apart, so only the furthest reach of each side counts.
  const void* ends[2] = {nullptr, nullptr};
  for (const auto& [first, last, is_source] : reaches) {
    const void* other_end = ends[is_source ? 0 : 1];
    if (other_end != nullptr && before(first, other_end)) return true;
    const void*& end = ends[is_source ? 1 : 0];
    if (end == nullptr || before(end, last)) end = last;
  }
  return false;
}

template <class T>
void check_overlap(const PlacedOperand<const T>& source, const PlacedOperand<T>& target) {
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

template <Element T>
void copy_placed(const PlacedOperand<const T>& source, const PlacedOperand<T>& target,
                 const PlacedCopyOptions& options) {
  expect(same_ranks(source.comm, target.comm),
         "copy_into: source and target live on different communicators");
  mpi::Context& context = mpi::Context::of(source.comm);
  expect(options.transport != Transport::Datatypes,
         "copy_into: block maps and copies do not travel by derived datatypes; let it choose the "
         "transport");
  const bool shares = options.transport != Transport::Messages &&
                      Meeting::of(context).is_available() && !source.storage->is_empty() &&
                      source.storage->is_shared();
  expect(options.transport != Transport::SharedMemory || (shares && context.is_single_node()),
         "copy_into: shared memory was asked for, but the source does not lie in memory that all "
         "ranks share; let it choose the transport");
  expect(options.piece_bytes >= 1 && options.piece_bytes <= Index{1} << 30,
         "copy_into: piece_bytes is ", options.piece_bytes, ", but must lie between 1 and 2^30");
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
       .longest_column = std::max<Index>(1, options.piece_bytes / Index{sizeof(T)})},
      std::move(nearest));
  check_overlap(source, target);
  PatchPlanCache<T>::of(context).plan(context, moves, shares).run(source, target);
}

template void copy_placed(const PlacedOperand<const float>&, const PlacedOperand<float>&,
                          const PlacedCopyOptions&);
template void copy_placed(const PlacedOperand<const double>&, const PlacedOperand<double>&,
                          const PlacedCopyOptions&);
template void copy_placed(const PlacedOperand<const c64>&, const PlacedOperand<c64>&,
                          const PlacedCopyOptions&);
template void copy_placed(const PlacedOperand<const c128>&, const PlacedOperand<c128>&,
                          const PlacedCopyOptions&);
template void copy_placed(const PlacedOperand<const std::int8_t>&,
                          const PlacedOperand<std::int8_t>&, const PlacedCopyOptions&);
template void copy_placed(const PlacedOperand<const std::int16_t>&,
                          const PlacedOperand<std::int16_t>&, const PlacedCopyOptions&);
template void copy_placed(const PlacedOperand<const std::int32_t>&,
                          const PlacedOperand<std::int32_t>&, const PlacedCopyOptions&);
template void copy_placed(const PlacedOperand<const std::int64_t>&,
                          const PlacedOperand<std::int64_t>&, const PlacedCopyOptions&);
template void copy_placed(const PlacedOperand<const std::uint8_t>&,
                          const PlacedOperand<std::uint8_t>&, const PlacedCopyOptions&);
template void copy_placed(const PlacedOperand<const std::uint16_t>&,
                          const PlacedOperand<std::uint16_t>&, const PlacedCopyOptions&);
template void copy_placed(const PlacedOperand<const std::uint32_t>&,
                          const PlacedOperand<std::uint32_t>&, const PlacedCopyOptions&);
template void copy_placed(const PlacedOperand<const std::uint64_t>&,
                          const PlacedOperand<std::uint64_t>&, const PlacedCopyOptions&);

}  // namespace ashlar::detail
