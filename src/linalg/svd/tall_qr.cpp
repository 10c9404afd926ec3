// SPDX-License-Identifier: BSD-3-Clause
#include "linalg/factor.hpp"
#include "linalg/fortran/scalapack_svd.hpp"
#include "linalg/workspace.hpp"
#include "parts.hpp"

namespace ashlar::detail {

template <Scalar T>
TallQr<T>::TallQr(DistMatrix<T> a) : factors_(std::move(a)) {
  const auto f = fortran_matrix(factors_);
  tau_.resize(static_cast<std::size_t>(factors_.local_cols() + factors_.layout().block().cols));
  const int m = checked_int(factors_.rows(), "rows of A");
  const int n = checked_int(factors_.cols(), "columns of A");
  const int info = with_agreed_workspace<T>(
      factors_.comm(), f.is_in_grid, 0, [&](T* work, const int* lwork, int* status) {
        fortran::svd_pgeqrf<T>(&m, &n, f.data, &f.row, &f.col, f.descriptor.data(), tau_.data(),
                               work, lwork, status);
      });
  (void)agreed_outcome(factors_.comm(), info, "p?geqrf");
}

template <Scalar T>
DistMatrix<T> TallQr<T>::r(const Layout& layout) const {
  const Range order{0, factors_.cols()};
  return extract_triangle(factors_.view(order, order), Uplo::Upper, Diag::NonUnit, 0, layout);
}

template <Scalar T>
DistMatrix<T> TallQr<T>::times(const DistMatrix<T>& x, Index columns) const {
  auto result = bordered<T>(x, factors_.layout().with_shape({factors_.rows(), columns}));
  const auto f = fortran_matrix(factors_);
  const auto c = fortran_matrix(result);
  const char side = 'L', trans = 'N';
  const int m = checked_int(result.rows(), "rows of U");
  const int n = checked_int(result.cols(), "columns of U");
  const int k = checked_int(factors_.cols(), "columns of A");
  const Index block = factors_.layout().block().rows;
  const Index least = block * (3 * block + 2 * (result.local_rows() + result.local_cols() + block));
  const int info = with_agreed_workspace<T>(
      result.comm(), c.is_in_grid, least, [&](T* work, const int* lwork, int* status) {
        fortran::svd_pormqr<T>(&side, &trans, &m, &n, &k, f.data, &f.row, &f.col,
                               f.descriptor.data(), tau_.data(), c.data, &c.row, &c.col,
                               c.descriptor.data(), work, lwork, status, 1, 1);
      });
  (void)agreed_outcome(result.comm(), info, "p?ormqr");
  return result;
}

template class TallQr<float>;
template class TallQr<double>;
template class TallQr<c64>;
template class TallQr<c128>;

}  // namespace ashlar::detail
