// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/linalg/pivoted_qr.hpp>
#include <ashlar/linalg/qr.hpp>
#include <ashlar/linalg/solve.hpp>

#include "base/instantiate.hpp"
#include "probes.hpp"

namespace ashlar::test {
namespace {

Shape some_shape(Setting& s) {
  const Index n = s.n();
  return s.choice.of({Shape{n, n}, {n + n / 2, n}, {n, n + n / 3}, {n, n / 4}});
}

template <Scalar T>
Wide<T> columns_of(const Wide<T>& a, const std::vector<Index>& which) {
  Wide<T> result({a.shape.rows, static_cast<Index>(which.size())});
  for (Index j = 0; j < result.shape.cols; ++j)
    for (Index i = 0; i < a.shape.rows; ++i)
      result(i, j) = a(i, which[static_cast<std::size_t>(j)]);
  return result;
}

// The first rows of `a`, padded with rows of zeros.
template <Scalar T>
Wide<T> rows_of(const Wide<T>& a, Index rows) {
  Wide<T> result({rows, a.shape.cols});
  for (Index j = 0; j < a.shape.cols; ++j)
    for (Index i = 0; i < std::min(rows, a.shape.rows); ++i) result(i, j) = a(i, j);
  return result;
}

template <Scalar T>
double difference(const Wide<T>& found, const Wide<T>& wanted, Index n) {
  return ratio_of<T>(inf_norm(minus(found, wanted)), inf_norm(wanted), n);
}

template <Scalar T>
Ratios qr_case(Setting& s) {
  const auto a = s.place_random<T>(some_shape(s));
  const Index m = a.shape().rows, n = a.shape().cols, rhs = s.choice.of({1, 5, 0});
  const auto b = s.place_random<T>({m, rhs});
  const auto qr = qr_factor(a.view(), s.how());
  const auto there = qr.apply_q(b.view(), Op::ConjTrans, s.how());
  const Wide<T> q = gathered(qr.q()), r = gathered(qr.r()), turned = gathered(there),
                back = gathered(qr.apply_q(there, Op::None, s.how()));
  Ratios ratios = {
      {"|A - Q R|", by_first_rank([&] { return factor_ratio(a.original(), q, r); }), s.limit(5)},
      {"|I - Q^H Q|", by_first_rank([&] { return orthogonality_of(q); }), s.limit(5)},
      {"|Q^H b - apply_q|", by_first_rank([&] {
         const Wide<T> first = product(applied(Op::ConjTrans, q), b.original());
         return ratio_of<T>(largest(minus(first, rows_of(turned, first.shape.rows))),
                            inf_norm(b.original()), m);
       }),
       s.limit(5)},
      {"|Q Q^H b - b|", by_first_rank([&] { return difference(back, b.original(), m); }),
       s.limit(5)},
      must("A and B stay", a.is_unchanged() && b.is_unchanged())};
  if (m == n && n > 0) {
    const Wide<T> x = gathered(qr.solve(b.view(), s.how()));
    ratios.push_back({"|A X - B|",
                      by_first_rank([&] { return solution_ratio(a.original(), x, b.original()); }),
                      s.limit(5)});
  }
  return ratios;
}

template <Scalar T>
Ratios pivoted_case(Setting& s) {
  const auto a = s.place_random<T>(some_shape(s));
  const auto [m, n] = a.shape();
  const auto f = pivoted_qr_factor(a.view(), s.how());
  const Wide<T> r = gathered(f.r());
  // The whole Q times R, computed by apply_q.
  const Wide<T> tall = rows_of(r, m);
  DistMatrix<T> of_r(world(), s.choice.layout({m, n}, world().size()));
  of_r.fill_with([&](Index i, Index j) {
    if constexpr (is_complex<T>)
      return T(static_cast<RealOf<T>>(tall(i, j).real()),
               static_cast<RealOf<T>>(tall(i, j).imag()));
    else return static_cast<T>(tall(i, j));
  });
  const Wide<T> found = gathered(f.apply_q(of_r));
  bool falls = static_cast<Index>(f.diagonal().size()) == std::min(m, n);
  for (std::size_t k = 1; k < f.diagonal().size(); ++k)
    falls = falls && f.diagonal()[k] <= f.diagonal()[k - 1] * RealOf<T>(1.01);
  return {{"|A P - Q R|", by_first_rank([&] {
             const Wide<T> wanted = columns_of(a.original(), f.permutation());
             return difference(found, wanted, std::max(wanted.shape.rows, wanted.shape.cols));
           }),
           s.limit(5)},
          must("R's diagonal falls", falls),
          must("A stays", a.is_unchanged())};
}

template <Scalar T>
Ratios lq_case(Setting& s) {
  const auto a = s.place_random<T>(some_shape(s));
  const auto [m, n] = a.shape();
  const auto f = lq_factor(a.view(), s.how());
  const Wide<T> l = gathered(f.l());
  const auto b = s.place_random<T>({n, 4});
  const auto turned = f.apply_q(b.view(), Op::None, s.how());
  const Wide<T> q_b = gathered(turned), back = gathered(f.apply_q(turned, Op::ConjTrans, s.how()));
  // A B is L times the first rows of Q B.
  return {
      {"|A B - L Q B|", by_first_rank([&] {
         const Wide<T> wanted = product(a.original(), b.original());
         const Wide<T> top = rows_of(q_b, l.shape.cols);
         return ratio_of<T>(inf_norm(minus(product(l, top), wanted)),
                            inf_norm(a.original()) * inf_norm(b.original()),
                            std::max(wanted.shape.rows, b.shape().rows));
       }),
       s.limit(5)},
      {"|Q^H Q b - b|",
       by_first_rank([&] { return difference(back, b.original(), b.shape().rows); }), s.limit(5)},
      must("A and B stay", a.is_unchanged() && b.is_unchanged())};
}

// ScaLAPACK's p?qrt17, |A^H (A X - B)| / (|A| |B| max(m, n, k) eps), if A has more rows than
// columns; p?qrt16's residual if it has more columns.
template <Scalar T>
Ratios least_squares_case(Setting& s) {
  const auto a = s.place_random<T>(some_shape(s));
  const auto [m, n] = a.shape();
  const auto b = s.place_random<T>({m, s.choice.of({1, 3, 9, 0})});
  const auto fit = least_squares(a.view(), b.view(), {}, s.how());
  const Wide<T> x = gathered(fit.x);
  const double ratio = by_first_rank([&] {
    const Wide<T> whole = a.original(), wanted = b.original();
    const Wide<T> r = minus(product(whole, x), wanted), h = applied(Op::ConjTrans, whole);
    const Index size = std::max({whole.shape.rows, whole.shape.cols, wanted.shape.cols});
    if (whole.shape.rows < whole.shape.cols)
      return ratio_of<T>(inf_norm(r), inf_norm(whole) * inf_norm(x), size);
    return ratio_of<T>(inf_norm(product(h, r)),
                       inf_norm(h) * (inf_norm(wanted) + inf_norm(whole) * inf_norm(x)), size);
  });
  return {{"residual", ratio, s.limit(4)},
          must("the rank", fit.rank == std::min(a.shape().rows, a.shape().cols)),
          must("A and B stay", a.is_unchanged() && b.is_unchanged())};
}

}  // namespace

template <Scalar T>
std::vector<Case<T>> orthogonal_cases() {
  return {{"qr", Routine::Qr, qr_case<T>},
          {"pivoted-qr", Routine::PivotedQr, pivoted_case<T>},
          {"lq", Routine::Qr, lq_case<T>},
          {"least-squares", Routine::Qr, least_squares_case<T>}};
}

#define ASHLAR_INSTANTIATE(T) template std::vector<Case<T>> orthogonal_cases<T>();
ASHLAR_FOR_ALL_SCALARS(ASHLAR_INSTANTIATE)
#undef ASHLAR_INSTANTIATE

}  // namespace ashlar::test
