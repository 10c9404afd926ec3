// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>

#include <ashlar/base/index.hpp>

// Distribution of a factorisation's work over block columns.

namespace ashlar::node {

/// Part `index` of `parts` equal parts.
constexpr Range even_part(Range range, int index, int parts) {
  const Index size = range.size();
  return {range.first + size * index / parts, range.first + size * (index + 1) / parts};
}

/// A caller's division of a factorisation's work.
struct Schedule {
  int team = 0;   ///< ranks per panel, at most the crew; 0: by size and ranks
  int depth = 0;  ///< panels prepared ahead of other columns; 0: by size and ranks
};

/// Assignment of panels to ranks. A team is a panel's owner and ranks at equal distances, so that
/// neighbouring panels have different teams.
struct Teams {
  int crew = 1;
  int size = 1;  ///< at most `crew`

  int owner(int k) const { return k % crew; }
  int member(int k, int place) const { return (owner(k) + place * distance()) % crew; }
  /// Less than `size` if `rank` is in the team of panel k.
  int place_of(int k, int rank) const {
    const int steps = (rank - owner(k) + crew) % crew;
    return steps % distance() == 0 ? steps / distance() : crew;
  }
  bool has(int k, int rank) const { return place_of(k, rank) < size; }
  Range share(Range range, int place) const { return even_part(range, place, size); }

 private:
  int distance() const { return crew / size; }
};

/// Teams of the crew, and number of panels prepared ahead.
struct CrewPlan {
  Teams teams;
  int depth = 1;
};

/// Order of a sweep with look-ahead `depth`. Step s applies panel s to the next panels and factors
/// the first of them; it applies an older panel, rest_panel(s), to all columns to their right.
struct LookAhead {
  int panels = 0;
  int depth = 1;

  int steps() const { return panels + depth - 1; }
  /// Panels s + 1 … end_ahead(s) - 1 are ahead at step s.
  int end_ahead(int s) const { return std::min(panels, s + depth + 1); }
  /// Step s applies panels first_applied(s, j) … s, all not applied before, to panel j.
  int first_applied(int s, int j) const { return j < s + depth ? s : std::max(0, rest_panel(s)); }
  /// Negative before the first one.
  int rest_panel(int s) const { return s - depth + 1; }
  /// True if the older panel can be applied while panel s is not ready.
  bool can_begin_with_rest(int s) const {
    return s < panels && rest_panel(s) >= 0 && rest_panel(s) < s;
  }
};

/// Rows of a member's share of a block column from its diagonal down; the first includes the
/// diagonal block.
constexpr Range lower_share(Range columns, Index rows, int place, int members) {
  const Range even = even_part({columns.first, rows}, place, members);
  const auto below = [&](Index row) { return std::max(row, columns.last); };
  return {place == 0 ? columns.first : below(even.first), below(even.last)};
}

/// Columns of a panel eliminated before the rest of the panel is updated.
constexpr Index inner_block = 16;

}  // namespace ashlar::node
