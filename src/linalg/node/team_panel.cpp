// SPDX-License-Identifier: BSD-3-Clause
#include "team_panel.hpp"

#include <cmath>
#include <limits>
#include <vector>

#include "base/instantiate.hpp"
#include "linalg/local/blas.hpp"
#include "linalg/local/lapack.hpp"

namespace ashlar::node {
namespace {

// LAPACK's magnitude for pivots.
template <Scalar T>
RealOf<T> pivot_size(T x) {
  if constexpr (is_complex<T>) return std::abs(x.real()) + std::abs(x.imag());
  else return std::abs(x);
}

// A member's part of a panel's elimination, in blocks of inner_block columns. A column is updated
// just before its pivot search, later columns after the block. Rows are relative to the panel's
// diagonal.
template <Scalar T>
class Elimination {
 public:
  Elimination(Tile<T> panel, TeamMeetings& team, ShownRows<T>& shown)
      : panel_(panel),
        team_(team),
        place_(team.place()),
        mine_(team.teams().share({0, panel.rows}, place_)),
        shown_(shown),
        memory_(static_cast<std::size_t>(inner_block * panel.cols)),
        kept_{memory_.data(), inner_block, panel.cols, inner_block} {}

  int run(int* pivots) {
    int info = 0;
    for (Index first = 0; first < panel_.cols; first += inner_block) {
      const Index last = std::min(first + inner_block, panel_.cols);
      for (Index j = first; j < last; ++j) {
        update_column(first, j);
        show(j);
        team_.meet();
        const Index pivot = exchange(first, j);
        if (place_ == 0) pivots[j] = static_cast<int>(pivot + 1);
        if (!divide(j, kept_(j - first, j)) && info == 0) info = static_cast<int>(j + 1);
      }
      update_rest(first, last);
    }
    return info;
  }

 private:
  Range mine_from(Index i) const {
    const Index first = std::min(std::max(mine_.first, i), mine_.last);
    return {first, mine_.last};
  }
  Tile<T> part(Range rows, Index first_col, Index last_col) const {
    return panel_.part(rows.first, first_col, rows.size(), last_col - first_col);
  }
  bool is_mine(Index row) const { return row >= mine_.first && row < mine_.last; }

  // Applies the block's columns before j to column j. Every member solves for U's part.
  void update_column(Index first, Index j) {
    const Index done = j - first;
    if (done == 0) return;
    const Tile<T> u = kept_.part(0, j, done, 1);
    solve_lower(first, u);
    const Range rows = mine_from(j);
    if (!rows.empty())
      local::gemv<T>(T(-1), local::plain(part(rows, first, j)), u, T(1), part(rows, j, j + 1));
  }

  void solve_lower(Index first, Tile<T> u) {
    local::trsm<T>(Side::Left, {Uplo::Lower, Op::None, Diag::Unit}, T(1),
                   kept_.part(0, first, u.rows, u.rows), u);
  }

  // Publishes the largest local element of column j and its row; ties take the first.
  void show(Index j) {
    auto& best = shown_.candidate(j, place_);
    best = {-1, j};
    const Range rows = mine_from(j);
    for (Index i = rows.first; i < rows.last; ++i) {
      const RealOf<T> size = pivot_size(panel_(i, j));
      if (size > best.size) best = {size, i};
    }
    if (best.size >= 0) read_row(best.row, shown_.row_of(j, place_));
    if (is_mine(j)) read_row(j, shown_.diagonal_row(j));
  }

  // Finds the pivot, keeps its row, moves row j there, and returns it.
  Index exchange(Index first, Index j) {
    // Row j stays if all candidates are NaN.
    typename ShownRows<T>::Candidate best{-1, j};
    const T* row = shown_.diagonal_row(j);
    for (int place = 0; place < team_.teams().size; ++place) {
      const auto& candidate = shown_.candidate(j, place);
      if (!(candidate.size > best.size)) continue;
      best = candidate;
      row = shown_.row_of(j, place);
    }
    for (Index c = first; c < panel_.cols; ++c) kept_(j - first, c) = row[c];
    if (best.row != j) {
      if (is_mine(j)) write_row(j, row);
      if (is_mine(best.row)) write_row(best.row, shown_.diagonal_row(j));
    }
    return best.row;
  }

  // False for a zero pivot.
  bool divide(Index j, T pivot) {
    if (pivot == T(0)) return false;
    const Range rows = mine_from(j + 1);
    const bool is_safe = std::abs(pivot) >= std::numeric_limits<RealOf<T>>::min();
    const T inverse = is_safe ? T(1) / pivot : T(0);
    for (Index i = rows.first; i < rows.last; ++i)
      panel_(i, j) = is_safe ? panel_(i, j) * inverse : panel_(i, j) / pivot;
    return true;
  }

  // Applies the block to the columns to its right.
  void update_rest(Index first, Index last) {
    const Index count = last - first;
    const Tile<T> u = kept_.part(0, last, count, panel_.cols - last);
    if (!u.empty()) solve_lower(first, u);
    for (Index i = std::max(first, mine_.first); i < std::min(last, mine_.last); ++i)
      for (Index c = first; c < panel_.cols; ++c) panel_(i, c) = kept_(i - first, c);
    const Tile<T> rest = part(mine_from(last), last, panel_.cols);
    if (!rest.empty())
      local::gemm<T>(T(-1), local::plain(part(mine_from(last), first, last)), local::plain(u), T(1),
                     rest);
  }

  void read_row(Index i, T* row) const {
    for (Index c = 0; c < panel_.cols; ++c) row[c] = panel_(i, c);
  }
  void write_row(Index i, const T* row) const {
    for (Index c = 0; c < panel_.cols; ++c) panel_(i, c) = row[c];
  }

  Tile<T> panel_;
  TeamMeetings& team_;
  int place_;
  Range mine_;
  ShownRows<T>& shown_;
  std::vector<T> memory_;
  Tile<T> kept_;  // the block's pivot rows, final left of the current column
};

}  // namespace

template <Scalar T>
void TeamPanel<T>::update(int k, int j, const int* pivots, TeamMeetings& team) {
  const Index first = board_.begin(k), last = board_.end(k), rows = board_.rows();
  const Tile<T> done = board_.panel(k), panel = board_.panel(j);
  team.meet();
  const Range columns = team.teams().share({0, panel.cols}, team.place());
  const Tile<T> mine = panel.col_range(columns.first, columns.last);
  local::swap_rows(mine.row_range(first, rows), pivots, last - first);
  local::trsm<T>(Side::Left, {Uplo::Lower, Op::None, Diag::Unit}, T(1),
                 done.part(first, 0, last - first, last - first), mine.row_range(first, last));
  team.meet();
  const Range below = team.teams().share({last, rows}, team.place());
  local::gemm<T>(T(-1), local::plain(done.row_range(below.first, below.last)),
                 local::plain(panel.row_range(first, last)), T(1),
                 panel.row_range(below.first, below.last));
}

template <Scalar T>
int TeamPanel<T>::factor(int k, int* pivots, TeamMeetings& team) {
  return Elimination<T>(board_.below(k), team, shown_).run(pivots);
}

#define ASHLAR_INSTANTIATE(T) template class TeamPanel<T>;
ASHLAR_FOR_ALL_SCALARS(ASHLAR_INSTANTIATE)
#undef ASHLAR_INSTANTIATE

}  // namespace ashlar::node
