// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/linalg/cholesky.hpp>

#include <utility>

#include "factor.hpp"
#include "finite.hpp"
#include "fortran/scalapack.hpp"

namespace ashlar {
namespace {

// p?potrf on the whole of `a`. Returns INFO; 0 on an idle rank.
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

// p?potrs on the whole of `b`. Returns INFO; 0 on an idle rank.
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

template <Scalar T>
CholeskyFactor<T> cholesky_factor(MatrixView<const T> a, Uplo uplo, const LinalgOptions& options) {
  const Shape shape = a.shape();
  expect(shape.rows == shape.cols, "cholesky_factor: A is ", shape.rows, "x", shape.cols,
         ", but must be square");
  expect(uplo != Uplo::General,
         "cholesky_factor: uplo is general; say whether the lower or the upper triangle holds A");
  const LegalLayout legal =
      legal_layout_for(Routine::Cholesky, section_layout(a.layout(), a.section()));
  CholeskyFactor<T> result;
  result.uplo_ = uplo;
  result.factor_ = copy_in_layout(a, legal, uplo, "cholesky_factor: A", options);
  if (shape.rows == 0) return result;
  check_finite(result.factor_, "cholesky_factor", "A");
  result.outcome_ = agreed_outcome(a.comm(), call_potrf(uplo, result.factor_), "p?potrf");
  return result;
}

template CholeskyFactor<float> cholesky_factor(MatrixView<const float>, Uplo, const LinalgOptions&);
template CholeskyFactor<double> cholesky_factor(MatrixView<const double>, Uplo,
                                                const LinalgOptions&);
template CholeskyFactor<c64> cholesky_factor(MatrixView<const c64>, Uplo, const LinalgOptions&);
template CholeskyFactor<c128> cholesky_factor(MatrixView<const c128>, Uplo, const LinalgOptions&);

}  // namespace detail

template <Scalar T>
DistMatrix<T> CholeskyFactor<T>::solve_view(MatrixView<const T> b,
                                            const LinalgOptions& options) const {
  detail::check_system("CholeskyFactor::solve", factor_.shape(), b.shape(),
                       b.comm() == factor_.comm());
  if (!outcome_.ok())
    throw NotPositiveDefinite(
        concat("A is not positive definite: its leading minor that ends with row ",
               *outcome_.first_bad_pivot, " (counted from 0) is not positive"),
        *outcome_.first_bad_pivot);
  const LegalLayout legal = legal_operand_for(Routine::Cholesky, factor_.layout(),
                                              detail::section_layout(b.layout(), b.section()));
  DistMatrix<T> x =
      detail::copy_in_layout(b, legal, Uplo::General, "CholeskyFactor::solve: B", options);
  if (!x.shape().empty()) {
    detail::check_finite(x, "CholeskyFactor::solve", "B");
    (void)detail::agreed_outcome(b.comm(), call_potrs(uplo_, factor_, x), "p?potrs");
  }
  return detail::brought_back(std::move(x), b);
}

template class CholeskyFactor<float>;
template class CholeskyFactor<double>;
template class CholeskyFactor<c64>;
template class CholeskyFactor<c128>;

}  // namespace ashlar
