// SPDX-License-Identifier: BSD-3-Clause
#include <complex>

#include "base/instantiate.hpp"
#include "linalg/factor.hpp"
#include "linalg/fortran/scalapack.hpp"
#include "linalg/reduce.hpp"
#include "linalg/workspace.hpp"
#include "parts.hpp"

namespace ashlar::detail {
namespace {

// A = Q B P^H: B, and reflectors of Q and P below and above it.
template <Scalar T>
struct Reduction {
  DistMatrix<T> a;
  std::vector<T> tauq, taup;

  explicit Reduction(DistMatrix<T> matrix) : a(std::move(matrix)) {}
};

// Sufficient for all routines here.
template <Scalar T>
Index ample_workspace(const DistMatrix<T>& a) {
  const Index block = a.layout().block().rows;
  return block * (3 * block + 2 * (a.local_rows() + a.local_cols() + block));
}

template <Scalar T>
Reduction<T> reduced(DistMatrix<T> matrix) {
  Reduction<T> result(std::move(matrix));
  DistMatrix<T>& a = result.a;
  const auto f = fortran_matrix(a);
  const std::size_t most =
      static_cast<std::size_t>(std::max(a.local_rows(), a.local_cols()) + a.layout().block().rows);
  result.tauq.resize(most);
  result.taup.resize(most);
  std::vector<ashlar::RealOf<T>> d(most), e(most);
  const int m = checked_int(a.rows(), "rows of A"), n = checked_int(a.cols(), "columns of A");
  const int info = with_agreed_workspace<T>(
      a.comm(), f.is_in_grid, ample_workspace(a), [&](T* work, const int* lwork, int* status) {
        fortran::pgebrd<T>(&m, &n, f.data, &f.row, &f.col, f.descriptor.data(), d.data(), e.data(),
                           result.tauq.data(), result.taup.data(), work, lwork, status);
      });
  (void)agreed_outcome(a.comm(), info, "p?gebrd");
  return result;
}

template <Scalar T>
Bidiagonal<ashlar::RealOf<T>> bidiagonal_of(const DistMatrix<T>& a) {
  using R = ashlar::RealOf<T>;
  const Index n = a.cols();
  std::vector<R> both(static_cast<std::size_t>(2 * n));
  for (Index i = 0; i < n; ++i) {
    if (const T* x = a.find(i, i)) both[static_cast<std::size_t>(i)] = std::real(*x);
    if (i + 1 == n) break;
    if (const T* x = a.find(i, i + 1)) both[static_cast<std::size_t>(n + i)] = std::real(*x);
  }
  sum_over(a.comm(), both);
  return {{both.begin(), both.begin() + n}, {both.begin() + n, both.end() - 1}};
}

enum class Side : char { Left = 'L', Right = 'R' };

// c := Q c, or c := c P^H.
template <Scalar T>
void transform_back(const Reduction<T>& reduction, Side side, DistMatrix<T>& c) {
  const bool is_q = side == Side::Left;
  const auto a = fortran_matrix(reduction.a);
  const auto x = fortran_matrix(c);
  const char vect = is_q ? 'Q' : 'P', from = static_cast<char>(side);
  const char trans = is_q ? 'N' : is_complex<T> ? 'C' : 'T';
  const int m = checked_int(c.rows(), "rows of the vectors");
  const int n = checked_int(c.cols(), "columns of the vectors");
  const int k = checked_int(is_q ? reduction.a.cols() : reduction.a.rows(), "size of A");
  const T* tau = (is_q ? reduction.tauq : reduction.taup).data();
  const Index least = std::max(ample_workspace(c), ample_workspace(reduction.a));
  const int info = with_agreed_workspace<T>(
      c.comm(), x.is_in_grid, least, [&](T* work, const int* lwork, int* status) {
        fortran::pormbr<T>(&vect, &from, &trans, &m, &n, &k, a.data, &a.row, &a.col,
                           a.descriptor.data(), tau, x.data, &x.row, &x.col, x.descriptor.data(),
                           work, lwork, status, 1, 1, 1);
      });
  (void)agreed_outcome(c.comm(), info, is_q ? "p?ormbr (Q)" : "p?ormbr (P)");
}

}  // namespace

template <Scalar T>
Svd<T> svd_by_bidiagonal(DistMatrix<T> a, SvdVectors vectors) {
  using R = ashlar::RealOf<T>;
  const bool with_vectors = vectors != SvdVectors::Values;
  const Shape shape = a.shape();
  const Layout layout = a.layout();
  const Reduction<T> reduction = reduced(std::move(a));
  const mpi::CommunicatorView comm = reduction.a.comm();
  Svd<R> core = svd_of_bidiagonal(comm, bidiagonal_of(reduction.a), with_vectors);
  Svd<T> result;
  result.algorithm = Algorithm::ScaLapack;
  result.values = std::move(core.values);
  if (!with_vectors) return result;
  // Frees rank 0's large blocks after their distribution.
  result.u = bordered<T>(core.u, layout.with_shape({shape.rows, columns_of_u(shape, vectors)}));
  core.u = {};
  result.vh = bordered<T>(core.vh, layout.with_shape({shape.cols, shape.cols}));
  core.vh = {};
  transform_back(reduction, Side::Left, result.u);
  transform_back(reduction, Side::Right, result.vh);
  return result;
}

#define ASHLAR_INSTANTIATE(T) template Svd<T> svd_by_bidiagonal(DistMatrix<T>, SvdVectors);
ASHLAR_FOR_ALL_SCALARS(ASHLAR_INSTANTIATE)
#undef ASHLAR_INSTANTIATE

}  // namespace ashlar::detail
