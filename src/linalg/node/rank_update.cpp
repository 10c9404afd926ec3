// SPDX-License-Identifier: BSD-3-Clause
#include "rank_update.hpp"

#include <algorithm>
#include <complex>
#include <numeric>

#include "base/instantiate.hpp"
#include "base/tuning.hpp"
#include "linalg/local/blas.hpp"
#include "linalg/one_rank.hpp"
#include "slab_factor.hpp"

namespace ashlar::node {
namespace {

using local::Factor;
using local::Tile;

// C's lower triangle in 2 P block columns: the first P are on ranks 0, 1, …, P - 1, the others on P
// - 1, …, 1, 0, which balances their lengths.
template <Scalar T>
class Strips {
 public:
  Strips(mpi::CommunicatorView comm, Index n, int ranks)
      : n_(n),
        width_((n + 2 * ranks - 1) / (2 * ranks)),
        half_(std::min(n, ranks * width_)),
        long_(comm, columns({n, half_}, ranks, false), {.init = Init::Uninitialized}),
        short_(comm, columns({n - half_, n - half_}, ranks, true), {.init = Init::Uninitialized}) {}

  const Layout& layout() const { return long_.layout(); }

  // Calls f(columns, tile) for local block columns, from the diagonal down.
  template <class F>
  void for_mine(F&& f) {
    visit(long_, 0, f);
    visit(short_, half_, f);
  }

  void bring_home(MatrixView<T> c, Uplo uplo, Op mirror, const Scaling<T>& scaling) {
    bring_part({{0, n_}, {0, half_}}, long_, {c, uplo, mirror}, scaling);
    if (half_ < n_) bring_part({{half_, n_}, {half_, n_}}, short_, {c, uplo, mirror}, scaling);
  }

 private:
  struct Home {
    MatrixView<T> c;
    Uplo uplo;
    Op mirror;
  };

  Layout columns(Shape shape, int ranks, bool is_turned) const {
    std::vector<int> order(static_cast<std::size_t>(ranks));
    std::iota(order.begin(), order.end(), 0);
    if (is_turned) std::reverse(order.begin(), order.end());
    return Layout({.shape = shape,
                   .block = {std::max<Index>(shape.rows, 1), width_},
                   .grid = {1, ranks},
                   .ranks = order});
  }

  template <class F>
  void visit(DistMatrix<T>& part, Index shift, F& f) {
    if (!part.coord() || part.local_cols() == 0) return;
    const Index first = part.global_col(0);
    const Tile<T> tile = ashlar::detail::tile_of(part).row_range(first, part.local_rows());
    f(Range{shift + first, shift + first + tile.cols}, tile);
  }

  static void bring_part(const Section& part, const DistMatrix<T>& from, const Home& home,
                         const Scaling<T>& scaling) {
    const bool is_lower = home.uplo == Uplo::Lower;
    const Section to = is_lower ? part : part.transposed();
    copy_into(from, home.c.view(to.rows, to.cols),
              {.op = is_lower ? Op::None : home.mirror, .uplo = home.uplo}, scaling);
  }

  Index n_, width_, half_;
  DistMatrix<T> long_, short_;
};

// A' for some k of A.
template <class T>
Factor<T> turned(const Factor<T>& a, Op mirror) {
  return {a.tile, is_transposing(a.op) ? Op::None : mirror};
}

// The lower triangle of C := alpha A A^H + beta C, with a real alpha.
template <Scalar T>
void add_square(T alpha, Tile<const T> a, T beta, Tile<T> c) {
  if (beta == T(0))
    for (Index j = 0; j < c.cols; ++j) std::fill_n(c.at(j, j), c.rows - j, T(0));
  local::herk_lower(static_cast<double>(std::real(alpha)), a, c);
}

// The lower trapezoid of C := alpha A B + beta C; the part above becomes undefined. A has C's rows,
// B its columns.
// @param is_square  true if B is A^H, for which BLAS has a routine
template <Scalar T>
void add_lower(T alpha, const Factor<T>& a, const Factor<T>& b, T beta, Tile<T> c, bool is_square) {
  const ashlar::detail::Tuning& tuned = ashlar::detail::tuning();
  const Index n = c.cols, k = a.cols();
  if (n <= tuned.rank_update_leaf && !is_square) return local::gemm(alpha, a, b, beta, c);
  if (c.rows > n) local::gemm(alpha, a.part(n, 0, c.rows - n, k), b, beta, c.row_range(n, c.rows));
  if (is_square && n <= tuned.square_update_leaf)
    return add_square(alpha, a.tile.row_range(0, n), beta, c.row_range(0, n));
  const Index half = n / 2;
  add_lower(alpha, a.part(0, 0, n, k), b.part(0, 0, k, half), beta, c.part(0, 0, n, half),
            is_square);
  add_lower(alpha, a.part(half, 0, n - half, k), b.part(0, half, k, n - half), beta,
            c.part(half, half, n - half, n - half), is_square);
}

// C := alpha A B' + beta C for one block column, with the factors' rows from `j` on.
template <Scalar T>
void add_strip(T alpha, const Factor<T>& a, const Factor<T>& b_turned, T beta, Range j, Tile<T> c) {
  const Index k = a.cols();
  const bool is_square =
      a.tile.data == b_turned.tile.data && a.op == Op::None &&
      (!is_complex<T> || (b_turned.op == Op::ConjTrans && std::imag(alpha) == 0));
  add_lower(alpha, a.part(j.first, 0, c.rows, k), b_turned.part(0, j.first, k, j.size()), beta, c,
            is_square);
}

}  // namespace

template <Scalar T>
void update_triangle(const TriangleUpdate<T>& u, int ranks) {
  Room& room = Room::of(u.c.comm());
  room.begin(room.ranks());
  const Index depth = u.a.shape().cols;
  const Op mirror = u.is_hermitian ? Op::ConjTrans : Op::Trans;
  Strips<T> strips(u.c.comm(), u.c.shape().rows, ranks);
  SlabFactor<T> a(u.a, strips.layout(), true, room);
  std::optional<SlabFactor<T>> b;
  if (u.b) b.emplace(*u.b, strips.layout(), true, room);

  const bool is_moved = a.is_moved() || (b && b->is_moved());
  const bool others_read = a.is_read_by_others() || (b && b->is_read_by_others());
  const Index width = is_moved ? slab_width(depth) : depth;
  a.make_slab_of(width);
  if (b) b->make_slab_of(width);
  if (others_read) room.meet();
  T beta(0);
  const auto add = [&](const Factor<T>& x, const Factor<T>& y) {
    strips.for_mine([&](Range j, Tile<T> c) {
      add_strip(u.alpha, x, turned(y, mirror), beta, j, c);
      if (u.b) add_strip(u.alpha_2, y, turned(x, mirror), T(1), j, c);
    });
    beta = T(1);
  };
  for (Index first = 0; first < depth; first += width) {
    const Range k{first, std::min(depth, first + width)};
    if (b) bring_slabs({&a, &*b}, k);
    else bring_slabs({&a}, k);
    if (is_moved && ranks > 1) room.meet();
    if (const auto me = strips.layout().ranks().coord_of(room.rank()))
      guarded(room, [&] { for_each_pair(a, b ? *b : a, k, *me, add); });
    if (k.last < depth && ranks > 1) room.meet();  // before slabs are overwritten
  }
  if (others_read) room.meet();
  strips.bring_home(u.c, u.uplo, mirror, {.alpha = T(1), .beta = u.beta});
}

#define ASHLAR_INSTANTIATE(T) template void update_triangle(const TriangleUpdate<T>&, int);
ASHLAR_FOR_ALL_SCALARS(ASHLAR_INSTANTIATE)
#undef ASHLAR_INSTANTIATE

}  // namespace ashlar::node
