// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/linalg/cholesky.hpp>

#include <algorithm>
#include <utility>

#include <ashlar/move/mirror.hpp>

#include "base/instantiate.hpp"
#include "factor.hpp"
#include "fortran/scalapack.hpp"
#include "node/cholesky.hpp"
#include "same_options.hpp"

namespace ashlar {
namespace {

// Returns INFO; 0 on idle ranks.
template <Scalar T>
int call_potrf(Uplo uplo, DistMatrix<T>& a) {
  const auto [data, row, col, descriptor, is_in_grid] = detail::fortran_matrix(a);
  if (!is_in_grid) return 0;
  const char letter = static_cast<char>(uplo);
  const int n = checked_int(a.rows(), "order of A");
  int info = 0;
  fortran::ppotrf<T>(&letter, &n, data, &row, &col, descriptor.data(), &info, 1);
  return info;
}

// Returns INFO; 0 on idle ranks.
template <Scalar T>
int call_potrs(Uplo uplo, const DistMatrix<T>& factor, DistMatrix<T>& b) {
  const auto f = detail::fortran_matrix(factor);
  const auto x = detail::fortran_matrix(b);
  if (!f.is_in_grid) return 0;
  const char letter = static_cast<char>(uplo);
  const int n = checked_int(factor.rows(), "order of A");
  const int nrhs = checked_int(b.cols(), "number of right-hand sides");
  int info = 0;
  fortran::ppotrs<T>(&letter, &n, &nrhs, f.data, &f.row, &f.col, f.descriptor.data(), x.data,
                     &x.row, &x.col, x.descriptor.data(), &info, 1);
  return info;
}

}  // namespace

namespace detail {
namespace {

void check_triangle(Uplo uplo) {
  expect(uplo != Uplo::General,
         "cholesky_factor: uplo is general; give lower or upper, the triangle that holds A");
}

// Kernels and factor() require a lower triangle with zeros above.
template <Scalar T>
void clear_upper(DistMatrix<T>& a) {
  const LocalView<T> local = a.local();
  for (Index j = 1; j < local.cols; ++j) std::fill_n(local.at(0, j), j, T(0));
}

}  // namespace

template <Scalar T>
CholeskyFactor<T> cholesky_factor(MatrixView<const T> a, DistMatrix<T>* mine, Uplo uplo,
                                  const LinalgOptions& options, FactorUse use) {
  const mpi::CommunicatorView comm = a.comm();
  const mpi::CollectiveCall call(comm, "cholesky_factor", mpi::same("A", a),
                                 mpi::same("uplo", uplo), mpi::same("the options", options));
  return agreed(comm, [&] {
    check_square("cholesky_factor", a.shape());
    check_triangle(uplo);
    const LayoutAdvice advice = advised(Routine::Cholesky, a.shape(), comm, options);
    const bool by_scalapack = advice.algorithm == Algorithm::ScaLapack;
    // Node and OneRank compute L, whose conjugate transpose is U.
    const bool turns = uplo == Uplo::Upper && !by_scalapack;
    CholeskyFactor<T> result;
    result.uplo_ = turns ? Uplo::Lower : uplo;
    result.algorithm_ = advice.algorithm;
    node::Room& room = node::Room::of(comm);
    const int crew = node::cholesky_crew(room, advice.layout);
    const bool is_in_place =
        mine && uplo == Uplo::Lower && !by_scalapack && serves_in_place(*mine, advice);
    if (is_in_place) {
      result.factor_ = std::move(*mine);
      clear_upper(result.factor_);
      check_lower_finite(result.factor_, crew, "cholesky_factor", "A");
    } else {
      // Each rank reads its elements of A, which are in its cache rather than those of the copy.
      check_finite(a, "cholesky_factor", "A", uplo);
      result.factor_ = working_copy(a, advice, "cholesky_factor: A", options,
                                    {.op = turns ? Op::ConjTrans : Op::None,
                                     .uplo = result.uplo_,
                                     .rest = use == FactorUse::All ? Rest::Zero : Rest::Untouched});
      if (mine) *mine = {};
    }
    if (result.factor_.rows() > 0)
      result.outcome_ = by_scalapack
                            ? agreed_outcome(comm, call_potrf(uplo, result.factor_), "p?potrf")
                            : node::factor_cholesky(room, crew, result.factor_);
    if (turns && use == FactorUse::All) {
      conj_transpose_in_place(result.factor_);
      result.uplo_ = uplo;
    }
    return result;
  });
}

}  // namespace detail

template <Scalar T>
DistMatrix<T> CholeskyFactor<T>::solve_view(MatrixView<const T> b,
                                            const LinalgOptions& options) const {
  const mpi::CollectiveCall call(b.comm(), "CholeskyFactor::solve",
                                 mpi::same("the factor", factor_), mpi::same("B", b),
                                 mpi::same("the options", options));
  detail::check_system("CholeskyFactor::solve", factor_.shape(), b.shape(),
                       b.comm() == factor_.comm());
  detail::expect_ok<NotPositiveDefinite>(
      outcome_, "A is not positive definite: its leading minor that ends with row ",
      " (counted from 0) is not positive");
  node::Room& room = node::Room::of(b.comm());
  const int crew = node::cholesky_crew(room, factor_.layout());
  DistMatrix<T> x = detail::sides_for<T>({Routine::Cholesky, factor_.layout(), algorithm_, crew}, b,
                                         "CholeskyFactor::solve: B", options);
  detail::check_finite(x, "CholeskyFactor::solve", "B");
  if (!x.shape().empty()) {
    if (algorithm_ == Algorithm::ScaLapack)
      (void)detail::agreed_outcome(b.comm(), call_potrs(uplo_, factor_, x), "p?potrs");
    else node::solve_cholesky(room, crew, uplo_, factor_, x);
  }
  return detail::brought_back(std::move(x), b);
}

#define ASHLAR_INSTANTIATE(T)                                                                   \
  template CholeskyFactor<T> detail::cholesky_factor(MatrixView<const T>, DistMatrix<T>*, Uplo, \
                                                     const LinalgOptions&, FactorUse);          \
  template class CholeskyFactor<T>;
ASHLAR_FOR_ALL_SCALARS(ASHLAR_INSTANTIATE)
#undef ASHLAR_INSTANTIATE

}  // namespace ashlar
