// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/move/array_copy.hpp>

#include <algorithm>
#include <utility>

#include <ashlar/base/concat.hpp>
#include <ashlar/move/array_plan.hpp>
#include <ashlar/mpi/agree.hpp>
#include <ashlar/mpi/context.hpp>

#include "move/engine/operand_checks.hpp"
#include "plan_cache.hpp"

namespace ashlar {
namespace {

template <class T>
bool share_memory(std::span<const T> a, std::span<const T> b) {
  const auto first = [](std::span<const T> s) { return std::as_bytes(s).data(); };
  return !a.empty() && !b.empty() &&
         detail::overlap_in_memory(first(a), first(a) + a.size_bytes(), first(b),
                                   first(b) + b.size_bytes());
}

/// Elements may not be overwritten before they were read. Two owned arrays never share memory;
/// where one lies in memory of the caller the ranks ask each other.
template <class T>
void check_overlap(const DistArray<T>& source, const DistArray<T>& target) {
  const char* const sentence =
      "copy_into: source and target overlap in memory; copy through another array";
  expect(&source != &target, sentence);
  if (source.is_wrapped() || target.is_wrapped())
    mpi::agree(mpi::Context::of(source.comm()).comm(),
               !share_memory<T>(source.local(), target.local()), sentence);
}

}  // namespace

template <Element T>
void copy_into(const DistArray<T>& source, DistArray<T>& target, const ArrayCopyOptions& options) {
  expect(!source.comm().is_null() && !target.comm().is_null(),
         "copy_into: an array was default-made or moved from; make it on a communicator first");
  expect(detail::same_ranks(source.comm(), target.comm()),
         "copy_into: source and target live on different communicators; make both on one that has "
         "all their ranks");
  const ArrayTransfers moves(source.distribution(), target.distribution(), options);
  check_overlap(source, target);
  detail::PlanCache<ArrayPlan<T>>::of(source.comm())
      .plan(moves, {.transport = options.transport})
      .run(source, target);
}

void detail::check_whole(mpi::CommunicatorView comm, Index given, Index wanted) {
  mpi::agree(mpi::Context::of(comm).comm(), comm.rank() != 0 || given == wanted,
             concat("scatter: rank 0 gave ", given, " elements, but the array has ", wanted));
}

Distribution on_one_rank(const Distribution& array) {
  std::vector<Axis> axes;
  for (const Axis& axis : array.axes())
    axes.push_back({axis.extent, std::max<Index>(1, axis.extent), 1, 0});
  return {std::move(axes), array.order()};
}

template void copy_into(const DistArray<float>&, DistArray<float>&, const ArrayCopyOptions&);
template void copy_into(const DistArray<double>&, DistArray<double>&, const ArrayCopyOptions&);
template void copy_into(const DistArray<c64>&, DistArray<c64>&, const ArrayCopyOptions&);
template void copy_into(const DistArray<c128>&, DistArray<c128>&, const ArrayCopyOptions&);
template void copy_into(const DistArray<std::int8_t>&, DistArray<std::int8_t>&,
                        const ArrayCopyOptions&);
template void copy_into(const DistArray<std::int16_t>&, DistArray<std::int16_t>&,
                        const ArrayCopyOptions&);
template void copy_into(const DistArray<std::int32_t>&, DistArray<std::int32_t>&,
                        const ArrayCopyOptions&);
template void copy_into(const DistArray<std::int64_t>&, DistArray<std::int64_t>&,
                        const ArrayCopyOptions&);
template void copy_into(const DistArray<std::uint8_t>&, DistArray<std::uint8_t>&,
                        const ArrayCopyOptions&);
template void copy_into(const DistArray<std::uint16_t>&, DistArray<std::uint16_t>&,
                        const ArrayCopyOptions&);
template void copy_into(const DistArray<std::uint32_t>&, DistArray<std::uint32_t>&,
                        const ArrayCopyOptions&);
template void copy_into(const DistArray<std::uint64_t>&, DistArray<std::uint64_t>&,
                        const ArrayCopyOptions&);

}  // namespace ashlar
