// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/linalg/cholesky.hpp>
#include <ashlar/linalg/condition.hpp>
#include <ashlar/linalg/ldlt.hpp>
#include <ashlar/linalg/lu.hpp>
#include <ashlar/linalg/solve.hpp>

#include "base/instantiate.hpp"
#include "probes.hpp"

namespace ashlar::test {
namespace {

Index right_hand_sides(Setting& s) { return s.choice.of({1, 3, 9, 28, 0}); }

template <Scalar T>
Ratio solution(Setting& s, const Wide<T>& whole, const DistMatrix<T>& x, const Placed<T>& b,
               double limit) {
  const Wide<T> found = gathered(x);
  return {"|A X - B|", by_first_rank([&] { return solution_ratio(whole, found, b.original()); }),
          s.limit(limit)};
}
template <Scalar T>
Ratio untouched(const Placed<T>& a, const Placed<T>& b) {
  return must("A and B stay", a.is_unchanged() && b.is_unchanged());
}

// Compares A, with its rows exchanged by the pivots, with L U. A rank without a part of a row
// contributes 0 to its pivot.
template <Scalar T>
Ratio lu_factors(Setting& s, const Placed<T>& a, const LuFactor<T>& lu) {
  const Index n = s.n();
  const DistMatrix<T>& f = lu.factors();
  std::vector<int> pivots(static_cast<std::size_t>(n), 0);
  for (Index il = 0; il < f.local_rows(); ++il)
    if (static_cast<std::size_t>(il) < lu.pivots().size())
      pivots[static_cast<std::size_t>(f.global_row(il))] =
          lu.pivots()[static_cast<std::size_t>(il)];
  MPI_Allreduce(MPI_IN_PLACE, pivots.data(), static_cast<int>(n), MPI_INT, MPI_MAX,
                world().native());
  const Wide<T> packed = gathered(f);
  return {"|P A - L U|", by_first_rank([&] {
            Wide<T> permuted = a.original(), lower = completed(packed, Uplo::Lower, Op::None);
            for (Index i = 0; i < n; ++i) {
              lower(i, i) = 1;
              for (Index j = 0; j < n; ++j)
                std::swap(
                    permuted(i, j),
                    permuted(std::clamp<Index>(pivots[static_cast<std::size_t>(i)], 1, n) - 1, j));
            }
            return factor_ratio(permuted, lower, completed(packed, Uplo::Upper, Op::None));
          }),
          s.limit(1)};
}

template <Scalar T>
Ratios lu_case(Setting& s) {
  const auto a = s.place_random<T>({s.n(), s.n()}),
             b = s.place_random<T>({s.n(), right_hand_sides(s)});
  const Op op = s.choice.of({Op::None, Op::Trans, Op::ConjTrans});
  const auto lu = lu_factor(a.view(), s.how());
  const Wide<T> whole = applied(op, a.original());
  return {solution(s, whole, lu.solve(b.view(), op, s.how()), b, 1), lu_factors(s, a, lu),
          untouched(a, b)};
}

template <Scalar T>
Ratios solve_case(Setting& s) {
  const auto a = s.place_random<T>({s.n(), s.n()}),
             b = s.place_random<T>({s.n(), right_hand_sides(s)});
  return {solution(s, a.original(), solve(a.view(), b.view(), {.how = s.how()}), b, 1),
          untouched(a, b)};
}

template <Scalar T>
Ratios mixed_case(Setting& s) {
  const auto a = s.place_random<T>({s.n(), s.n()}),
             b = s.place_random<T>({s.n(), right_hand_sides(s)});
  SolveReport report;
  const auto x =
      solve(a.view(), b.view(), {.precision = Precision::Mixed, .report = &report, .how = s.how()});
  return {solution(s, a.original(), x, b, 16), must("the report's residual", report.residual < 16),
          untouched(a, b)};
}

template <Scalar T>
Ratios cholesky_case(Setting& s) {
  const Uplo uplo = s.uplo();
  const Element<T> f = positive<T>(s.random<T>(), s.n());
  const auto a = s.place<T>({s.n(), s.n()}, one_triangle<T>(f, uplo));
  const auto b = s.place_random<T>({s.n(), right_hand_sides(s)});
  const auto factor = cholesky_factor(a.view(), uplo, s.how());
  const Wide<T> whole = evaluated<T>(a.shape(), f), l = gathered(factor.factor());
  const double back = by_first_rank([&] {
    const Wide<T> h = applied(Op::ConjTrans, l);
    return uplo == Uplo::Lower ? factor_ratio(whole, l, h) : factor_ratio(whole, h, l);
  });
  return {solution(s, whole, factor.solve(b.view(), s.how()), b, 3),
          {"|A - L L^H|", back, s.limit(3)},
          untouched(a, b)};
}

template <Scalar T>
Ratios cholesky_solve_case(Setting& s) {
  const Uplo uplo = s.uplo();
  const Precision precision = s.choice.of({Precision::Working, Precision::Mixed});
  const Element<T> f = positive<T>(s.random<T>(), s.n());
  const auto a = s.place<T>({s.n(), s.n()}, one_triangle<T>(f, uplo));
  const auto b = s.place_random<T>({s.n(), right_hand_sides(s)});
  const auto x =
      cholesky_solve(a.view(), b.view(), {.uplo = uplo, .precision = precision, .how = s.how()});
  return {solution(s, evaluated<T>(a.shape(), f), x, b, 3), untouched(a, b)};
}

template <Scalar T>
Ratios ldlt_case(Setting& s) {
  const Uplo uplo = s.uplo();
  const Op symmetry = s.choice.of({Op::Trans, Op::ConjTrans});
  const Element<T> f = mirrored<T>(s.random<T>(), symmetry);
  const auto a = s.place<T>({s.n(), s.n()}, one_triangle<T>(f, uplo));
  const auto b = s.place_random<T>({s.n(), right_hand_sides(s)});
  const auto x = ldlt_factor(a.view(), uplo, symmetry, s.how()).solve(b.view());
  return {solution(s, evaluated<T>(a.shape(), f), x, b, 3), untouched(a, b)};
}

// |I - A X| / (|A| |X| n eps)
template <Scalar T>
Ratio inverse_ratio(Setting& s, const Wide<T>& whole, const DistMatrix<T>& x) {
  const Wide<T> found = gathered(x);
  return {"|I - A X|", by_first_rank([&] {
            const Wide<T> v = probe<T>(s.n());
            return ratio_of<T>(largest(minus(product(whole, product(found, v)), v)),
                               inf_norm(whole) * inf_norm(found), s.n());
          }),
          s.limit(1)};
}

template <Scalar T>
Ratios inverse_case(Setting& s) {
  const auto a = s.place_random<T>({s.n(), s.n()});
  return {inverse_ratio(s, a.original(), inverse(a.view(), s.how())),
          must("A stays", a.is_unchanged())};
}

template <Scalar T>
Ratios cholesky_inverse_case(Setting& s) {
  const Uplo uplo = s.uplo();
  const Element<T> f = positive<T>(s.random<T>(), s.n());
  const auto a = s.place<T>({s.n(), s.n()}, one_triangle<T>(f, uplo));
  const auto x = cholesky_inverse(a.view(), uplo, s.how());
  return {inverse_ratio(s, evaluated<T>(a.shape(), f), x), must("A stays", a.is_unchanged())};
}

// Compares with elimination in extended precision without pivots, which a positive definite matrix
// does not need.
template <Scalar T>
Ratios determinant_case(Setting& s) {
  const Element<T> f = positive<T>(s.random<T>(), s.n());
  const auto a = s.place<T>({s.n(), s.n()}, f);
  const auto found = determinant(a.view(), s.how());
  const double ratio = by_first_rank([&] {
    Wide<T> u = a.original();
    long double log = 0;
    for (Index k = 0; k < s.n(); ++k) {
      log += std::log(std::abs(u(k, k)));
      for (Index j = k + 1; j < s.n(); ++j)
        for (Index i = k + 1; i < s.n(); ++i) u(i, j) -= u(i, k) / u(k, k) * u(k, j);
    }
    const long double error = std::abs(log - static_cast<long double>(found.log_abs)) +
                              std::abs(widened(found.phase) - static_cast<long double>(1));
    return ratio_of<T>(error, 1 + std::abs(log), s.n());
  });
  return {{"determinant", ratio, s.limit(20)}, must("A stays", a.is_unchanged())};
}

}  // namespace

template <Scalar T>
std::vector<Case<T>> solver_cases() {
  return {{"lu", Routine::Lu, lu_case<T>},
          {"solve", Routine::Lu, solve_case<T>},
          {"mixed-solve", Routine::Lu, mixed_case<T>},
          {"cholesky", Routine::Cholesky, cholesky_case<T>},
          {"cholesky-solve", Routine::Cholesky, cholesky_solve_case<T>},
          {"ldlt", Routine::Ldlt, ldlt_case<T>},
          {"inverse", Routine::Lu, inverse_case<T>},
          {"cholesky-inverse", Routine::Cholesky, cholesky_inverse_case<T>},
          {"determinant", Routine::Lu, determinant_case<T>}};
}

#define ASHLAR_INSTANTIATE(T) template std::vector<Case<T>> solver_cases<T>();
ASHLAR_FOR_ALL_SCALARS(ASHLAR_INSTANTIATE)
#undef ASHLAR_INSTANTIATE

}  // namespace ashlar::test
