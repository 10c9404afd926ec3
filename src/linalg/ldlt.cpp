// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/linalg/ldlt.hpp>

#include <vector>

#include <ashlar/base/checked_int.hpp>
#include <ashlar/linalg/options.hpp>

#include "base/instantiate.hpp"
#include "factor.hpp"
#include "fortran/lapack.hpp"
#include "log_product.hpp"
#include "same_options.hpp"
#include "workspace.hpp"

namespace ashlar {
namespace {

// ?sytrf or ?hetrf on rank 0. Returns INFO.
template <Scalar T>
int call_sytrf(Uplo uplo, Op symmetry, local::Tile<T> a, std::vector<int>& pivots) {
  const auto routine = symmetry == Op::ConjTrans ? fortran::hetrf<T> : fortran::sytrf<T>;
  const char letter = static_cast<char>(uplo);
  const int n = checked_int(a.rows, "order of A"), ld = checked_int(a.ld, "leading dimension of A");
  pivots.resize(static_cast<std::size_t>(n));
  return detail::with_workspace<T>(a.rows, [&](T* work, const int* lwork, int* info) {
    routine(&letter, &n, a.data, &ld, pivots.data(), work, lwork, info, 1);
  });
}

template <Scalar T>
int call_sytrs(Uplo uplo, Op symmetry, local::Tile<const T> a, const std::vector<int>& pivots,
               local::Tile<T> b) {
  const auto routine = symmetry == Op::ConjTrans ? fortran::hetrs<T> : fortran::sytrs<T>;
  const char letter = static_cast<char>(uplo);
  const int n = checked_int(a.rows, "order of A");
  const int nrhs = checked_int(b.cols, "number of right-hand sides");
  const int lda = checked_int(a.ld, "leading dimension of A");
  const int ldb = checked_int(b.ld, "leading dimension of B");
  int info = 0;
  routine(&letter, &n, &nrhs, a.data, &lda, pivots.data(), b.data, &ldb, &info, 1);
  return info;
}

// Rank 0's results about D.
template <Scalar T>
struct Summary {
  int info = 0;
  detail::Inertia inertia;
  LogDeterminant<T> determinant;
};

void count(detail::Inertia& inertia, double eigenvalue) {
  ++(eigenvalue > 0 ? inertia.positive : eigenvalue < 0 ? inertia.negative : inertia.zero);
}

// Counts eigenvalue signs of a 2x2 block by trace `sum` and determinant `product`.
void count_pair(detail::Inertia& inertia, double sum, double product) {
  count(inertia, product < 0 ? 1 : sum);
  count(inertia, product < 0 ? -1 : product > 0 ? sum : 0);
}

// Signs and product of D's eigenvalues. 2x2 blocks have two negative pivots.
template <Scalar T>
Summary<T> summary_of(Uplo uplo, Op symmetry, local::Tile<const T> d,
                      const std::vector<int>& pivots) {
  using Wide = typename detail::LogProduct<T>::Wide;
  Summary<T> result;
  detail::LogProduct<T> product;
  for (Index k = 0; k < d.rows; ++k) {
    if (pivots[static_cast<std::size_t>(k)] > 0) {
      count(result.inertia, std::real(d(k, k)));
      product.multiply(symmetry == Op::ConjTrans ? Wide(std::real(d(k, k))) : Wide(d(k, k)));
      continue;
    }
    const Wide side = uplo == Uplo::Lower ? d(k + 1, k) : d(k, k + 1);
    // Scaled by the off-diagonal element against overflow; Hermitian blocks need only its modulus.
    const Wide scale = symmetry == Op::ConjTrans ? Wide(std::abs(side)) : side;
    const Wide d1 = Wide(d(k, k)) / scale, d2 = Wide(d(k + 1, k + 1)) / scale;
    count_pair(result.inertia, std::real(d1 + d2), std::real(d1 * d2) - 1);
    product.multiply(scale);
    product.multiply(scale);
    product.multiply(symmetry == Op::ConjTrans ? Wide(std::real(d1) * std::real(d2) - 1)
                                               : d1 * d2 - 1.0);
    ++k;
  }
  result.determinant = product.result();
  return result;
}

}  // namespace

namespace detail {

template <Scalar T>
LdltFactor<T> ldlt_factor(MatrixView<const T> a, Uplo uplo, Op symmetry,
                          const LinalgOptions& options) {
  const mpi::CollectiveCall call(a.comm(), "ldlt_factor", mpi::same("A", a),
                                 mpi::same("uplo", uplo), mpi::same("symmetry", symmetry),
                                 mpi::same("the options", options));
  check_square("ldlt_factor", a.shape());
  expect(uplo != Uplo::General,
         "ldlt_factor: uplo is general; give lower or upper, the triangle that holds A");
  expect(symmetry != Op::None,
         "ldlt_factor: symmetry is none; give conjugate-transpose (Hermitian) or transpose");
  LdltFactor<T> result;
  result.uplo_ = uplo;
  result.symmetry_ = symmetry;
  result.factors_ = gathered_for(Routine::Ldlt, "ldlt_factor", a, options, uplo);
  if (a.shape().empty()) return result;
  const Summary<T> summary = by_rank_zero(a.comm(), [&] {
    const local::Tile<T> tile = tile_of(result.factors_);
    const int info = call_sytrf(uplo, symmetry, tile, result.pivots_);
    Summary<T> found = summary_of<T>(uplo, symmetry, tile, result.pivots_);
    found.info = info;
    return found;
  });
  result.outcome_ =
      agreed_outcome(a.comm(), summary.info, is_complex<T> ? "?hetrf or ?sytrf" : "?sytrf");
  result.inertia_ = summary.inertia;
  result.determinant_ = summary.determinant;
  return result;
}

}  // namespace detail

template <Scalar T>
DistMatrix<T> LdltFactor<T>::solve_view(MatrixView<const T> b, const LinalgOptions& options) const {
  const mpi::CollectiveCall call(b.comm(), "LdltFactor::solve", mpi::same("the factor", factors_),
                                 mpi::same("B", b), mpi::same("the options", options));
  detail::check_system("LdltFactor::solve", factors_.shape(), b.shape(),
                       b.comm() == factors_.comm());
  detail::expect_ok<SingularMatrix>(outcome_, "A is singular: pivot ",
                                    " of D (counted from 0) is exactly zero");
  return detail::on_one_rank("LdltFactor::solve", "?sytrs", b, options, [&](local::Tile<T> x) {
    return call_sytrs<T>(uplo_, symmetry_, detail::tile_of(factors_), pivots_, x);
  });
}

#define ASHLAR_INSTANTIATE(T)                                                                      \
  template LdltFactor<T> detail::ldlt_factor(MatrixView<const T>, Uplo, Op, const LinalgOptions&); \
  template class LdltFactor<T>;
ASHLAR_FOR_ALL_SCALARS(ASHLAR_INSTANTIATE)
#undef ASHLAR_INSTANTIATE

}  // namespace ashlar
