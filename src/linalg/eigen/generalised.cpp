// SPDX-License-Identifier: BSD-3-Clause
#include "task.hpp"

#include <cmath>

#include <ashlar/base/error.hpp>
#include <ashlar/matrix/apply.hpp>
#include <ashlar/matrix/compare.hpp>

#include "base/instantiate.hpp"
#include "linalg/factor.hpp"
#include "linalg/fortran/lapack.hpp"
#include "linalg/fortran/pblas.hpp"
#include "linalg/fortran/scalapack.hpp"
#include "linalg/local/blas.hpp"
#include "linalg/local/eigen.hpp"
#include "linalg/one_rank.hpp"

namespace ashlar::detail {
namespace {

constexpr char lower = 'L';

void check_pivot(const Outcome& outcome) {
  expect_ok<NotPositiveDefinite>(
      outcome, "symmetric_eigen: B is not positive definite: its leading minor that ends with row ",
      " (counted from 0) is not positive");
}

template <Scalar T>
Outcome factor_on_rank_zero(DistMatrix<T>& b) {
  const int info = by_rank_zero(b.comm(), [&] {
    const auto tile = tile_of(b);
    const int n = checked_int(tile.rows, "order of B"), ld = checked_int(tile.ld, "leading dim");
    int result = 0;
    fortran::potrf<T>(&lower, &n, tile.data, &ld, &result, 1);
    return result;
  });
  return info == 0 ? Outcome{} : Outcome{info - 1};
}

template <Scalar T>
Outcome factor_by_scalapack(DistMatrix<T>& b) {
  const auto f = fortran_matrix(b);
  const int n = checked_int(b.rows(), "order of B");
  int info = 0;
  if (f.is_in_grid)
    fortran::ppotrf<T>(&lower, &n, f.data, &f.row, &f.col, f.descriptor.data(), &info, 1);
  return agreed_outcome(b.comm(), info, "p?potrf");
}

template <Scalar T>
void reduce_by_scalapack(int type, DistMatrix<T>& a, const DistMatrix<T>& l) {
  const auto f = fortran_matrix(a);
  const auto g = fortran_matrix(l);
  const int n = checked_int(a.rows(), "order of A");
  ashlar::RealOf<T> scale = 1;
  int info = 0;
  if (f.is_in_grid)
    fortran::psygst<T>(&type, &lower, &n, f.data, &f.row, &f.col, f.descriptor.data(), g.data,
                       &g.row, &g.col, g.descriptor.data(), &scale, &info, 1);
  (void)agreed_outcome(a.comm(), info, "p?sygst");
  // One in all releases, but documented as a factor.
  if (scale != 1) ashlar::apply(a, [&](Index, Index, T x) { return x * scale; });
}

// Forms 1 and 2 need L^-H y, form 3 needs L y.
template <Scalar T>
void transform_by_scalapack(EigenForm form, const DistMatrix<T>& l, DistMatrix<T>& z,
                            Range columns) {
  const auto f = fortran_matrix(l);
  const auto c = fortran_matrix(z);
  if (!f.is_in_grid) return;
  const bool multiplies = form == EigenForm::BAxLambdaX;
  const char left = 'L', op = multiplies ? 'N' : 'C', diag = 'N';
  const int n = checked_int(z.rows(), "order of A");
  const int count = checked_int(columns.size(), "number of eigenvectors");
  const int first = checked_int(columns.first + 1, "first eigenvector");
  const T one = 1;
  (multiplies ? fortran::ptrmm<T> : fortran::ptrsm<T>)(&left, &lower, &op, &diag, &n, &count, &one,
                                                       f.data, &f.row, &f.col, f.descriptor.data(),
                                                       c.data, &c.row, &first, c.descriptor.data());
}

template <Scalar T>
void transform_on_rank_zero(EigenForm form, const DistMatrix<T>& l, DistMatrix<T>& z,
                            Range columns) {
  (void)by_rank_zero(z.comm(), [&] {
    const auto part = tile_of(z).col_range(columns.first, columns.last);
    if (form == EigenForm::BAxLambdaX)
      local::trmm<T>(Side::Left, {Uplo::Lower, Op::None}, T(1), tile_of(l), part);
    else local::trsm<T>(Side::Left, {Uplo::Lower, Op::ConjTrans}, T(1), tile_of(l), part);
    return 0;
  });
}

}  // namespace

template <Scalar T>
void reduce_to_standard(EigenForm form, Algorithm algorithm, DistMatrix<T>& a, DistMatrix<T>& b) {
  const int type = static_cast<int>(form);
  if (algorithm == Algorithm::OneRank) {
    check_pivot(factor_on_rank_zero(b));
    (void)by_rank_zero(a.comm(), [&] { return local::sygst<T>(type, tile_of(a), tile_of(b)); });
  } else {
    check_pivot(factor_by_scalapack(b));
    reduce_by_scalapack(type, a, b);
  }
  if (!std::isfinite(max_abs(a)))
    throw OverflowError(
        "symmetric_eigen: B is so badly scaled that L^-1 A L^-H exceeds the number format");
}

template <Scalar T>
void transform_vectors(EigenForm form, Algorithm algorithm, const DistMatrix<T>& l,
                       DistMatrix<T>& z, Range columns) {
  if (columns.empty()) return;
  if (algorithm == Algorithm::OneRank) transform_on_rank_zero(form, l, z, columns);
  else transform_by_scalapack(form, l, z, columns);
}

#define ASHLAR_INSTANTIATE(T)                                                                 \
  template void reduce_to_standard(EigenForm, Algorithm, DistMatrix<T>&, DistMatrix<T>&);     \
  template void transform_vectors(EigenForm, Algorithm, const DistMatrix<T>&, DistMatrix<T>&, \
                                  Range);
ASHLAR_FOR_ALL_SCALARS(ASHLAR_INSTANTIATE)
#undef ASHLAR_INSTANTIATE

}  // namespace ashlar::detail
