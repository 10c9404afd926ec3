// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/linalg/lu.hpp>

#include <utility>

#include "base/instantiate.hpp"
#include "factor.hpp"
#include "fortran/scalapack.hpp"
#include "node/lu.hpp"
#include "same_options.hpp"

namespace ashlar {
namespace {

// Returns INFO; 0 on idle ranks.
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

// Returns INFO; 0 on idle ranks.
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
LuFactor<T> lu_factor(MatrixView<const T> a, DistMatrix<T>* mine, const LinalgOptions& options) {
  const mpi::CommunicatorView comm = a.comm();
  const mpi::CollectiveCall call(comm, "lu_factor", mpi::same("A", a),
                                 mpi::same("the options", options));
  return agreed(comm, [&] {
    check_square("lu_factor", a.shape());
    const LayoutAdvice advice = advised(Routine::Lu, a.shape(), comm, options);
    LuFactor<T> result;
    result.algorithm_ = advice.algorithm;
    result.factors_ = mine ? working_matrix(std::move(*mine), advice, "lu_factor: A", options)
                           : working_copy(a, advice, "lu_factor: A", options);
    if (result.factors_.rows() == 0) return result;
    check_finite(result.factors_, "lu_factor", "A");
    result.outcome_ =
        advice.algorithm == Algorithm::ScaLapack
            ? agreed_outcome(comm, call_getrf(result.factors_, result.pivots_), "p?getrf")
            : node::factor_lu(node::Room::of(comm), result.factors_, result.pivots_);
    return result;
  });
}

}  // namespace detail

template <Scalar T>
DistMatrix<T> LuFactor<T>::solve_view(MatrixView<const T> b, Op op,
                                      const LinalgOptions& options) const {
  const mpi::CollectiveCall call(b.comm(), "LuFactor::solve", mpi::same("the factor", factors_),
                                 mpi::same("B", b), mpi::same("op", op),
                                 mpi::same("the options", options));
  detail::check_system("LuFactor::solve", factors_.shape(), b.shape(), b.comm() == factors_.comm());
  detail::expect_ok<SingularMatrix>(outcome_, "A is singular: pivot ",
                                    " of U (counted from 0) is exactly zero");
  DistMatrix<T> x = detail::sides_for<T>(
      {Routine::Lu, factors_.layout(), algorithm_, factors_.layout().grid().cols}, b,
      "LuFactor::solve: B", options);
  detail::check_finite(x, "LuFactor::solve", "B");
  if (!x.shape().empty()) {
    if (algorithm_ == Algorithm::ScaLapack)
      (void)detail::agreed_outcome(b.comm(), call_getrs(op, factors_, pivots_, x), "p?getrs");
    else node::solve_lu(node::Room::of(b.comm()), factors_, pivots_, op, x);
  }
  return detail::brought_back(std::move(x), b);
}

#define ASHLAR_INSTANTIATE(T)                                                 \
  template LuFactor<T> detail::lu_factor(MatrixView<const T>, DistMatrix<T>*, \
                                         const LinalgOptions&);               \
  template class LuFactor<T>;
ASHLAR_FOR_ALL_SCALARS(ASHLAR_INSTANTIATE)
#undef ASHLAR_INSTANTIATE

}  // namespace ashlar
