// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/linalg/gemm.hpp>
#include <ashlar/linalg/symmetric_products.hpp>

#include "base/instantiate.hpp"
#include "probes.hpp"

namespace ashlar::test {
namespace {

constexpr double limit = 3;

// Small elements beside the diagonal, so that solving amplifies no error, even with a unit
// diagonal.
template <Scalar T>
Element<T> triangle(Element<T> f, Index n, Uplo uplo, Diag diag) {
  return [=](Index i, Index j) -> T {
    if (i == j) return diag == Diag::Unit ? not_a_number<T>() : f(i, i) + T(2);
    return is_in(uplo, i, j) ? f(i, j) / static_cast<RealOf<T>>(n) : not_a_number<T>();
  };
}

template <Scalar T>
Wide<T> whole_triangle(const Wide<T>& a, Uplo uplo, Diag diag) {
  Wide<T> result = completed(a, uplo, Op::None);
  for (Index i = 0; diag == Diag::Unit && i < a.shape.rows; ++i) result(i, i) = 1;
  return result;
}

template <Scalar T>
Ratios triangular_case(Setting& s, bool solving) {
  const Index n = s.n(), k = s.choice.of({n, n / 2 + 1, Index{1}});
  const TriangularOptions<T> options{.side = s.side(),
                                     .uplo = s.uplo(),
                                     .op = s.choice.of({Op::None, Op::Trans, Op::ConjTrans}),
                                     .diag = s.choice.of({Diag::Unit, Diag::NonUnit}),
                                     .alpha = s.factor<T>(),
                                     .how = s.how()};
  const bool left = options.side == Side::Left;
  const auto a = s.place<T>({n, n}, triangle<T>(s.random<T>(), n, options.uplo, options.diag));
  auto b = s.place_random<T>(left ? Shape{n, k} : Shape{k, n});
  if (solving) trsm(a.view(), b.view(), options);
  else trmm(a.view(), b.view(), options);
  const Wide<T> after = gathered(detail::const_view(b.view()));
  const double ratio = by_first_rank([&] {
    const Wide<T> t = applied(options.op, whole_triangle(a.original(), options.uplo, options.diag));
    const Wide<T> one = identity<T>(left ? n : k), before = b.original();
    if (!solving) {
      if (left) return sum_ratio(after, {{options.alpha, t, before}}, n);
      return sum_ratio(after, {{options.alpha, before, t}}, n);
    }
    const Wide<T> zero(after.shape);
    const Term<T> solved = left ? Term<T>{T(1), t, after} : Term<T>{T(1), after, t};
    return sum_ratio(zero, {solved, {-options.alpha, one, before}}, n);
  });
  return {{"B", ratio, limit},
          must("A and what is beside B stay", a.is_unchanged() && b.surroundings_survive())};
}
template <Scalar T>
Ratios trmm_case(Setting& s) {
  return triangular_case<T>(s, false);
}
template <Scalar T>
Ratios trsm_case(Setting& s) {
  return triangular_case<T>(s, true);
}

template <Scalar T>
Ratios gemv_case(Setting& s) {
  const Index n = s.n(), m = s.choice.of({n, n / 2 + 1, 2 * n});
  const Op op = s.choice.of({Op::None, Op::Trans, Op::ConjTrans});
  const Shape stored = is_transposing(op) ? Shape{n, m} : Shape{m, n};
  const auto a = s.place_random<T>(stored), x = s.place_random<T>({n, 1});
  auto y = s.place_random<T>({m, 1});
  const T alpha = s.factor<T>(), beta = s.factor<T>();
  gemv(a.view(), x.view(), y.view(), {.op = op, .alpha = alpha, .beta = beta, .how = s.how()});
  const Wide<T> after = gathered(detail::const_view(y.view()));
  const double ratio = by_first_rank([&] {
    return sum_ratio(
        after,
        {{alpha, applied(op, a.original()), x.original()}, {beta, identity<T>(m), y.original()}},
        n);
  });
  return {{"y", ratio, limit},
          must("A, x and what is beside y stay",
               a.is_unchanged() && x.is_unchanged() && y.surroundings_survive())};
}

template <Scalar T>
Ratios ger_case(Setting& s) {
  const Index n = s.n(), m = s.choice.of({n, n / 2 + 1, 2 * n});
  const Op op = s.choice.of({Op::Trans, Op::ConjTrans});
  const auto x = s.place_random<T>({m, 1}), y = s.place_random<T>({n, 1});
  auto a = s.place_random<T>({m, n});
  const T alpha = s.factor<T>();
  ger(x.view(), y.view(), a.view(), {.op = op, .alpha = alpha, .how = s.how()});
  const Wide<T> after = gathered(detail::const_view(a.view()));
  const double ratio = by_first_rank([&] {
    return sum_ratio(
        after,
        {{alpha, x.original(), applied(op, y.original())}, {T(1), identity<T>(m), a.original()}},
        1);
  });
  return {{"A", ratio, limit},
          must("x, y and what is beside A stay",
               x.is_unchanged() && y.is_unchanged() && a.surroundings_survive())};
}

}  // namespace

template <Scalar T>
std::vector<Case<T>> triangular_cases() {
  return {{"trmm", Routine::Syrk, trmm_case<T>},
          {"trsm", Routine::Syrk, trsm_case<T>},
          {"gemv", std::nullopt, gemv_case<T>},
          {"ger", std::nullopt, ger_case<T>}};
}

#define ASHLAR_INSTANTIATE(T) template std::vector<Case<T>> triangular_cases<T>();
ASHLAR_FOR_ALL_SCALARS(ASHLAR_INSTANTIATE)
#undef ASHLAR_INSTANTIATE

}  // namespace ashlar::test
