// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/linalg/svd.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include <ashlar/linalg/qr.hpp>
#include <ashlar/matrix/compare.hpp>
#include <ashlar/matrix/generate.hpp>
#include <ashlar/move/copy.hpp>

#include "base/instantiate.hpp"
#include "base/tuning.hpp"
#include "linalg/factor.hpp"
#include "linalg/same_options.hpp"
#include "parts.hpp"

namespace ashlar::detail {
namespace {

bool asks_for_qr(Shape shape) {
  return static_cast<double>(shape.rows) >= tuning().svd_qr_ratio * static_cast<double>(shape.cols);
}

// Throws unless op(a) in `copy` is finite; else scales it and returns the exponent.
template <Scalar T>
int scaled(MatrixView<const T> a, DistMatrix<T>& copy) {
  using R = ashlar::RealOf<T>;
  R largest = max_abs(copy);
  if (!std::isfinite(largest)) {
    check_finite(a, "svd", "A");
    largest = std::numeric_limits<R>::max();  // overflow of a complex modulus
  }
  return scale(copy.local(), largest);
}

// No singular values; U and V are identities.
template <Scalar T>
Svd<T> svd_of_nothing(mpi::CommunicatorView comm, Shape shape, const LayoutAdvice& advice,
                      SvdVectors vectors) {
  Svd<T> result;
  result.algorithm = advice.algorithm;
  if (vectors == SvdVectors::Values) return result;
  result.u =
      DistMatrix<T>(comm, advice.layout.with_shape({shape.rows, columns_of_u(shape, vectors)}));
  result.u.fill_with(Identity<T>{});
  result.vh = DistMatrix<T>(comm, advice.layout.with_shape({0, 0}));
  return result;
}

// A tall matrix's U: Q times the thin U of R, then columns of Q.
template <Scalar T>
DistMatrix<T> times_q(const QrFactor<T>& qr, DistMatrix<T> u, Index columns) {
  const auto padded = bordered<T>(u, qr.factors().layout().with_shape({qr.shape().rows, columns}));
  u = {};
  return qr.apply_q(padded);
}

// A tall matrix: QR, then its triangle.
template <Scalar T>
Svd<T> decomposed_by_qr(DistMatrix<T> a, SvdVectors vectors, const LinalgOptions& options) {
  const auto [m, n] = a.shape();
  const LayoutAdvice core =
      layout_for(Routine::Svd, {n, n}, machine_of(a.comm()), options.algorithm);
  const QrFactor<T> qr = qr_factor(std::move(a), {.algorithm = options.algorithm});
  const Range order{0, n};
  const bool with_vectors = vectors != SvdVectors::Values;
  const SvdVectors of_core = with_vectors ? SvdVectors::Thin : vectors;
  auto r = extract_triangle(qr.factors().view(order, order), Uplo::Upper, core.layout);
  Svd<T> result = core.algorithm == Algorithm::OneRank
                      ? svd_on_rank_zero(std::move(r), of_core).value()
                      : svd_by_bidiagonal(std::move(r), of_core);
  if (with_vectors) result.u = times_q(qr, std::move(result.u), columns_of_u({m, n}, vectors));
  return result;
}

// op(x) in `layout`, copied only if different.
template <Scalar T>
DistMatrix<T> brought(DistMatrix<T> x, Op op, const Layout& layout) {
  return op == Op::None && x.layout() == layout ? std::move(x) : copy(x, layout, {.op = op});
}

// Replaces U and V^H by their op in the layouts of the caller. Small ones move in one exchange,
// large ones one after the other, which takes less memory.
template <Scalar T>
void bring_back(Svd<T>& svd, Op op, const Layout& u, const Layout& vh) {
  if (op == Op::None && svd.u.layout() == u && svd.vh.layout() == vh) return;
  if (svd.algorithm != Algorithm::OneRank) {
    svd.u = brought(std::move(svd.u), op, u);
    svd.vh = brought(std::move(svd.vh), op, vh);
    return;
  }
  DistMatrix<T> new_u(svd.u.comm(), u, {.init = Init::Uninitialized});
  DistMatrix<T> new_vh(svd.u.comm(), vh, {.init = Init::Uninitialized});
  ashlar::copy_all({CopyTask(svd.u, new_u, {.op = op}), CopyTask(svd.vh, new_vh, {.op = op})});
  svd.u = std::move(new_u);
  svd.vh = std::move(new_vh);
}

template <class R>
Index count_above(const std::vector<R>& values, double least) {
  return std::count_if(values.begin(), values.end(),
                       [&](R value) { return static_cast<double>(value) > least; });
}

// Number of descending `values` above rcond times the first. Without rcond, rounding errors near
// the limit depend on the number of ranks, so the cut is at the widest gap within a factor of 8 of
// it.
template <class R>
Index count_above(const std::vector<R>& values, Shape shape, const std::optional<double>& rcond) {
  if (values.empty()) return 0;
  const double largest = static_cast<double>(values.front());
  if (rcond) return count_above(values, *rcond * largest);
  constexpr double doubt = 8;
  const double limit = static_cast<double>(std::max(shape.rows, shape.cols)) *
                       static_cast<double>(std::numeric_limits<R>::epsilon()) * largest;
  const Index sure = count_above(values, doubt * limit), most = count_above(values, limit / doubt);
  if (sure == 0) return count_above(values, limit);  // all zero, or too long for a certain one
  Index best = sure;
  double widest = 0;
  for (Index k = sure; k <= most; ++k) {
    const double above = static_cast<double>(values[static_cast<std::size_t>(k - 1)]);
    const double below =
        k < most ? static_cast<double>(values[static_cast<std::size_t>(k)]) : limit / doubt;
    if (above / below <= widest) continue;
    widest = above / below;
    best = k;
  }
  return best;
}

void check(const std::optional<double>& rcond) {
  expect(!rcond || *rcond >= 0, "rcond is ", rcond.value_or(0), "; it must be 0 or more");
}

}  // namespace

template <Scalar T>
Svd<T> svd(MatrixView<const T> a, SvdVectors vectors, const LinalgOptions& options) {
  const mpi::CollectiveCall call(a.comm(), "svd", mpi::same("A", a), mpi::same("vectors", vectors),
                                 mpi::same("the options", options));
  const Layout home = section_layout(a.layout(), a.section());
  const auto [m, n] = home.shape();
  const bool is_wide = m < n;
  const Op op = is_wide ? Op::ConjTrans : Op::None;
  const Shape shape = is_wide ? Shape{n, m} : Shape{m, n};
  const LayoutAdvice advice =
      layout_for(Routine::Svd, shape, machine_of(a.comm()), options.algorithm);
  note_algorithm(options, advice.algorithm,
                 concat("svd: ", to_string(advice.algorithm), ", as ", advice.reason));

  Svd<T> result;
  int exponent = 0;
  if (shape.cols == 0) {
    result = svd_of_nothing<T>(a.comm(), shape, advice, vectors);
  } else {
    const bool is_on_one = advice.algorithm == Algorithm::OneRank;
    const bool qr_first = !is_on_one && asks_for_qr(shape);
    const LayoutAdvice first = qr_first ? advised(Routine::Qr, shape, a.comm(), options) : advice;
    DistMatrix<T> copy =
        working_copy(a, first, is_wide ? "svd: A^H" : "svd: A", options, {.op = op});
    if (is_on_one) {
      auto whole = svd_on_rank_zero(std::move(copy), vectors);
      if (!whole) check_finite(a, "svd", "A");
      result = std::move(whole).value();
    } else {
      exponent = scaled(a, copy);
      result = qr_first ? decomposed_by_qr(std::move(copy), vectors, options)
                        : svd_by_bidiagonal(std::move(copy), vectors);
    }
    result.algorithm = advice.algorithm;
  }
  if (exponent != 0)
    for (ashlar::RealOf<T>& value : result.values) value = std::ldexp(value, -exponent);
  if (vectors == SvdVectors::Values) return result;

  // A^H = U S V^H makes A = V S U^H.
  if (is_wide) std::swap(result.u, result.vh);
  const Index k = std::min(m, n);
  const bool is_full = vectors == SvdVectors::Full;
  bring_back(result, op, home.with_shape({m, is_full ? m : k}),
             home.with_shape({is_full ? n : k, n}));
  return result;
}

template <Scalar T>
Index rank(MatrixView<const T> a, std::optional<double> rcond, const LinalgOptions& options) {
  const mpi::CollectiveCall call(a.comm(), "rank", mpi::same("A", a), mpi::same("rcond", rcond),
                                 mpi::same("the options", options));
  check(rcond);
  const auto values = singular_values(a, options);
  return count_above(values, a.shape(), rcond);
}

template <Scalar T>
DistMatrix<T> orthonormal_basis(MatrixView<const T> a, std::optional<double> rcond,
                                const LinalgOptions& options) {
  const mpi::CollectiveCall call(a.comm(), "orthonormal_basis", mpi::same("A", a),
                                 mpi::same("rcond", rcond), mpi::same("the options", options));
  check(rcond);
  const Svd<T> svd = ashlar::svd(a, SvdVectors::Thin, options);
  const Index k = count_above(svd.values, a.shape(), rcond);
  return redistribute(svd.u.view({0, svd.u.rows()}, {0, k}),
                      svd.u.layout().with_shape({a.shape().rows, k}));
}

template <Scalar T>
DistMatrix<T> null_space(MatrixView<const T> a, std::optional<double> rcond,
                         const LinalgOptions& options) {
  const mpi::CollectiveCall call(a.comm(), "null_space", mpi::same("A", a),
                                 mpi::same("rcond", rcond), mpi::same("the options", options));
  check(rcond);
  const auto [m, n] = a.shape();
  // The thin V has all n columns unless the matrix is wide.
  const SvdVectors vectors = m < n ? SvdVectors::Full : SvdVectors::Thin;
  const Svd<T> svd = ashlar::svd(a, vectors, options);
  const Index k = count_above(svd.values, a.shape(), rcond);
  const Layout layout = svd.vh.layout().with_shape({n, n - k});
  return conj_transpose(svd.vh.view({k, n}, {0, n}), layout);
}

#define ASHLAR_INSTANTIATE(T)                                                            \
  template Svd<T> svd(MatrixView<const T>, SvdVectors, const LinalgOptions&);            \
  template Index rank(MatrixView<const T>, std::optional<double>, const LinalgOptions&); \
  template DistMatrix<T> orthonormal_basis(MatrixView<const T>, std::optional<double>,   \
                                           const LinalgOptions&);                        \
  template DistMatrix<T> null_space(MatrixView<const T>, std::optional<double>,          \
                                    const LinalgOptions&);
ASHLAR_FOR_ALL_SCALARS(ASHLAR_INSTANTIATE)
#undef ASHLAR_INSTANTIATE

}  // namespace ashlar::detail
