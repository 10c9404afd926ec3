// SPDX-License-Identifier: BSD-3-Clause
#include "team_reflectors.hpp"

#include <vector>

#include "base/instantiate.hpp"
#include "linalg/local/blas.hpp"
#include "linalg/local/reflection.hpp"

namespace ashlar::node {
namespace {

// A member's part of a panel, by inner blocks. Rows are relative to the panel's diagonal.
template <Scalar T>
class Reflecting {
 public:
  Reflecting(Tile<T> panel, TeamMeetings& team, ShownSums<T>& shown)
      : panel_(panel),
        team_(team),
        place_(team.place()),
        mine_(team.teams().share({0, panel.rows}, place_)),
        shown_(shown),
        memory_(static_cast<std::size_t>(panel.cols * panel.cols)),
        t_{memory_.data(), panel.cols, panel.cols, panel.cols},
        sums_(static_cast<std::size_t>(inner_block * panel.cols)),
        corner_(static_cast<std::size_t>(inner_block * inner_block)) {}

  void run() {
    for (Index first = 0; first < panel_.cols; first += inner_block) {
      const Index last = std::min(first + inner_block, panel_.cols);
      for (Index j = first; j < last; ++j) reflect({first, last}, j);
      apply_block({first, last});
    }
  }

  Tile<T> t() const { return t_; }

 private:
  Range mine_from(Index i) const {
    return {std::min(std::max(mine_.first, i), mine_.last), mine_.last};
  }
  Tile<T> part(Range rows, Range cols) const {
    return panel_.part(rows.first, cols.first, rows.size(), cols.size());
  }
  bool is_mine(Index row) const { return row >= mine_.first && row < mine_.last; }

  // Computes reflection j and applies it to later columns of the block.
  void reflect(Range block, Index j) {
    T* const sums = sums_.data();
    const T* row = multiply(block, j, sums);
    RealOf<T> square = std::real(sums[j - block.first]), scaled = 1;
    if (!local::is_safe_square(square)) {
      scaled = rescale(j);
      row = multiply(block, j, sums);
      square = std::real(sums[j - block.first]);
    }
    const local::Reflection<T> found =
        local::reflection_of(row[j - block.first], std::sqrt(square));
    const Range below = mine_from(j + 1);
    T* const v = panel_.at(0, j);
    if (found.tau != T(0))
      for (Index i = below.first; i < below.last; ++i) v[i] = local::product(v[i], found.scale);
    for (Index c = block.first; c < block.last; ++c) {
      // v^H times column c.
      const T along =
          row[c - block.first] + conjugate(local::product(found.scale, sums[c - block.first]));
      if (c < j) t_(c, j) = conjugate(along);
      if (c > j) subtract(c, j, local::product(conjugate(found.tau), along));
    }
    if (is_mine(j)) panel_(j, j) = found.beta / scaled;
    local::extend_triangle(t_, block.first, j, found.tau);
  }

  // sums := A^H x below row j, for the block's columns A and x, column j; returns row j of A.
  const T* multiply(Range block, Index j, T* sums) {
    const Range rows = mine_from(j + 1);
    T* const own = shown_.of(place_);
    std::fill_n(own, block.size(), T(0));
    if (!rows.empty())
      local::gemv<T>(T(1), local::conj_trans(part(rows, block)), part(rows, {j, j + 1}), T(0),
                     {own, block.size(), 1, block.size()});
    if (is_mine(j))
      for (Index c = block.first; c < block.last; ++c)
        shown_.common()[c - block.first] = panel_(j, c);
    return shown_.meet(team_, block.size(), sums);
  }

  // Scales column j from row j on by a power of two, against overflow of squares; returns it.
  RealOf<T> rescale(Index j) {
    const Range rows = mine_from(j);
    const T* const own = panel_.at(rows.first, j);
    *shown_.of(place_) = T(local::largest_part(own, rows.size()));
    const RealOf<T> factor = local::safe_factor(shown_.meet_for_largest(team_));
    for (Index i = rows.first; i < rows.last; ++i) panel_(i, j) *= factor;
    return factor;
  }

  // Column c := column c - factor v, for v = (1, column j).
  void subtract(Index c, Index j, T factor) {
    const Range below = mine_from(j + 1);
    const T* const v = panel_.at(0, j);
    T* const column = panel_.at(0, c);
    for (Index i = below.first; i < below.last; ++i) column[i] -= local::product(v[i], factor);
    if (is_mine(j)) column[j] -= factor;
  }

  // Adds the block to T, and applies it to the columns to its right.
  void apply_block(Range block) {
    const Index first = block.first, last = block.last, width = block.size();
    const Index others = panel_.cols - width;
    if (others == 0) return;
    const Range top{mine_from(first).first,
                    std::max(mine_from(first).first, std::min(mine_.last, last))};
    const Tile<const T> corner = unit_lower(top, block);
    const Range below = mine_from(last);
    const Range left{0, first}, right{last, panel_.cols};
    // V^H times the columns outside the block.
    T* const own = shown_.of(place_);
    std::fill_n(own, width * others, T(0));
    const auto multiply_by = [&](Range cols, Tile<T> w) {
      if (w.empty()) return;
      if (!top.empty())
        local::gemm<T>(T(1), local::conj_trans(corner), local::plain(part(top, cols)), T(1), w);
      if (!below.empty())
        local::gemm<T>(T(1), local::conj_trans(part(below, block)), local::plain(part(below, cols)),
                       T(1), w);
    };
    multiply_by(left, {own, width, first, width});
    multiply_by(right, {own + width * first, width, right.size(), width});
    shown_.meet(team_, width * others, sums_.data());

    const Tile<T> t = t_.part(first, first, width, width);
    if (first > 0) {
      const Tile<T> join = t_.part(0, first, first, width);
      for (Index j = 0; j < width; ++j)
        for (Index i = 0; i < first; ++i)
          join(i, j) = conjugate(sums_[static_cast<std::size_t>(j + i * width)]);
      local::join_triangles(t_, left, block);
    }
    const Tile<T> w{sums_.data() + width * first, width, right.size(), width};
    if (w.empty()) return;
    local::trmm<T>(Side::Left, {Uplo::Upper, Op::ConjTrans, Diag::NonUnit}, T(1), t, w);
    if (!top.empty())
      local::gemm<T>(T(-1), local::plain(corner), local::plain(w), T(1), part(top, right));
    if (!below.empty())
      local::gemm<T>(T(-1), local::plain(part(below, block)), local::plain(w), T(1),
                     part(below, right));
  }

  // Local rows of the block's square in V: ones on the diagonal, zeros above.
  Tile<const T> unit_lower(Range rows, Range block) {
    const Tile<T> copy{corner_.data(), rows.size(), block.size(), inner_block};
    for (Index j = 0; j < copy.cols; ++j)
      for (Index i = 0; i < copy.rows; ++i) {
        const Index row = rows.first + i, col = block.first + j;
        copy(i, j) = row > col ? panel_(row, col) : T(row == col ? 1 : 0);
      }
    return copy;
  }

  Tile<T> panel_;
  TeamMeetings& team_;
  int place_;
  Range mine_;
  ShownSums<T>& shown_;
  std::vector<T> memory_;
  Tile<T> t_;
  std::vector<T> sums_;
  std::vector<T> corner_;
};

}  // namespace

template <Scalar T>
void TeamReflectors<T>::factor(int k, Tile<T> t, TeamMeetings& team) {
  sums_.begin();
  Reflecting<T> reflecting(board_.below(k), team, sums_);
  reflecting.run();
  if (team.place() != 0) return;
  for (Index j = 0; j < t.cols; ++j) std::copy_n(reflecting.t().at(0, j), j + 1, t.at(0, j));
}

#define ASHLAR_INSTANTIATE(T) template class TeamReflectors<T>;
ASHLAR_FOR_ALL_SCALARS(ASHLAR_INSTANTIATE)
#undef ASHLAR_INSTANTIATE

}  // namespace ashlar::node
