// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/layout/runs.hpp>

#include <algorithm>
#include <numeric>
#include <optional>
#include <utility>

namespace ashlar {
namespace {

/// Length after which an axis deals its blocks anew; 1 where a single process has everything.
std::optional<Index> cycle_of(const Axis& axis) {
  if (axis.nprocs == 1) return 1;
  Index cycle = 0;
  if (__builtin_mul_overflow(axis.block, Index{axis.nprocs}, &cycle)) return std::nullopt;
  return cycle;
}

/// Indices after which both axes repeat together, or `length` if they do not within it.
Index common_period(const AxisPairing& pair) {
  const auto a = cycle_of(pair.source), b = cycle_of(pair.target);
  Index period = 0;
  if (!a || !b || __builtin_mul_overflow(*a / std::gcd(*a, *b), *b, &period) ||
      period > pair.length)
    return std::max<Index>(pair.length, 1);
  return period;
}

Index step_of(const Axis& axis, Index period) {
  return axis.nprocs == 1 ? period : period / axis.nprocs;
}

/// Calls f(first, last) for each stretch of [0, window) that process `p` owns, when index 0 is
/// element `origin`.
template <class F>
void for_each_own_stretch(const Axis& axis, Index origin, Index window, int p, F&& f) {
  if (window == 0) return;
  if (axis.nprocs == 1) return f(Index{0}, window);
  const Index last_block = (origin + window - 1) / axis.block;
  const Index wait = (p - axis.owner(origin) + axis.nprocs) % axis.nprocs;
  for (Index b = origin / axis.block + wait; b <= last_block; b += axis.nprocs) {
    const Index first = std::max<Index>(b * axis.block - origin, 0);
    const Index last = b == last_block ? window : (b + 1) * axis.block - origin;
    f(first, last);
  }
}

/// The shares of process `p` of `own` with every process of `other`; make_run(i, own_local,
/// other_local, length) puts the two memories in sender-receiver order.
template <class MakeRun>
std::vector<AxisShare> shares_of(const AxisPairing& pair, bool own_is_source, int p,
                                 MakeRun&& make_run) {
  const Axis& own = own_is_source ? pair.source : pair.target;
  const Axis& other = own_is_source ? pair.target : pair.source;
  const Index own_first = own_is_source ? pair.source_first : pair.target_first;
  const Index other_first = own_is_source ? pair.target_first : pair.source_first;
  const Index period = common_period(pair);
  const Index window = std::min(period, pair.length);

  std::vector<std::pair<int, Run>> found;
  for_each_own_stretch(own, own_first, window, p, [&](Index first, Index last) {
    for (Index i = first; i < last;) {
      const Index g = other_first + i;
      const Index to_block_end = other.nprocs == 1 ? last - i : other.block - g % other.block;
      const Index length = std::min(last - i, to_block_end);
      found.emplace_back(other.owner(g),
                         make_run(i, own.to_local(own_first + i), other.to_local(g), length));
      i += length;
    }
  });
  std::stable_sort(found.begin(), found.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });

  std::vector<AxisShare> shares;
  for (const auto& [coord, run] : found) {
    if (shares.empty() || shares.back().coord != coord)
      shares.push_back(
          {coord,
           {{}, period, step_of(pair.source, period), step_of(pair.target, period), pair.length}});
    shares.back().runs.pattern.push_back(run);
  }
  for (AxisShare& share : shares) share.runs.pattern.shrink_to_fit();
  return shares;
}

}  // namespace

Index RunList::count() const {
  const Index rounds = extent / period, rest = extent % period;
  Index total = 0;
  for (const Run& run : pattern)
    total += rounds * run.length + std::clamp<Index>(rest - run.at, 0, run.length);
  return total;
}

Index RunList::run_count() const {
  const Index rounds = extent / period, rest = extent % period;
  Index total = 0;
  for (const Run& run : pattern) total += rounds + (run.at < rest ? 1 : 0);
  return total;
}

RunList RunList::coalesced() const {
  RunList result{{}, period, source_step, target_step, extent};
  for (const Run& run : pattern) {
    if (!result.pattern.empty()) {
      Run& last = result.pattern.back();
      if (last.source_local + last.length == run.source_local &&
          last.target_local + last.length == run.target_local) {
        last.length += run.length;
        continue;
      }
    }
    result.pattern.push_back(run);
  }
  // A joined run must not cross the end of the range: the tail of a clipped period would be
  // measured by `at`.
  const Index total = count();
  const bool seamless =
      result.pattern.size() == 1 &&
      (period >= extent || (result.pattern[0].length == source_step && source_step == target_step));
  if (seamless) {
    result.pattern[0].length = total;
    result.pattern[0].at = 0;
    result.period = result.extent = std::max<Index>(total, 1);
    return result;
  }
  if (extent % period == 0 || period >= extent) return result;
  return *this;
}

std::vector<AxisShare> AxisPairing::from_source(int p) const {
  return shares_of(*this, true, p, [](Index at, Index own, Index other, Index size) {
    return Run{at, own, other, size};
  });
}

std::vector<AxisShare> AxisPairing::into_target(int q) const {
  return shares_of(*this, false, q, [](Index at, Index own, Index other, Index size) {
    return Run{at, other, own, size};
  });
}

}  // namespace ashlar
