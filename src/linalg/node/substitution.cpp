// SPDX-License-Identifier: BSD-3-Clause
#include "substitution.hpp"

#include <vector>

#include <ashlar/base/scalar.hpp>

#include "base/instantiate.hpp"
#include "linalg/local/blas.hpp"
#include "linalg/one_rank.hpp"

namespace ashlar::node {
namespace {

template <class T>
class Substitution {
 public:
  Substitution(Room& room, const Board<T>& a, local::Triangle triangle, Tile<T> x, Share share)
      : room_(room),
        a_(a),
        triangle_(triangle),
        x_(x),
        members_(share == Share::Together ? room.crew_size() : 1),
        me_(share == Share::Together ? room.rank() : 0),
        solved_(x) {
    if (members_ == 1) return;
    memory_.resize(static_cast<std::size_t>(x.rows * x.cols));
    solved_ = {memory_.data(), x.rows, x.cols, x.rows};
  }

  void run() {
    const bool is_lower = triangle_.uplo == Uplo::Lower;
    const bool is_plain = triangle_.op == Op::None;
    const int panels = a_.panels();
    for (int step = 0; step < panels; ++step) {
      const int k = is_lower == is_plain ? step : panels - 1 - step;
      const Range rest = is_lower ? Range{a_.end(k), a_.rows()} : Range{0, a_.begin(k)};
      if (!is_plain) subtract_product(rest, k);
      if (step > 0) meet();
      solve_diagonal(k);
      if (is_plain) subtract_from(rest, k);
    }
    meet();
    if (members_ > 1 && me_ == 0) copy(solved_, x_);
    meet();
  }

 private:
  // Each member solves in a copy of X, which is faster than waiting for one member. X has
  // right-hand sides minus products until the end.
  void solve_diagonal(int k) {
    const Tile<T> rows = solved_.row_range(a_.begin(k), a_.end(k));
    if (members_ > 1) copy(x_.row_range(a_.begin(k), a_.end(k)), rows);
    local::trsm<T>(Side::Left, triangle_, T(1),
                   a_.panel(k).part(a_.begin(k), 0, rows.rows, rows.rows), rows);
  }

  // X(rest) -= A(rest, k) X(k), in rows of each member.
  void subtract_from(Range rest, int k) {
    const Range mine = even_part(rest, me_, members_);
    multiply({a_.panel(k).row_range(mine.first, mine.last), Op::None},
             solved_.row_range(a_.begin(k), a_.end(k)), x_.row_range(mine.first, mine.last));
  }

  // X(k) -= op(A(rest, k)) X(rest), in rows of each member.
  void subtract_product(Range rest, int k) {
    const Range mine = even_part({0, a_.width(k)}, me_, members_);
    const Tile<T> panel = a_.panel(k).part(rest.first, mine.first, rest.size(), mine.size());
    multiply({panel, triangle_.op}, solved_.row_range(rest.first, rest.last),
             x_.row_range(a_.begin(k) + mine.first, a_.begin(k) + mine.last));
  }

  void meet() {
    if (members_ > 1) room_.meet();
  }

  static void multiply(local::Factor<T> a, Tile<const T> x, Tile<T> y) {
    if (a.cols() == 0) return;
    if (y.cols == 1) local::gemv<T>(T(-1), a, x, T(1), y);
    else local::gemm<T>(T(-1), a, local::plain(x), T(1), y);
  }

  static void copy(Tile<const T> from, Tile<T> to) {
    for (Index j = 0; j < from.cols; ++j) std::copy_n(from.at(0, j), from.rows, to.at(0, j));
  }

  Room& room_;
  const Board<T>& a_;
  local::Triangle triangle_;
  Tile<T> x_;
  int members_;
  int me_;
  std::vector<T> memory_;
  Tile<T> solved_;  // X itself with one member
};

}  // namespace

template <class T>
void substitute(Room& room, const Board<T>& a, local::Triangle triangle, Tile<T> x, Share share) {
  Substitution<T>(room, a, triangle, x, share).run();
}

Layout right_hand_sides(Shape shape, int crew) {
  if (shape.cols < crew || shape.cols == 0) return detail::on_rank_zero(shape);
  return Layout({.shape = shape,
                 .block = {std::max<Index>(1, shape.rows), (shape.cols + crew - 1) / crew},
                 .grid = {1, crew}});
}

#define ASHLAR_INSTANTIATE(T) \
  template void substitute(Room&, const Board<T>&, local::Triangle, Tile<T>, Share);
ASHLAR_FOR_ALL_SCALARS(ASHLAR_INSTANTIATE)
#undef ASHLAR_INSTANTIATE

}  // namespace ashlar::node
