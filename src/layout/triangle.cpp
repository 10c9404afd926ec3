// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/layout/detail/triangle.hpp>

#include <cstdint>
#include <utility>
#include <vector>

namespace ashlar {
namespace {

__extension__ using Wide = __int128;

/// first + (first + 1) + … + last, with 0 <= first; 0 if last < first.
constexpr Index sum_of_integers(Index first, Index last) {
  if (last < first) return 0;
  const auto n = static_cast<std::uint64_t>(last - first + 1);
  const auto ends = static_cast<std::uint64_t>(first) + static_cast<std::uint64_t>(last);
  return static_cast<Index>(n % 2 == 0 ? n / 2 * ends : ends / 2 * n);
}

/// Elements of rows x cols with j - i <= k.
constexpr Index count_lower(Range rows, Range cols, Index k) {
  const Index height = rows.size();
  // Column j has height - t elements for t = j - k - rows.first in [0, height], height below, none
  // above.
  const Index t_first = cols.first - k - rows.first, t_last = t_first + (cols.size() - 1);
  const Index whole_columns = std::clamp<Index>(-t_first, 0, cols.size());
  const Index from = std::max<Index>(t_first, 0), to = std::min(t_last, height);
  if (to < from) return whole_columns * height;
  return whole_columns * height + sum_of_integers(height - to, height - from);
}

/// Equidistant ranges: first + k * step for 0 <= k < copies.
struct Progression {
  Range first;
  Index step = 0;
  Index copies = 0;

  Range operator[](Index k) const { return {first.first + k * step, first.last + k * step}; }
};

std::vector<Progression> progressions_of(const detail::RunList& list) {
  std::vector<Progression> result;
  const auto add = [&](Index first, Index length, Index step, Index end) {
    const Index room = end - first - length;
    const Index whole = room < 0 ? 0 : room / step + 1;
    if (whole > 0) result.push_back({{first, first + length}, step, whole});
    const Index clipped = first + whole * step;
    if (clipped < end) result.push_back({{clipped, end}, step, 1});
  };
  const Index rounds = list.extent / list.period;
  auto run = list.pattern.begin();
  for (const detail::Stretch& stretch : list.stretches) {
    for (Index k = 0; k < stretch.runs; ++k, ++run) {
      if (stretch.extent / stretch.period <= rounds) {  // few in a round, each in many rounds
        for (Index at = run->at; at < stretch.extent; at += stretch.period) {
          add(stretch.at + at, std::min(run->length, stretch.extent - at), list.period,
              list.extent);
          if (stretch.period >= stretch.extent - at) break;
        }
        continue;
      }
      for (Index at = stretch.at; at < list.extent; at += list.period) {
        add(at + run->at, run->length, stretch.period,
            at + std::min(stretch.extent, list.extent - at));
        if (list.period >= list.extent - at) break;
      }
    }
  }
  return result;
}

/// Elements of the triangle in one range of rows and copies of `cols`.
Index count_one(const detail::Triangle& t, Range rows, const Progression& cols) {
  const Index step = cols.step, n = cols.copies;
  // Copies that the diagonal does not cross are rectangles; few others remain.
  const Index reach = rows.first + t.diagonal - cols.first.last,
              end = rows.last + t.diagonal - cols.first.first;
  const Index crossing_first = std::clamp<Index>(reach < 0 ? 0 : reach / step, 0, n);
  const Index crossing_last = end < 0 ? crossing_first : std::min(end / step, n - 1) + 1;
  const Index rectangle = rows.size() * cols.first.size();
  Index total =
      t.uplo == Uplo::Lower ? crossing_first * rectangle : (n - crossing_last) * rectangle;
  for (Index k = crossing_first; k < crossing_last; ++k) total += t.count(rows, cols[k]);
  return total;
}

/// Elements of the triangle in copies of rows and columns with equal step: they depend on the
/// difference of the copy numbers only.
Index count_same_step(const detail::Triangle& t, const Progression& rows, const Progression& cols) {
  // Difference d = v - u of column copy v and row copy u occurs `pairs(d)` times.
  const Index u_count = rows.copies, v_count = cols.copies;
  const auto pairs = [&](Index d) {
    return std::max<Index>(0, std::min(v_count, u_count + d) - std::max<Index>(0, d));
  };
  const auto pairs_below = [&](Index d) {  // sum of pairs(x) over x < d
    // Row copies 0 <= u < u_count with clamp(u + d, 0, v_count) column copies v < u + d each.
    const Index u_full = std::clamp<Index>(v_count - d, 0, u_count);  // all columns from here on
    const Index u_first = std::clamp<Index>(-d, 0, u_full);           // none before
    return sum_of_integers(u_first + d, u_full + d - 1) + (u_count - u_full) * v_count;
  };
  const Index d_min = -(u_count - 1), d_max = v_count - 1;
  const Index step = rows.step;
  const Index low = rows.first.first + t.diagonal - cols.first.last;
  const Index high = rows.first.last + t.diagonal - cols.first.first;
  const auto floor_div = [](Index a, Index b) { return a / b - (a % b < 0 ? 1 : 0); };
  const Index crossing_first = std::clamp<Index>(floor_div(low, step), d_min, d_max + 1);
  const Index crossing_last =
      std::max(std::clamp<Index>(floor_div(high, step), d_min - 1, d_max) + 1, crossing_first);
  const Index rectangle = rows.first.size() * cols.first.size();
  const Index all_pairs = u_count * v_count;
  Index total = rectangle * (t.uplo == Uplo::Lower ? pairs_below(crossing_first)
                                                   : all_pairs - pairs_below(crossing_last));
  for (Index d = crossing_first; d < crossing_last; ++d) {
    const Range shifted{cols.first.first + d * step, cols.first.last + d * step};
    total += pairs(d) * t.count(rows.first, shifted);
  }
  return total;
}

/// Sum of floor((a u + b) / m) over 0 <= u < n, with a, b >= 0 and m >= 1: lattice points below a
/// line, by Euclid's algorithm.
Index floor_sum(Index n, Index m, Index a, Index b) {
  Index sum = 0;
  while (n > 0) {
    sum += a / m * sum_of_integers(0, n - 1) + b / m * n;
    a %= m;
    b %= m;
    const Wide top = Wide{a} * n + b;
    n = static_cast<Index>(top / m);
    b = static_cast<Index>(top % m);
    std::swap(a, m);
  }
  return sum;
}

/// Pairs 0 <= u < u_count, 0 <= v < v_count with v * v_step <= d + u * u_step.
Index pairs_below(Index d, Index u_count, Index u_step, Index v_count, Index v_step) {
  const auto first_with = [&](Index value) {  // first u with d + u * u_step >= value
    return value <= d ? 0 : std::min((value - d - 1) / u_step + 1, u_count);
  };
  const Index some = first_with(0), all = first_with((v_count - 1) * v_step);
  return floor_sum(all - some, v_step, u_step, d + some * u_step) + (all - some) +
         (u_count - all) * v_count;
}

/// Elements of the triangle in copies of rows and columns, by the distance of row and column
/// within their copies. Short copies have few distances.
Index count_by_distance(const detail::Triangle& t, const Progression& rows,
                        const Progression& cols) {
  const Index height = rows.first.size(), width = cols.first.size();
  // Lower keeps j <= i + diagonal; upper is the complement of lower with diagonal - 1.
  const bool lower = t.uplo == Uplo::Lower;
  const Index reach = rows.first.first - cols.first.first + (lower ? t.diagonal : t.diagonal - 1);
  Index kept = 0;
  for (Index z = 1 - height; z < width; ++z)
    kept += std::min({height, width, height + z, width - z}) *
            pairs_below(reach - z, rows.copies, rows.step, cols.copies, cols.step);
  return lower ? kept : height * rows.copies * (width * cols.copies) - kept;
}

Index count_pair(const detail::Triangle& t, const Progression& rows, const Progression& cols) {
  if (rows.step == cols.step) return count_same_step(t, rows, cols);
  const Index fewer = std::min(rows.copies, cols.copies);
  if (fewer / 2 > std::max(rows.first.size(), cols.first.size()))
    return count_by_distance(t, rows, cols);
  Index total = 0;
  if (rows.copies == fewer) {
    for (Index u = 0; u < rows.copies; ++u) total += count_one(t, rows[u], cols);
  } else {
    for (Index v = 0; v < cols.copies; ++v) total += count_one(t.transposed(), cols[v], rows);
  }
  return total;
}

}  // namespace

Index detail::Triangle::count(Range rows, Range cols) const {
  if (rows.empty() || cols.empty()) return 0;
  const Index all = rows.size() * cols.size();
  if (uplo == Uplo::General) return all;
  // Diagonals beyond the corners are equivalent; the bound excludes overflow below.
  const auto bounded = [&](Index k) {
    return std::clamp(k, cols.first - rows.last, cols.last - rows.first);
  };
  return uplo == Uplo::Lower
             ? count_lower(rows, cols, bounded(diagonal))
             : all - count_lower(rows, cols, bounded(detail::saturating_difference(diagonal, 1)));
}

Index detail::Triangle::count(const detail::RunList& rows, const detail::RunList& cols) const {
  if (rows.extent == 0 || cols.extent == 0) return 0;
  // The sums below cannot overflow if the diagonal intersects the rectangle.
  const bool corner_below = contains(rows.extent - 1, 0),
             corner_above = contains(0, cols.extent - 1);
  if (corner_below && corner_above) return rows.count() * cols.count();
  if (!corner_below && !corner_above) return 0;
  const auto row_runs = progressions_of(rows), col_runs = progressions_of(cols);
  Index total = 0;
  for (const Progression& r : row_runs)
    for (const Progression& c : col_runs) total += count_pair(*this, r, c);
  return total;
}

}  // namespace ashlar
