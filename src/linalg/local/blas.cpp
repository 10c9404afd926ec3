// SPDX-License-Identifier: BSD-3-Clause
#include "blas.hpp"

#include <algorithm>

#include <ashlar/base/checked_int.hpp>
#include <ashlar/base/scalar.hpp>

#include "base/instantiate.hpp"
#include "kernel_gemm.hpp"
#include "linalg/fortran/blas.hpp"

namespace ashlar::local {
namespace {

// Rows or columns per call: far below 2^31, and a multiple of every kernel's unit.
constexpr Index most = Index{1} << 30;

template <class E>
char letter(E value) {
  return static_cast<char>(value);
}

int ld_of(Index ld) { return checked_int(std::max<Index>(ld, 1), "leading dimension"); }

// A single column's leading dimension is unused and may be too large.
template <class T>
int ld_of(const Tile<T>& tile) {
  return ld_of(tile.cols == 1 ? std::min(std::max<Index>(tile.ld, tile.rows), most) : tile.ld);
}

// ?trsm or ?trmm for small triangles, in parts of B's free dimension.
template <class T>
void triangular(fortran::LocalTriangular<T>* routine, Side side, Triangle triangle, T alpha,
                Tile<const T> a, Tile<T> b) {
  if (b.empty()) return;
  const Index free = side == Side::Left ? b.cols : b.rows;
  const char s = letter(side), u = letter(triangle.uplo), o = letter(triangle.op),
             d = letter(triangle.diag);
  const int lda = ld_of(a), ldb = ld_of(b);
  for (Index first = 0; first < free; first += most) {
    const Index last = std::min(free, first + most);
    const Tile<T> part = side == Side::Left ? b.col_range(first, last) : b.row_range(first, last);
    const int m = checked_int(part.rows, "rows of B"), n = checked_int(part.cols, "columns of B");
    routine(&s, &u, &o, &d, &m, &n, &alpha, a.data, &lda, part.data, &ldb, 1, 1, 1, 1);
  }
}

// ?trsm packs all of A even for one column, and takes twice the time at n = 128.
template <class T>
void triangular_vector(Triangle triangle, Tile<const T> a, T* x) {
  const char u = letter(triangle.uplo), o = letter(triangle.op), d = letter(triangle.diag);
  const int n = checked_int(a.rows, "order of A"), lda = ld_of(a), one = 1;
  fortran::trsv<T>(&u, &o, &d, &n, a.data, &lda, x, &one, 1, 1, 1);
}

}  // namespace

template <class T>
void gemm(T alpha, Factor<T> a, Factor<T> b, T beta, Tile<T> c) {
  if (c.empty() || kernel_gemm(alpha, a, b, beta, c)) return;
  const Index k = a.cols();
  if (c.rows > most) {
    gemm(alpha, a.part(0, 0, most, k), b, beta, c.row_range(0, most));
    return gemm(alpha, a.part(most, 0, c.rows - most, k), b, beta, c.row_range(most, c.rows));
  }
  if (c.cols > most) {
    gemm(alpha, a, b.part(0, 0, k, most), beta, c.col_range(0, most));
    return gemm(alpha, a, b.part(0, most, k, c.cols - most), beta, c.col_range(most, c.cols));
  }
  if (k > most) {
    gemm(alpha, a.part(0, 0, c.rows, most), b.part(0, 0, most, c.cols), beta, c);
    return gemm(alpha, a.part(0, most, c.rows, k - most), b.part(most, 0, k - most, c.cols), T(1),
                c);
  }
  const char ta = letter(a.op), tb = letter(b.op);
  const int m = static_cast<int>(c.rows), n = static_cast<int>(c.cols), kk = static_cast<int>(k);
  const int lda = ld_of(a.tile), ldb = ld_of(b.tile), ldc = ld_of(c);
  fortran::gemm<T>(&ta, &tb, &m, &n, &kk, &alpha, a.tile.data, &lda, b.tile.data, &ldb, &beta,
                   c.data, &ldc, 1, 1);
}

template <class T>
void plain_trsm(Side side, Triangle triangle, T alpha, Tile<const T> a, Tile<T> b) {
  const bool is_one_column = side == Side::Left && b.cols == 1 && alpha == T(1);
  if (is_one_column) return triangular_vector(triangle, a, b.data);
  triangular<T>(fortran::trsm<T>, side, triangle, alpha, a, b);
}

template <class T>
void trmm(Side side, Triangle triangle, T alpha, Tile<const T> a, Tile<T> b) {
  triangular<T>(fortran::trmm<T>, side, triangle, alpha, a, b);
}

template <class T>
void herk_lower(double alpha, Tile<const T> a, Tile<T> c) {
  if (c.empty()) return;
  const char lower = 'L', none = 'N';
  const int n = checked_int(c.rows, "order of C"), k = checked_int(a.cols, "columns of A");
  const int lda = ld_of(a), ldc = ld_of(c);
  const auto factor = static_cast<RealOf<T>>(alpha), one = RealOf<T>(1);
  fortran::herk<T>(&lower, &none, &n, &k, &factor, a.data, &lda, &one, c.data, &ldc, 1, 1);
}

template <class T>
void gemv(T alpha, Factor<T> a, Tile<const T> x, T beta, Tile<T> y) {
  if (y.empty()) return;
  if (a.rows() > most || a.cols() > most) return gemm(alpha, a, {x, Op::None}, beta, y);
  const char trans = letter(a.op);
  const int m = static_cast<int>(a.tile.rows), n = static_cast<int>(a.tile.cols);
  const int lda = ld_of(a.tile), one = 1;
  fortran::gemv<T>(&trans, &m, &n, &alpha, a.tile.data, &lda, x.data, &one, &beta, y.data, &one, 1);
}

#define ASHLAR_INSTANTIATE(T)                                          \
  template void gemm(T, Factor<T>, Factor<T>, T, Tile<T>);             \
  template void plain_trsm(Side, Triangle, T, Tile<const T>, Tile<T>); \
  template void trmm(Side, Triangle, T, Tile<const T>, Tile<T>);       \
  template void herk_lower(double, Tile<const T>, Tile<T>);            \
  template void gemv(T, Factor<T>, Tile<const T>, T, Tile<T>);
ASHLAR_FOR_ALL_SCALARS(ASHLAR_INSTANTIATE)
#undef ASHLAR_INSTANTIATE

}  // namespace ashlar::local
