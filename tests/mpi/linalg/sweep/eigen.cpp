// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/linalg/eigen.hpp>

#include <algorithm>

#include "../eigen_oracle.hpp"
#include "base/instantiate.hpp"
#include "probes.hpp"

namespace ashlar::test {
namespace {

template <Scalar T>
bool is_rising(const std::vector<T>& values) {
  return std::is_sorted(values.begin(), values.end());
}

// A Z - Z L, by probes.
template <Scalar T>
Ratio equation(const Wide<T>& a, const Wide<T>& z, const std::vector<RealOf<T>>& values) {
  return {"|A Z - Z L|", by_first_rank([&] {
            const Wide<T> v = probe<T>(z.shape.cols);
            return ratio_of<T>(
                largest(minus(product(a, product(z, v)), product(scaled_columns(z, values), v))),
                inf_norm(a), a.shape.rows);
          }),
          eigen_limit(a.shape.rows)};
}

template <Scalar T>
Ratios eigen_case(Setting& s) {
  const Index n = s.n();
  const Uplo uplo = s.uplo();
  const Element<T> f = mirrored<T>(s.random<T>(), Op::ConjTrans);
  const auto a = s.place<T>({n, n}, one_triangle<T>(f, uplo));
  const Index first = s.choice.one_in(2) ? 0 : n / 3;
  const auto range = first == 0 ? EigenRange::all() : EigenRange::by_index(first, n);
  const auto e = symmetric_eigen(a.view(), {.uplo = uplo, .range = range, .how = s.how()});
  const Wide<T> whole = evaluated<T>(a.shape(), f), z = gathered(e.vectors);
  Ratios ratios = {
      equation(whole, z, e.values),
      {"|I - Z^H Z|", by_first_rank([&] { return orthogonality_of(z); }), eigen_limit(n)},
      must("as many as wanted, rising",
           static_cast<Index>(e.values.size()) == n - first && is_rising(e.values)),
      must("A stays", a.is_unchanged())};
  if (first > 0)
    ratios.push_back({"values", by_first_rank([&] {
                        const auto all = lapack_values(whole);
                        return values_ratio(e.values,
                                            std::vector<RealOf<T>>(all.begin() + first, all.end()),
                                            inf_norm(whole) / 8);
                      }),
                      eigen_limit(n)});
  return ratios;
}

template <Scalar T>
Ratios values_case(Setting& s) {
  const Uplo uplo = s.uplo();
  const Element<T> f = mirrored<T>(s.random<T>(), Op::ConjTrans);
  const auto a = s.place<T>({s.n(), s.n()}, one_triangle<T>(f, uplo));
  const auto e = symmetric_eigen(a.view(), {.uplo = uplo, .vectors = false, .how = s.how()});
  return {{"values", by_first_rank([&] {
             const Wide<T> whole = evaluated<T>(a.shape(), f);
             return values_ratio(e.values, lapack_values(whole), inf_norm(whole) / 8);
           }),
           eigen_limit(s.n())},
          must("A stays", a.is_unchanged())};
}

// The form A x = lambda B x with a well-conditioned B; other tests cover all forms.
template <Scalar T>
Ratios generalised_case(Setting& s) {
  const Index n = s.n();
  const Uplo uplo = s.uplo();
  const Element<T> f = mirrored<T>(s.random<T>(), Op::ConjTrans), g = positive<T>(s.random<T>(), n);
  const auto a = s.place<T>({n, n}, one_triangle<T>(f, uplo));
  const auto b = s.place<T>({n, n}, one_triangle<T>(g, uplo));
  const auto e = symmetric_eigen(a.view(), b.view(), {.uplo = uplo, .how = s.how()});
  const Wide<T> z = gathered(e.vectors), wide_b = evaluated<T>(b.shape(), g);
  return {
      {"|A Z - B Z L|", by_first_rank([&] {
         const Wide<T> whole = evaluated<T>(a.shape(), f), v = probe<T>(n);
         const Wide<T> left = product(whole, product(z, v)),
                       right = product(wide_b, product(scaled_columns(z, e.values), v));
         const long double size = inf_norm(whole) * inf_norm(z);
         return ratio_of<T>(largest(minus(left, right)), size, n);
       }),
       eigen_limit(n)},
      {"|I - Z^H B Z|", by_first_rank([&] {
         const Wide<T> v = probe<T>(n);
         return ratio_of<T>(
             largest(minus(product(applied(Op::ConjTrans, z), product(wide_b, product(z, v))), v)),
             1, n);
       }),
       eigen_limit(n)},
      must("rising", is_rising(e.values)),
      must("A and B stay", a.is_unchanged() && b.is_unchanged())};
}

template <Scalar T>
Ratios general_case(Setting& s) {
  using C = std::complex<RealOf<T>>;
  const Index n = s.n();
  const auto a = s.place_random<T>({n, n});
  const auto e = general_eigen(a.view(), s.how());
  const auto alone = eigenvalues(a.view(), s.how());
  const Wide<C> v = gathered(e.vectors);
  std::complex<long double> trace = 0, sum = 0;
  for (Index i = 0; i < n; ++i) trace += widened(C(a.element(i, i)));
  for (const C value : alone) sum += widened(value);
  return {{"|A V - V L|", by_first_rank([&] {
             const Wide<C> whole =
                 evaluated<C>(a.shape(), [&](Index i, Index j) { return C(a.element(i, j)); });
             Wide<C> w = v;
             for (Index j = 0; j < n; ++j)
               for (Index i = 0; i < n; ++i)
                 w(i, j) *= widened(e.values[static_cast<std::size_t>(j)]);
             const Wide<C> x = probe<C>(n);
             return ratio_of<C>(largest(minus(product(whole, product(v, x)), product(w, x))),
                                inf_norm(whole) * inf_norm(v), n);
           }),
           s.limit(20)},
          {"trace", ratio_of<T>(std::abs(trace - sum), static_cast<long double>(n + 1), n),
           s.limit(20)},
          must("as many as rows", static_cast<Index>(alone.size()) == n),
          must("A stays", a.is_unchanged())};
}

template <Scalar T>
Ratios root_case(Setting& s) {
  const Uplo uplo = s.uplo();
  const Element<T> f = positive<T>(s.random<T>(), s.n());
  const auto a = s.place<T>({s.n(), s.n()}, one_triangle<T>(f, uplo));
  const Wide<T> root = gathered(apply_symmetric(
      a.view(), [](auto x) { return std::sqrt(x); }, uplo, s.how()));
  return {{"|A - S S|",
           by_first_rank([&] { return factor_ratio(evaluated<T>(a.shape(), f), root, root); }),
           eigen_limit(s.n())},
          must("A stays", a.is_unchanged())};
}

}  // namespace

template <Scalar T>
std::vector<Case<T>> eigen_cases() {
  return {{"symmetric-eigen", Routine::SymmetricEigen, eigen_case<T>},
          {"symmetric-values", Routine::SymmetricEigen, values_case<T>},
          {"generalised-eigen", Routine::SymmetricEigen, generalised_case<T>},
          {"symmetric-sqrt", Routine::SymmetricEigen, root_case<T>},
          {"eigenvalues", Routine::Eigenvalues, general_case<T>}};
}

#define ASHLAR_INSTANTIATE(T) template std::vector<Case<T>> eigen_cases<T>();
ASHLAR_FOR_ALL_SCALARS(ASHLAR_INSTANTIATE)
#undef ASHLAR_INSTANTIATE

}  // namespace ashlar::test
