// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>

#include <ashlar/base/index.hpp>

// Distribution of the work of a factorisation over block columns.

namespace ashlar::node {

/// Number `index` of the `parts` even parts of a range.
constexpr Range even_part(Range range, int index, int parts) {
  const Index size = range.size();
  return {range.first + size * index / parts, range.first + size * (index + 1) / parts};
}

/// Panels, which a factorisation eliminates one at a time: block columns as far as they cross the
/// diagonal.
struct Panels {
  Index diagonal = 0;
  Index block = 1;

  int count() const { return static_cast<int>((diagonal + block - 1) / block); }
  Index begin(int k) const { return k * block; }
  Index end(int k) const { return std::min(diagonal, (k + 1) * block); }
  Index width(int k) const { return end(k) - begin(k); }
};

/// Division of a factorisation's work among its ranks, as a caller asks for it.
struct Schedule {
  int team = 0;   ///< ranks that share a panel, at most the crew's; 0: by size and ranks
  int depth = 0;  ///< panels that are made ready ahead of the other columns; 0: by size and ranks
};

/// Who works on which panel: its owner and ranks at even distances from it are its team, so that
/// neighbouring panels have teams of their own. Members are numbered by their place.
struct Teams {
  int crew = 1;
  int size = 1;  ///< at most `crew`

  int owner(int k) const { return k % crew; }
  int member(int k, int place) const { return (owner(k) + place * distance()) % crew; }
  /// Below `size` where `rank` is in the team of panel k.
  int place_of(int k, int rank) const {
    const int steps = (rank - owner(k) + crew) % crew;
    return steps % distance() == 0 ? steps / distance() : crew;
  }
  bool has(int k, int rank) const { return place_of(k, rank) < size; }
  /// Part of `range` that the member at `place` does: rows, or columns.
  Range share(Range range, int place) const { return even_part(range, place, size); }

 private:
  int distance() const { return crew / size; }
};

/// Division of the crew of a factorisation, and the panels that it makes ready ahead.
struct CrewPlan {
  Teams teams;
  int depth = 1;
};

/// In which order a factorisation by a sweep goes over its panels, `depth` of them ahead of the
/// others. At step s, panel s is applied to those next to it, the first of which is then factored;
/// an older one, rest_panel(s), is applied to all columns right of these.
struct LookAhead {
  int panels = 0;
  int depth = 1;

  int steps() const { return panels + depth - 1; }
  /// Panels s + 1 … end_ahead(s) - 1 are ahead at step s.
  int end_ahead(int s) const { return std::min(panels, s + depth + 1); }
  /// Step s applies panels first_applied(s, j) … s to panel j: all that it lacks when it comes to
  /// those ahead.
  int first_applied(int s, int j) const { return j < s + depth ? s : std::max(0, rest_panel(s)); }
  /// Negative where no panel is old enough.
  int rest_panel(int s) const { return s - depth + 1; }
  /// True if who finds panel s not ready can apply the older one meanwhile.
  bool can_begin_with_rest(int s) const {
    return s < panels && rest_panel(s) >= 0 && rest_panel(s) < s;
  }
};

/// Rows of a member's share of a block column from its diagonal down: the first has the square on
/// the diagonal, and whatever is left of an even share.
constexpr Range lower_share(Range columns, Index rows, int place, int members) {
  const Range even = even_part({columns.first, rows}, place, members);
  const auto below = [&](Index row) { return std::max(row, columns.last); };
  return {place == 0 ? columns.first : below(even.first), below(even.last)};
}

/// Columns of a panel that a team eliminates before it updates the rest of the panel.
constexpr Index inner_block = 16;

}  // namespace ashlar::node
