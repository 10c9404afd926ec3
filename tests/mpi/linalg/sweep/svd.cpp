// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/linalg/svd.hpp>

#include <algorithm>

#include "../svd_oracle.hpp"
#include "base/instantiate.hpp"
#include "probes.hpp"

namespace ashlar::test {
namespace {

constexpr double svd_limit = 20;

Shape some_shape(Setting& s) {
  const Index n = s.n();
  return s.choice.of({Shape{n, n}, {n + n / 2, n}, {n / 2, n}, {3 * n, n / 2}});
}

template <Scalar T>
Wide<T> first_columns(const Wide<T>& a, Index count) {
  Wide<T> result({a.shape.rows, count});
  for (Index j = 0; j < count; ++j)
    for (Index i = 0; i < a.shape.rows; ++i) result(i, j) = a(i, j);
  return result;
}

template <Scalar T>
Ratios svd_case(Setting& s) {
  const auto a = s.place_random<T>(some_shape(s));
  const auto [m, n] = a.shape();
  const SvdVectors vectors = s.choice.of({SvdVectors::Thin, SvdVectors::Full});
  const auto d = svd(a.view(), vectors, s.how());
  const Index k = std::min(m, n);
  const Wide<T> u = gathered(d.u), v = applied(Op::ConjTrans, gathered(d.vh));
  const bool sizes = u.shape.cols == (vectors == SvdVectors::Full ? m : k) &&
                     v.shape.cols == (vectors == SvdVectors::Full ? n : k) &&
                     static_cast<Index>(d.values.size()) == k;
  const bool falling = std::is_sorted(d.values.rbegin(), d.values.rend()) &&
                       (d.values.empty() || d.values.back() >= 0);
  return {must("the sizes, and values that fall", sizes && falling),
          {"|A - U S V^H|", by_first_rank([&] {
             return factor_ratio(a.original(), scaled_columns(first_columns(u, k), d.values),
                                 applied(Op::ConjTrans, first_columns(v, k)));
           }),
           s.limit(svd_limit)},
          {"|I - U^H U|", by_first_rank([&] { return orthogonality_of(u); }), s.limit(svd_limit)},
          {"|I - V^H V|", by_first_rank([&] { return orthogonality_of(v); }), s.limit(svd_limit)},
          must("A stays", a.is_unchanged())};
}

template <Scalar T>
Ratios singular_values_case(Setting& s) {
  const auto a = s.place_random<T>(some_shape(s));
  const std::vector<RealOf<T>> found = singular_values(a.view(), s.how());
  return {{"values", by_first_rank([&] {
             const Wide<T> whole = a.original();
             const auto serial = serial_values(whole);
             return found.size() == serial.size() ? value_error<T>(found, serial, whole.shape)
                                                  : HUGE_VAL;
           }),
           s.limit(svd_limit)},
          must("A stays", a.is_unchanged())};
}

}  // namespace

template <Scalar T>
std::vector<Case<T>> svd_cases() {
  return {{"svd", Routine::Svd, svd_case<T>},
          {"singular-values", Routine::Svd, singular_values_case<T>}};
}

#define ASHLAR_INSTANTIATE(T) template std::vector<Case<T>> svd_cases<T>();
ASHLAR_FOR_ALL_SCALARS(ASHLAR_INSTANTIATE)
#undef ASHLAR_INSTANTIATE

}  // namespace ashlar::test
