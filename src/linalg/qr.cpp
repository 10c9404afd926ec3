// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/linalg/qr.hpp>

#include <algorithm>
#include <utility>

#include <ashlar/base/error.hpp>
#include <ashlar/matrix/generate.hpp>

#include "base/instantiate.hpp"
#include "factor.hpp"
#include "fortran/scalapack.hpp"
#include "node/qr.hpp"
#include "same_options.hpp"
#include "workspace.hpp"

namespace ashlar {
namespace {

template <Scalar T>
void call_geqrf(DistMatrix<T>& a, std::vector<T>& taus) {
  const auto f = detail::fortran_matrix(a);
  taus.resize(static_cast<std::size_t>(std::max<Index>(1, a.local_cols())));
  const int m = checked_int(a.rows(), "rows of A"), n = checked_int(a.cols(), "columns of A");
  const int info = detail::with_agreed_workspace<T>(
      a.comm(), f.is_in_grid, 0, [&](T* work, const int* lwork, int* status) {
        fortran::pgeqrf<T>(&m, &n, f.data, &f.row, &f.col, f.descriptor.data(), taus.data(), work,
                           lwork, status);
      });
  (void)detail::agreed_outcome(a.comm(), info, "p?geqrf");
}

template <Scalar T>
void call_ormqr(const DistMatrix<T>& factors, const std::vector<T>& taus, Op op, DistMatrix<T>& c) {
  const auto f = detail::fortran_matrix(factors);
  const auto x = detail::fortran_matrix(c);
  const char side = 'L', trans = op == Op::None ? 'N' : is_complex<T> ? 'C' : 'T';
  const int m = checked_int(c.rows(), "rows of B"), n = checked_int(c.cols(), "columns of B");
  const int k = checked_int(std::min(factors.rows(), factors.cols()), "reflections");
  // The workspace query of 2.2.1 is too small if C's columns are not aligned with A's.
  const Index block = factors.layout().block().rows;
  const Index least = block * (3 * block + 2 * (c.local_rows() + c.local_cols() + block));
  const int info = detail::with_agreed_workspace<T>(
      c.comm(), x.is_in_grid, least, [&](T* work, const int* lwork, int* status) {
        fortran::pormqr<T>(&side, &trans, &m, &n, &k, f.data, &f.row, &f.col, f.descriptor.data(),
                           taus.data(), x.data, &x.row, &x.col, x.descriptor.data(), work, lwork,
                           status, 1, 1);
      });
  (void)detail::agreed_outcome(c.comm(), info, "p?ormqr");
}

// p?trtrs with R and the first rows of `b`.
template <Scalar T>
void call_trtrs(const DistMatrix<T>& factors, DistMatrix<T>& b) {
  const auto f = detail::fortran_matrix(factors);
  const auto x = detail::fortran_matrix(b);
  const char upper = 'U', none = 'N';
  const int n = checked_int(factors.cols(), "columns of A");
  const int nrhs = checked_int(b.cols(), "columns of B");
  int info = 0;
  if (f.is_in_grid)
    fortran::ptrtrs<T>(&upper, &none, &none, &n, &nrhs, f.data, &f.row, &f.col, f.descriptor.data(),
                       x.data, &x.row, &x.col, x.descriptor.data(), &info, 1, 1, 1);
  (void)detail::agreed_outcome(b.comm(), info, "p?trtrs");
}

// Index from 1 of the first local zero on R's diagonal, or none.
template <Scalar T, class At>
int first_zero(Index n, At&& at) {
  for (Index i = 0; i < n; ++i) {
    const T* element = at(i);
    if (element && *element == T(0)) return checked_int(i + 1, "pivot");
  }
  return 0;
}

template <Scalar T>
Outcome outcome_of(const DistMatrix<T>& r, Algorithm algorithm) {
  const Index n = std::min(r.rows(), r.cols());
  const node::Room& room = node::Room::of(r.comm());
  if (algorithm == Algorithm::ScaLapack || !room.is_available() || !r.storage().is_shared())
    return detail::agreed_outcome(r.comm(), first_zero<T>(n, [&](Index i) { return r.find(i, i); }),
                                  "qr_factor");
  const node::Board<T> board(room, r);
  const Index block = r.layout().cols().block;
  const int found = first_zero<T>(n, [&](Index i) {
    const int k = static_cast<int>(i / block);
    return board.panel(k).at(i, i - board.begin(k));
  });
  return found == 0 ? Outcome{} : Outcome{.first_bad_pivot = found - 1};
}

// Returns the triangular factors of the panels.
template <Scalar T>
DistMatrix<T> factor_on_node(DistMatrix<T>& a, std::vector<T>& taus) {
  const Index block = a.layout().cols().block;
  DistMatrix<T> triangles(
      a.comm(), a.layout().with_shape({block, a.cols()}),
      {.init = Init::Uninitialized,
       .kind = a.storage().is_shared() ? mpi::StorageKind::Shared : mpi::StorageKind::Automatic});
  node::factor_qr(node::Room::of(a.comm()), a, triangles);
  const Index diagonal = std::min(a.rows(), a.cols());
  for (Index jl = 0; jl < a.local_cols() && a.global_col(jl) < diagonal; ++jl)
    taus.push_back(triangles.local()(a.global_col(jl) % block, jl));
  return triangles;
}

}  // namespace

namespace detail {

template <Scalar T>
QrFactor<T> qr_factor(MatrixView<const T> a, DistMatrix<T>* mine, const LinalgOptions& options) {
  const mpi::CommunicatorView comm = a.comm();
  const mpi::CollectiveCall call(comm, "qr_factor", mpi::same("A", a),
                                 mpi::same("the options", options));
  return agreed(comm, [&] {
    const LayoutAdvice advice = advised(Routine::Qr, a.shape(), comm, options);
    QrFactor<T> result;
    result.algorithm_ = advice.algorithm;
    result.factors_ = mine ? working_matrix(std::move(*mine), advice, "qr_factor: A", options)
                           : working_copy(a, advice, "qr_factor: A", options);
    if (result.factors_.shape().empty()) return result;
    check_finite(result.factors_, "qr_factor", "A");
    if (advice.algorithm == Algorithm::ScaLapack) call_geqrf(result.factors_, result.taus_);
    else result.triangles_ = factor_on_node(result.factors_, result.taus_);
    result.outcome_ = outcome_of(result.factors_, advice.algorithm);
    return result;
  });
}

}  // namespace detail

template <Scalar T>
DistMatrix<T> QrFactor<T>::working_copy_of(MatrixView<const T> b, const char* what,
                                           const LinalgOptions& options) const {
  expect(b.comm() == factors_.comm(), what,
         " lies on another communicator than the factor; move it there");
  expect(b.shape().rows == factors_.rows(), what, " has ", detail::counted(b.shape().rows, "row"),
         ", but Q has ", factors_.rows());
  return detail::sides_for<T>(
      {Routine::Qr, factors_.layout(), algorithm_, factors_.layout().grid().cols}, b, what,
      options);
}

template <Scalar T>
void QrFactor<T>::apply_in_place(DistMatrix<T>& b, Op op) const {
  if (b.shape().empty() || factors_.shape().empty()) return;
  if (algorithm_ == Algorithm::ScaLapack) call_ormqr(factors_, taus_, op, b);
  else node::apply_q(node::Room::of(b.comm()), factors_, triangles_, op, b);
}

template <Scalar T>
DistMatrix<T> QrFactor<T>::apply_view(MatrixView<const T> b, Op op,
                                      const LinalgOptions& options) const {
  const mpi::CollectiveCall call(b.comm(), "QrFactor::apply_q", mpi::same("the factor", factors_),
                                 mpi::same("B", b), mpi::same("op", op),
                                 mpi::same("the options", options));
  expect(op != Op::Trans || !is_complex<T>,
         "QrFactor::apply_q: op is transpose, but a complex Q is applied as it is or conjugated; "
         "take conjugate-transpose");
  DistMatrix<T> x = working_copy_of(b, "QrFactor::apply_q: B", options);
  apply_in_place(x, op == Op::None ? Op::None : Op::ConjTrans);
  return detail::brought_back(std::move(x), b);
}

template <Scalar T>
DistMatrix<T> QrFactor<T>::solve_view(MatrixView<const T> b, const LinalgOptions& options) const {
  const mpi::CollectiveCall call(b.comm(), "QrFactor::solve", mpi::same("the factor", factors_),
                                 mpi::same("B", b), mpi::same("the options", options));
  const auto [m, n] = factors_.shape();
  expect(m >= n, "QrFactor::solve: A is ", m, "x", n,
         "; with fewer rows than columns take least_squares");
  detail::expect_ok<SingularMatrix>(outcome_, "A has no full column rank: element ",
                                    " of R's diagonal (counted from 0) is exactly zero");
  DistMatrix<T> y = working_copy_of(b, "QrFactor::solve: B", options);
  detail::check_finite(y, "QrFactor::solve", "B");
  apply_in_place(y, Op::ConjTrans);
  if (!y.shape().empty() && n > 0) {
    if (algorithm_ == Algorithm::ScaLapack) call_trtrs(factors_, y);
    else node::solve_r(node::Room::of(y.comm()), factors_, y);
  }
  const auto x = std::as_const(y).view({0, n}, {0, y.cols()});
  return redistribute(x, b.layout().with_shape(x.shape()));
}

template <Scalar T>
DistMatrix<T> QrFactor<T>::r() const {
  const mpi::CollectiveCall call(factors_.comm(), "QrFactor::r", mpi::same("the factor", factors_));
  const auto [m, n] = factors_.shape();
  const auto rows = factors_.view({0, std::min(m, n)}, {0, n});
  return extract_triangle(rows, Uplo::Upper, factors_.layout().with_shape(rows.shape()));
}

template <Scalar T>
DistMatrix<T> QrFactor<T>::q() const {
  const mpi::CollectiveCall call(factors_.comm(), "QrFactor::q", mpi::same("the factor", factors_));
  const auto [m, n] = factors_.shape();
  DistMatrix<T> unit(factors_.comm(), factors_.layout().with_shape({m, std::min(m, n)}));
  unit.fill_with(Identity<T>{});
  return apply_q(unit);
}

#define ASHLAR_INSTANTIATE(T)                                                 \
  template QrFactor<T> detail::qr_factor(MatrixView<const T>, DistMatrix<T>*, \
                                         const LinalgOptions&);               \
  template class QrFactor<T>;
ASHLAR_FOR_ALL_SCALARS(ASHLAR_INSTANTIATE)
#undef ASHLAR_INSTANTIATE

}  // namespace ashlar
