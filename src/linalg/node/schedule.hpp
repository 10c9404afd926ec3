// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>

#include <ashlar/base/index.hpp>

// Who does what in a factorisation over block columns: rules that the real one and its dry run
// share.

namespace ashlar::node {

/// Number `index` of the `parts` even parts of a range.
constexpr Range even_part(Range range, int index, int parts) {
  const Index size = range.size();
  return {range.first + size * index / parts, range.first + size * (index + 1) / parts};
}

/// What a factorisation eliminates at once: block columns as far as they cross the diagonal.
struct Panels {
  Index diagonal = 0;
  Index block = 1;

  int count() const { return static_cast<int>((diagonal + block - 1) / block); }
  Index begin(int k) const { return k * block; }
  Index end(int k) const { return std::min(diagonal, (k + 1) * block); }
  Index width(int k) const { return end(k) - begin(k); }
};

/// Who works on which panel: its owner and the ranks of the crew that follow are its team. They
/// are numbered by their place in it.
struct Teams {
  int crew = 1;
  int size = 1;  ///< at most `crew`

  int owner(int k) const { return k % crew; }
  int member(int k, int place) const { return (owner(k) + place) % crew; }
  /// Below `size` where `rank` is in the team of panel k.
  int place_of(int k, int rank) const { return (rank - owner(k) + crew) % crew; }
  bool has(int k, int rank) const { return place_of(k, rank) < size; }
  /// What the member at `place` does of `range`: rows, or columns.
  Range share(Range range, int place) const { return even_part(range, place, size); }
};

/// Columns of a panel that a team eliminates before it updates the rest of the panel.
constexpr Index inner_block = 16;

/// How many ranks had best share a panel of LU, as a dry run at the speeds of common cores
/// predicts.
int team_size(Index n, Index block, int ranks);

}  // namespace ashlar::node
