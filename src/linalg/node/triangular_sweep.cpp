// SPDX-License-Identifier: BSD-3-Clause
#include "triangular_sweep.hpp"

#include <algorithm>
#include <optional>
#include <span>
#include <vector>

#include <ashlar/matrix/dist_matrix.hpp>
#include <ashlar/move/copy.hpp>

#include "base/instantiate.hpp"
#include "base/tuning.hpp"
#include "linalg/local/blas.hpp"
#include "linalg/operand.hpp"
#include "linalg/products.hpp"
#include "part_sum.hpp"
#include "product_grid.hpp"
#include "reading.hpp"
#include "room.hpp"
#include "slab_factor.hpp"

namespace ashlar::node {
namespace {

using ashlar::detail::TriangularAction;
using local::Factor;
using local::Tile;

// The triangle of the sweep: S = op(A) from the left, its transpose from the right. Updates by
// block k of B then always use columns k of S.
template <Scalar T>
struct Swept {
  const TriangularProblem<T>& p;

  bool is_left() const { return p.side == Side::Left; }
  bool is_solve() const { return p.action == TriangularAction::Solve; }
  // True if S is lower: blocks update those after them.
  bool is_lower() const { return ((p.uplo == Uplo::Lower) == (p.op == Op::None)) == is_left(); }
  // Ops of A in moves to slabs of S, and of S in slabs; conjugation alone does not exist.
  Op on_the_way() const {
    if (is_left()) return p.op;
    return p.op == Op::None ? Op::Trans : Op::None;
  }
  Op in_slab() const {
    if (is_left()) return Op::None;
    return p.op == Op::ConjTrans ? Op::ConjTrans : Op::Trans;
  }
  Index order() const { return p.a.shape().rows; }
};

// Columns [k.first, k.last) of S in readable memory: S(i, k.first + j) is element (i, j) of
// `block`, or (j, i) if `is_turned`; `op` gives the multiplier of B.
template <class T>
struct Panel {
  Range k;
  Tile<const T> block;
  bool is_turned = false;
  Op op = Op::None;
  Uplo uplo = Uplo::Lower;  // of the block

  // The multiplier of B: rows x cols of S from the left, transposed from the right.
  Factor<T> part(Range rows, Range cols) const {
    const Index j = cols.first - k.first;
    return {is_turned ? block.part(j, rows.first, cols.size(), rows.size())
                      : block.part(rows.first, j, rows.size(), cols.size()),
            op};
  }
};

// This rank's part of B: the order of S in one direction.
template <Scalar T>
class Strip {
 public:
  Strip(const Swept<T>& swept, Tile<T> b) : s_(swept), b_(b) {}

  // Adds block k's contribution, and replaces the block by its result.
  void apply(const Panel<T>& panel) {
    const Range others = s_.is_lower() ? Range{panel.k.last, s_.order()} : Range{0, panel.k.first};
    if (s_.is_solve()) {
      diagonal(panel, panel.k);
      update(panel, panel.k, others);
    } else {
      update(panel, panel.k, others);
      diagonal(panel, panel.k);
    }
  }

 private:
  Tile<T> along(Range k) const {
    return s_.is_left() ? b_.row_range(k.first, k.last) : b_.col_range(k.first, k.last);
  }

  void update(const Panel<T>& panel, Range from, Range to) {
    if (to.empty()) return;
    const T sign = s_.is_solve() ? T(-1) : T(1);
    const Factor<T> s = panel.part(to, from), b = local::plain(along(from));
    if (s_.is_left()) local::gemm(sign, s, b, T(1), along(to));
    else local::gemm(sign, b, s, T(1), along(to));
  }

  // Recursive halving, since the local ?trsm and ?trmm are much slower than ?gemm.
  void diagonal(const Panel<T>& panel, Range k) {
    if (k.size() <= ashlar::detail::tuning().triangle_leaf) return smallest_diagonal(panel, k);
    const Index middle = k.first + k.size() / 2;
    const Range low{k.first, middle}, high{middle, k.last};
    const Range giving = s_.is_lower() ? low : high, taking = s_.is_lower() ? high : low;
    if (s_.is_solve()) {
      diagonal(panel, giving);
      update(panel, giving, taking);
      diagonal(panel, taking);
    } else {
      diagonal(panel, taking);
      update(panel, giving, taking);
      diagonal(panel, giving);
    }
  }

  void smallest_diagonal(const Panel<T>& panel, Range k) {
    const local::Triangle triangle{panel.uplo, panel.op, s_.p.diag};
    const Tile<const T> square = panel.part(k, k).tile;
    if (s_.is_solve()) local::trsm(s_.p.side, triangle, T(1), square, along(k));
    else local::trmm(s_.p.side, triangle, T(1), square, along(k));
  }

  const Swept<T>& s_;
  Tile<T> b_;
};

// The triangle in shared slabs, or in place.
template <Scalar T>
class SweptSlabs {
 public:
  // @param only  the one rank that has B; else the first `ranks` keep the slabs
  SweptSlabs(const Swept<T>& swept, int ranks, Room& room, std::optional<int> only)
      : s_(swept), room_(room), ranks_(only ? 1 : ranks), has_work_(!only || *only == room.rank()) {
    const MatrixView<const T> a = swept.p.a;
    const auto holder = sole_rank(a.layout(), a.section());
    const Reading<T> reading(a.matrix(), a.section(), Op::None, 0, true);
    is_own_ = holder && holder == only && reading.is_column_major();
    in_place_ = is_own_ || (holder && room.is_available() && reading.is_shared());
    const Index m = swept.order();
    if (in_place_) {
      // Others neither need nor can access private memory of one rank.
      if (is_own_ && !has_work_) return;
      whole_ = reading.pieces({0, m}, Axis{m, m, 1, 0}, 0).front().factor.tile;
      return;
    }
    width_ = slab_width(m);
    slab_.emplace(a.comm(),
                  Layout({.shape = {m, width_},
                          .block = {m, (width_ + ranks_ - 1) / ranks_},
                          .grid = {1, ranks_},
                          .ranks = only ? std::vector{*only} : std::vector<int>{}}),
                  StorageOptions{.init = Init::Uninitialized});
  }

  // Calls f(panel) in the order of the sweep.
  template <class F>
  void for_each(F&& f) {
    const bool is_forward = s_.is_lower() == s_.is_solve();
    if (in_place_) return for_each_in_place(is_forward, f);
    const Index count = (s_.order() + width_ - 1) / width_;
    for (Index n = 0; n < count; ++n) {
      const Index first = (is_forward ? n : count - 1 - n) * width_;
      const Range k{first, std::min(s_.order(), first + width_)};
      if (n > 0 && ranks_ > 1) room_.meet();  // before the slab is overwritten
      bring(k);
      if (ranks_ > 1) room_.meet();
      if (!has_work_) continue;
      auto pieces = Reading<T>(*slab_, Section::all(slab_->shape()), Op::None, k.first, true)
                        .pieces(k, slab_->layout().rows(), 0);
      if (!is_forward) std::reverse(pieces.begin(), pieces.end());
      for (const auto& piece : pieces)
        f(Panel<T>{piece.k, piece.factor.tile, false, s_.in_slab(),
                   s_.is_lower() ? Uplo::Lower : Uplo::Upper});
    }
  }

 private:
  template <class F>
  void for_each_in_place(bool is_forward, F& f) {
    if (whole_.data == nullptr) return;
    if (!is_own_) room_.meet();
    const Index width = ashlar::detail::tuning().sweep_columns;
    const Index count = (s_.order() + width - 1) / width;
    // The block holds A; if S is its transpose, S's columns are A's rows.
    const bool is_turned = s_.is_left() ? is_transposing(s_.p.op) : !is_transposing(s_.p.op);
    for (Index n = 0; n < count; ++n) {
      const Index first = (is_forward ? n : count - 1 - n) * width;
      const Range k{first, std::min(s_.order(), first + width)};
      const Tile<const T> block =
          is_turned ? whole_.row_range(k.first, k.last) : whole_.col_range(k.first, k.last);
      f(Panel<T>{k, block, is_turned, s_.p.op, s_.p.uplo});
    }
    if (!is_own_) room_.meet();
  }

  void bring(Range k) {
    const Range rows = s_.is_lower() ? Range{k.first, s_.order()} : Range{0, k.last};
    const Op op = s_.on_the_way();
    const MatrixView<const T>& a = s_.p.a;
    copy_into(is_transposing(op) ? a.view(k, rows) : a.view(rows, k),
              slab_->view(rows, {0, k.size()}),
              {.op = op,
               .uplo = s_.is_lower() ? Uplo::Lower : Uplo::Upper,
               .diagonal = rows.first - k.first,
               .diag = s_.p.diag});
  }

  const Swept<T>& s_;
  Room& room_;
  int ranks_;
  bool has_work_;
  bool in_place_ = false;
  bool is_own_ = false;
  Tile<const T> whole_;
  Index width_ = 0;
  std::optional<DistMatrix<T>> slab_;
};

// B's layout if it is computed in place: whole columns (rows), evenly distributed.
template <Scalar T>
std::optional<Layout> layout_in_place(const TriangularProblem<T>& p, int ranks) {
  const Layout& layout = p.b.layout();
  if (p.b.matrix().storage_order() != StorageOrder::Fortran) return {};
  const Layout own = ashlar::detail::section_layout(layout, p.b.section());
  if (ranks == 1) {
    if (sole_rank(layout, p.b.section())) return own;
    return {};
  }
  if ((p.side == Side::Left ? layout.rows() : layout.cols()).nprocs > 1) return {};
  if (!is_even_enough(own, p.a.shape().rows / 2, ranks)) return {};
  return own;
}

}  // namespace

template <Scalar T>
void sweep_triangle(const TriangularProblem<T>& p, int ranks) {
  Room& room = Room::of(p.b.comm());
  room.begin(room.ranks());
  const Swept<T> swept{p};
  const Index free = swept.is_left() ? p.b.shape().cols : p.b.shape().rows;
  const int used =
      static_cast<int>(std::clamp<Index>(free / ashlar::detail::tuning().sweep_strip, 1, ranks));
  const auto own = layout_in_place(p, used);
  const GridShape grid = swept.is_left() ? GridShape{1, used} : GridShape{used, 1};
  const Layout layout = own ? *own : block_layout(p.b.shape(), grid);
  std::optional<DistMatrix<T>> strips;
  if (!own) {
    strips.emplace(p.b.comm(), layout, StorageOptions{.init = Init::Uninitialized});
    copy_into(p.b, *strips, {}, {.alpha = p.alpha, .beta = T(0)});
  } else {
    ashlar::detail::scale_section(p.b, p.alpha);
  }

  const MatrixView<T> b = strips ? MatrixView<T>(*strips) : p.b;
  SweptSlabs<T> slabs(swept, used, room, sole_rank(b.layout(), b.section()));
  const Tile<T> mine = tile_of(b);
  Strip<T> strip(swept, mine);
  slabs.for_each([&](const Panel<T>& panel) {
    if (!mine.empty()) guarded(room, [&] { strip.apply(panel); });
  });
  if (strips) copy_into(*strips, p.b);
}

#define ASHLAR_INSTANTIATE(T) template void sweep_triangle(const TriangularProblem<T>&, int);
ASHLAR_FOR_ALL_SCALARS(ASHLAR_INSTANTIATE)
#undef ASHLAR_INSTANTIATE

}  // namespace ashlar::node
