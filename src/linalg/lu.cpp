// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/linalg/lu.hpp>

#include <utility>

#include "factor.hpp"
#include "finite.hpp"
#include "fortran/scalapack.hpp"

namespace ashlar {
namespace {

// p?getrf on the whole of `a`. Returns INFO; 0 on an idle rank.
template <Scalar T>
int call_getrf(DistMatrix<T>& a, std::vector<int>& pivots) {
  const auto [data, row, col, descriptor, is_in_grid] = detail::fortran_matrix(a);
  if (!is_in_grid) return 0;
  // IPIV's length is LOCr(M_A) + MB_A.
  pivots.resize(static_cast<std::size_t>(a.local_rows() + a.layout().rows().block));
  const int n = checked_int(a.rows(), "order of A");
  int info = 0;
  fortran::pgetrf<T>(&n, &n, data, &row, &col, descriptor.data(), pivots.data(), &info);
  return info;
}

// p?getrs on the whole of `b`. Returns INFO; 0 on an idle rank.
template <Scalar T>
int call_getrs(Op op, const DistMatrix<T>& factors, const std::vector<int>& pivots,
               DistMatrix<T>& b) {
  const auto f = detail::fortran_matrix(factors);
  const auto x = detail::fortran_matrix(b);
  if (!f.is_in_grid) return 0;
  const char trans = static_cast<char>(op);
  const int n = checked_int(factors.rows(), "order of A");
  const int nrhs = checked_int(b.cols(), "number of right-hand sides");
  int info = 0;
  fortran::pgetrs<T>(&trans, &n, &nrhs, f.data, &f.row, &f.col, f.descriptor.data(), pivots.data(),
                     x.data, &x.row, &x.col, x.descriptor.data(), &info, 1);
  return info;
}

}  // namespace

namespace detail {

template <Scalar T>
LuFactor<T> lu_factor(MatrixView<const T> a, const LinalgOptions& options) {
  const Shape shape = a.shape();
  expect(shape.rows == shape.cols, "lu_factor: A is ", shape.rows, "x", shape.cols,
         ", but must be square");
  const LegalLayout legal = legal_layout_for(Routine::Lu, section_layout(a.layout(), a.section()));
  LuFactor<T> result;
  result.factors_ = copy_in_layout(a, legal, Uplo::General, "lu_factor: A", options);
  if (shape.rows == 0) return result;
  check_finite(result.factors_, "lu_factor", "A");
  result.outcome_ =
      agreed_outcome(a.comm(), call_getrf(result.factors_, result.pivots_), "p?getrf");
  return result;
}

template LuFactor<float> lu_factor(MatrixView<const float>, const LinalgOptions&);
template LuFactor<double> lu_factor(MatrixView<const double>, const LinalgOptions&);
template LuFactor<c64> lu_factor(MatrixView<const c64>, const LinalgOptions&);
template LuFactor<c128> lu_factor(MatrixView<const c128>, const LinalgOptions&);

}  // namespace detail

template <Scalar T>
DistMatrix<T> LuFactor<T>::solve_view(MatrixView<const T> b, Op op,
                                      const LinalgOptions& options) const {
  detail::check_system("LuFactor::solve", factors_.shape(), b.shape(), b.comm() == factors_.comm());
  if (!outcome_.ok())
    throw SingularMatrix(concat("A is singular: pivot ", *outcome_.first_bad_pivot,
                                " of U (counted from 0) is exactly zero"),
                         *outcome_.first_bad_pivot);
  const LegalLayout legal = legal_operand_for(Routine::Lu, factors_.layout(),
                                              detail::section_layout(b.layout(), b.section()));
  DistMatrix<T> x = detail::copy_in_layout(b, legal, Uplo::General, "LuFactor::solve: B", options);
  if (!x.shape().empty()) {
    detail::check_finite(x, "LuFactor::solve", "B");
    (void)detail::agreed_outcome(b.comm(), call_getrs(op, factors_, pivots_, x), "p?getrs");
  }
  return detail::brought_back(std::move(x), b);
}

template class LuFactor<float>;
template class LuFactor<double>;
template class LuFactor<c64>;
template class LuFactor<c128>;

}  // namespace ashlar
