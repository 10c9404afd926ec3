// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/layout/triangle.hpp>

#include <vector>

namespace ashlar {
namespace {

/// first + (first + 1) + … + last, where 0 <= first; 0 if last < first.
constexpr Index sum_of_integers(Index first, Index last) {
  if (last < first) return 0;
  const Index n = last - first + 1, ends = first + last;
  return n % 2 == 0 ? n / 2 * ends : ends / 2 * n;
}

/// Elements of rows x cols with j - i <= k.
constexpr Index count_lower(Range rows, Range cols, Index k) {
  const Index height = rows.size();
  // Column j keeps height - t rows where t = j - k - rows.first lies in [0, height], all below,
  // none above.
  const Index t_first = cols.first - k - rows.first, t_last = t_first + cols.size() - 1;
  const Index whole_columns = std::clamp<Index>(-t_first, 0, cols.size());
  const Index from = std::max<Index>(t_first, 0), to = std::min(t_last, height);
  return whole_columns * height + sum_of_integers(height - to, height - from);
}

/// Equal ranges at a fixed distance: first + k * step for 0 <= k < copies.
struct Progression {
  Range first;
  Index step = 0;
  Index copies = 0;

  Range operator[](Index k) const { return {first.first + k * step, first.last + k * step}; }
};

std::vector<Progression> progressions_of(const RunList& list) {
  std::vector<Progression> result;
  for (const Run& run : list.pattern) {
    const Index room = list.extent - run.at - run.length;
    const Index whole = room < 0 ? 0 : room / list.period + 1;
    if (whole > 0) result.push_back({{run.at, run.at + run.length}, list.period, whole});
    const Index clipped_at = run.at + whole * list.period;
    if (clipped_at < list.extent) result.push_back({{clipped_at, list.extent}, list.period, 1});
  }
  return result;
}

/// Elements kept by copies of `cols` against one range of rows.
Index count_one(const Triangle& t, Range rows, const Progression& cols) {
  const Index step = cols.step, n = cols.copies;
  // Copies wholly below or above the diagonal count as rectangles; those that the diagonal may
  // cross are few.
  const Index reach = rows.first + t.diagonal - cols.first.last,
              end = rows.last + t.diagonal - cols.first.first;
  const Index crossing_first = std::clamp<Index>(reach < 0 ? 0 : reach / step, 0, n);
  const Index crossing_last = std::clamp<Index>(end < 0 ? 0 : end / step + 1, crossing_first, n);
  const Index rectangle = rows.size() * cols.first.size();
  Index total =
      t.uplo == Uplo::Lower ? crossing_first * rectangle : (n - crossing_last) * rectangle;
  for (Index k = crossing_first; k < crossing_last; ++k) total += t.count(rows, cols[k]);
  return total;
}

/// Elements kept by copies of rows against copies of columns that repeat with the same step: only
/// the difference of the copy numbers matters.
Index count_same_step(const Triangle& t, const Progression& rows, const Progression& cols) {
  // Difference d = v - u of column copy v and row copy u occurs `pairs(d)` times.
  const Index u_count = rows.copies, v_count = cols.copies;
  const auto pairs = [&](Index d) {
    return std::max<Index>(0, std::min(v_count, u_count + d) - std::max<Index>(0, d));
  };
  const auto pairs_below = [&](Index d) {  // sum of pairs(x) over x < d
    // u runs over 0 … u_count-1 and v < u + d: clamp(u + d, 0, v_count) columns each.
    const Index u_full = std::clamp<Index>(v_count - d, 0, u_count);  // from here on all columns
    const Index u_first = std::clamp<Index>(-d, 0, u_full);           // before here none
    return sum_of_integers(u_first + d, u_full + d - 1) + (u_count - u_full) * v_count;
  };
  const Index d_min = -(u_count - 1), d_max = v_count - 1;
  const Index step = rows.step;
  const Index low = rows.first.first + t.diagonal - cols.first.last;
  const Index high = rows.first.last + t.diagonal - cols.first.first;
  const auto floor_div = [](Index a, Index b) { return a / b - (a % b < 0 ? 1 : 0); };
  const Index crossing_first = std::clamp<Index>(floor_div(low, step), d_min, d_max + 1);
  const Index crossing_last =
      std::clamp<Index>(floor_div(high, step) + 1, crossing_first, d_max + 1);
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

Index count_pair(const Triangle& t, const Progression& rows, const Progression& cols) {
  if (rows.step == cols.step) return count_same_step(t, rows, cols);
  Index total = 0;
  if (rows.copies <= cols.copies) {
    for (Index u = 0; u < rows.copies; ++u) total += count_one(t, rows[u], cols);
  } else {
    for (Index v = 0; v < cols.copies; ++v) total += count_one(t.transposed(), cols[v], rows);
  }
  return total;
}

}  // namespace

Index Triangle::count(Range rows, Range cols) const {
  if (rows.empty() || cols.empty()) return 0;
  const Index all = rows.size() * cols.size();
  if (uplo == Uplo::General) return all;
  return uplo == Uplo::Lower ? count_lower(rows, cols, diagonal)
                             : all - count_lower(rows, cols, diagonal - 1);
}

Index Triangle::count(const RunList& rows, const RunList& cols) const {
  if (uplo == Uplo::General) return rows.count() * cols.count();
  const auto row_runs = progressions_of(rows), col_runs = progressions_of(cols);
  Index total = 0;
  for (const Progression& r : row_runs)
    for (const Progression& c : col_runs) total += count_pair(*this, r, c);
  return total;
}

}  // namespace ashlar
