// SPDX-License-Identifier: BSD-3-Clause
#include "triangle_volume.hpp"

#include <algorithm>
#include <cstdint>

namespace ashlar::detail {
namespace {

// Intermediate sums may exceed 64 bits, results do not: arithmetic modulo 2^64.
using Modular = std::uint64_t;

Modular modular(Index x) { return static_cast<Modular>(x); }

/// 0 + 1 + … + (n - 1): one of n and n - 1 is even.
Modular sum_below(Modular n) { return (n >> 1U) * ((n - 1) | 1U); }

Index blocks_of_process(const DistributedRange& range) {
  return range.length / range.axis.block / range.axis.nprocs + 2;
}

/// Blocks of `p`, cut at the ends of the range.
std::vector<Range> blocks_of(const DistributedRange& range, int p) {
  std::vector<Range> blocks;
  const Axis& axis = range.axis;
  const Range local = axis.local_range(p, {range.first, range.first + range.length});
  for (Index l = local.first; l < local.last;) {
    const Index size = std::min(axis.block - l % axis.block, local.last - l);
    const Index first = axis.to_global(p, l) - range.first;
    blocks.push_back({first, first + size});
    l += size;
  }
  return blocks;
}

/// Sums of F(x), the number of a process's columns before x.
class ColumnSums {
 public:
  explicit ColumnSums(const DistributedRange& cols) : cols_(cols) {
    const Axis& axis = cols.axis;
    const Rounds start = rounds_before(cols.first);
    processes_.reserve(static_cast<std::size_t>(axis.nprocs));
    for (int q = 0; q < axis.nprocs; ++q) {
      const Index distance = axis.distance(q);
      const Index before = axis.local_count_below(q, cols.first);
      Process process{
          .offset =
              modular(distance > axis.extent / axis.block ? axis.extent : distance * axis.block),
          .before = modular(before),
          .total = modular(axis.local_count_below(q, cols.first + cols.length) - before)};
      process.head = sum_over(start, process);
      processes_.push_back(process);
    }
  }

  /// Adds to sums[q] the elements of a lower triangle in the rows `block` on process q.
  void add(const Range& block, Index diagonal, std::vector<Modular>& sums) const {
    constexpr Modular minus = ~Modular{0};
    add_before(block.last, diagonal, 1, sums);
    add_before(block.first, diagonal, minus, sums);
  }

  Modular total(std::size_t q) const { return processes_[q].total; }

 private:
  struct Process {
    Modular offset;    // of its first block in a round
    Modular before;    // elements before the range
    Modular total;     // elements in the range
    Modular head = 0;  // sum of elements before y, over all y before the range
  };

  /// Indices before one of the axis: complete rounds and a rest.
  struct Rounds {
    Modular period, count, rest;
    Modular for_all;  // contribution of these rounds to every process
  };

  Rounds rounds_before(Index y) const {
    const Index block = cols_.axis.block, count = y / block / cols_.axis.nprocs;
    const Index period = count > 0 ? block * cols_.axis.nprocs : 0;
    const Modular m = modular(count), t = modular(period), r = modular(y - count * period);
    return {t, m, r, modular(block) * (sum_below(m) * t + m * r)};
  }

  /// Sum of the process's elements before y, over all y before the end of the rounds.
  Modular sum_over(const Rounds& rounds, const Process& process) const {
    const Modular block = modular(cols_.axis.block);
    const auto within_round = [&](Modular end) {
      const Modular reach = end > process.offset ? end - process.offset : 0;
      const Modular inside = std::min(reach, block);
      return sum_below(inside) + block * (reach - inside);
    };
    return rounds.for_all + rounds.count * within_round(rounds.period) + within_round(rounds.rest);
  }

  /// Adds sign times the elements of all rows before `row`.
  void add_before(Index row, Index diagonal, Modular sign, std::vector<Modular>& sums) const {
    // Row i has F(i + shift) elements, and all for i + shift >= length; shift <= length + 1.
    const Index shift = diagonal + 1, length = cols_.length;
    const Index excess =
        std::max<Index>(0, shift > 0 ? row - (length - shift) : row + shift - length);
    const Index x = row - excess + shift;
    if (x <= 0) return;
    const Rounds rounds = rounds_before(cols_.first + x);
    for (std::size_t q = 0; q < processes_.size(); ++q) {
      const Process& process = processes_[q];
      sums[q] += sign * (sum_over(rounds, process) - process.head - modular(x) * process.before +
                         modular(excess) * process.total);
    }
  }

  DistributedRange cols_;
  std::vector<Process> processes_;
};

std::vector<RunList> run_lists(const DistributedRange& range) {
  const AxisPairing with_itself{
      range.axis, range.first,
      Axis{.extent = range.length, .block = std::max<Index>(1, range.length)}, 0, range.length};
  std::vector<RunList> lists(static_cast<std::size_t>(range.axis.nprocs));
  for (int p = 0; p < range.axis.nprocs; ++p)
    for (AxisShare& share : with_itself.from_source(p))
      lists[static_cast<std::size_t>(p)] = std::move(share.runs);
  return lists;
}

std::vector<Index> volumes_by_runs(const Triangle& triangle, const DistributedRange& rows,
                                   const DistributedRange& cols) {
  const std::vector<RunList> along_rows = run_lists(rows), along_cols = run_lists(cols);
  std::vector<Index> volumes;
  volumes.reserve(along_rows.size() * along_cols.size());
  for (const RunList& row : along_rows)
    for (const RunList& col : along_cols) volumes.push_back(triangle.count(row, col));
  return volumes;
}

/// Volumes in row-major order of the grid.
std::vector<Index> volumes_by_blocks(const Triangle& triangle, const DistributedRange& rows,
                                     const DistributedRange& cols) {
  const ColumnSums sums(cols);
  const auto width = static_cast<std::size_t>(cols.axis.nprocs);
  std::vector<Index> volumes;
  volumes.reserve(static_cast<std::size_t>(rows.axis.nprocs) * width);
  // An upper triangle is the complement of a lower one with diagonal - 1.
  const bool is_lower = triangle.uplo == Uplo::Lower;
  std::vector<Modular> kept(width);
  for (int p = 0; p < rows.axis.nprocs; ++p) {
    std::fill(kept.begin(), kept.end(), 0);
    Index height = 0;
    for (const Range& block : blocks_of(rows, p)) {
      height += block.size();
      sums.add(block, is_lower ? triangle.diagonal : triangle.diagonal - 1, kept);
    }
    for (std::size_t q = 0; q < width; ++q)
      volumes.push_back(
          static_cast<Index>(is_lower ? kept[q] : modular(height) * sums.total(q) - kept[q]));
  }
  return volumes;
}

std::vector<Index> transposed(const std::vector<Index>& volumes, std::size_t rows,
                              std::size_t cols) {
  std::vector<Index> result;
  result.reserve(volumes.size());
  for (std::size_t j = 0; j < cols; ++j)
    for (std::size_t i = 0; i < rows; ++i) result.push_back(volumes[i * cols + j]);
  return result;
}

}  // namespace

std::vector<Index> triangle_volumes(const Triangle& triangle, const DistributedRange& rows,
                                    const DistributedRange& cols) {
  const Index along_rows = blocks_of_process(rows), along_cols = blocks_of_process(cols);
  // A distance within two blocks costs as much as some dozens of blocks.
  constexpr Index blocks_for_a_distance = 64;
  const Index distances =
      std::min(rows.axis.block, rows.length) + std::min(cols.axis.block, cols.length) + 1;
  if (std::min(along_rows, along_cols) / blocks_for_a_distance > distances)
    return volumes_by_runs(triangle, rows, cols);
  if (along_rows <= along_cols) return volumes_by_blocks(triangle, rows, cols);
  return transposed(volumes_by_blocks(triangle.transposed(), cols, rows),
                    static_cast<std::size_t>(cols.axis.nprocs),
                    static_cast<std::size_t>(rows.axis.nprocs));
}

Range reach_of(const RunList& runs) {
  Range reach{runs.extent, 0};
  const auto add = [&](Index base, Index end) {  // one round
    auto run = runs.pattern.begin();
    for (const Stretch& stretch : runs.stretches) {
      const Index room = std::min(stretch.extent, end - base - stretch.at);
      for (Index k = 0; k < stretch.runs; ++k, ++run) {
        if (run->at >= room) continue;
        const Index last = run->at + (room - 1 - run->at) / stretch.period * stretch.period;
        const Index at = base + stretch.at;
        reach.first = std::min(reach.first, at + run->at);
        reach.last = std::max(reach.last, at + std::min(last + run->length, room));
      }
    }
  };
  add(0, std::min(runs.period, runs.extent));
  const Index last = (runs.extent - 1) / runs.period * runs.period;
  // The last round may end before its first run.
  if (last >= runs.period) add(last - runs.period, last);
  add(last, runs.extent);
  return reach;
}

std::vector<Index> ends_of_rows(const Triangle& triangle, const std::vector<Range>& rows) {
  std::vector<Index> ends;
  ends.reserve(rows.size());
  for (const Range& row : rows)
    ends.push_back(triangle.uplo == Uplo::Lower ? row.last - 1 : row.first);
  std::sort(ends.begin(), ends.end());
  return ends;
}

std::vector<Index> ends_of_cols(const Triangle& triangle, const std::vector<Range>& cols) {
  return ends_of_rows(triangle.transposed(), cols);
}

Index pairs_in(const Triangle& triangle, const std::vector<Index>& row_ends,
               const std::vector<Index>& col_ends) {
  // An upper triangle is the complement of a lower one with diagonal - 1.
  const bool is_lower = triangle.uplo == Uplo::Lower;
  const Triangle lower{Uplo::Lower, is_lower ? triangle.diagonal : triangle.diagonal - 1};
  Index pairs = 0;
  std::size_t below = 0;  // columns in the lower triangle in this row
  for (const Index row : row_ends) {
    while (below < col_ends.size() && lower.contains(row, col_ends[below])) ++below;
    pairs += static_cast<Index>(is_lower ? below : col_ends.size() - below);
  }
  return pairs;
}

}  // namespace ashlar::detail
