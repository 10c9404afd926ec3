// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/linalg/gemm.hpp>
#include <ashlar/linalg/symmetric_products.hpp>

#include "base/instantiate.hpp"
#include "probes.hpp"

namespace ashlar::test {
namespace {

constexpr double limit = 3;

template <Scalar T>
Op any_op(Choice& choice) {
  return choice.of({Op::None, Op::Trans, Op::ConjTrans});
}
Shape stored(Op op, Shape shape) { return is_transposing(op) ? shape.transposed() : shape; }

// Where beta is 0, C is not read and its elements are NaN.
template <Scalar T>
Element<T> target(Setting& s, T beta) {
  if (beta == T(0)) return [](Index, Index) { return not_a_number<T>(); };
  return s.random<T>();
}

// The term beta C, an empty one if beta is 0.
template <Scalar T>
Term<T> kept(T beta, const Placed<T>& c, const Wide<T>& whole) {
  return {beta, identity<T>(beta == T(0) ? 0 : c.shape().rows), whole};
}

template <Scalar T>
Ratios gemm_case(Setting& s) {
  const Index n = s.n(), m = s.choice.of({n, n, n / 2 + 1}), k = s.choice.of({n, n, n / 3});
  const Op op_a = any_op<T>(s.choice), op_b = any_op<T>(s.choice);
  const auto a = s.place_random<T>(stored(op_a, {m, k})),
             b = s.place_random<T>(stored(op_b, {k, n}));
  const T alpha = s.factor<T>(), beta = s.factor<T>();
  auto c = s.place<T>({m, n}, target<T>(s, beta));
  gemm(a.view(), b.view(), c.view(),
       {.op_a = op_a, .op_b = op_b, .alpha = alpha, .beta = beta, .how = s.how()});
  const Wide<T> after = gathered(detail::const_view(c.view()));
  const double ratio = by_first_rank([&] {
    std::vector<Term<T>> terms = {
        {alpha, applied(op_a, a.original()), applied(op_b, b.original())}};
    if (beta != T(0)) terms.push_back(kept(beta, c, c.original()));
    return sum_ratio(after, terms, k);
  });
  return {{"C", ratio, limit},
          must("A, B and what is beside C stay",
               a.is_unchanged() && b.is_unchanged() && c.surroundings_survive())};
}

template <Scalar T>
Ratios symmetric_case(Setting& s, Op symmetry) {
  const Index n = s.n(), k = s.choice.of({n, n / 2 + 1, Index{3}});
  const Side side = s.side();
  const Uplo uplo = s.uplo();
  const Shape shape = side == Side::Left ? Shape{n, k} : Shape{k, n};
  const auto a = s.place<T>({n, n}, one_triangle<T>(s.random<T>(), uplo));
  const auto b = s.place_random<T>(shape);
  const T alpha = s.factor<T>(), beta = s.factor<T>();
  auto c = s.place<T>(shape, target<T>(s, beta));
  const SymmetricProductOptions<T> options{
      .side = side, .uplo = uplo, .alpha = alpha, .beta = beta, .how = s.how()};
  if (symmetry == Op::ConjTrans) hemm(a.view(), b.view(), c.view(), options);
  else symm(a.view(), b.view(), c.view(), options);
  const Wide<T> after = gathered(detail::const_view(c.view()));
  const double ratio = by_first_rank([&] {
    const Wide<T> whole = completed(a.original(), uplo, symmetry), other = b.original();
    std::vector<Term<T>> terms;
    if (side == Side::Left) terms.push_back({alpha, whole, other});
    else terms.push_back({alpha, other, whole});
    if (beta != T(0)) terms.push_back(kept(beta, c, c.original()));
    return sum_ratio(after, terms, n);
  });
  return {{"C", ratio, limit},
          must("A, B and what is beside C stay",
               a.is_unchanged() && b.is_unchanged() && c.surroundings_survive())};
}
template <Scalar T>
Ratios symm_case(Setting& s) {
  return symmetric_case<T>(s, Op::Trans);
}
template <Scalar T>
Ratios hemm_case(Setting& s) {
  return symmetric_case<T>(s, Op::ConjTrans);
}

// The update C = alpha A op(A) + ..., or the same with B; op applies to the second factor.
template <Scalar T>
Ratios update_case(Setting& s, Op symmetry, bool with_b) {
  using R = RealOf<T>;
  const bool hermitian = symmetry == Op::ConjTrans;
  const Index n = s.n(), k = s.choice.of({n, n / 3, Index{40}});
  const Op op = s.choice.one_in(2) ? Op::None : symmetry;
  const Uplo uplo = s.uplo();
  const auto a = s.place_random<T>(stored(op, {n, k})), b = s.place_random<T>(stored(op, {n, k}));
  const T alpha = hermitian && !with_b ? T(s.factor<R>()) : s.factor<T>();
  const T beta = hermitian ? T(s.factor<R>()) : s.factor<T>();
  const Element<T> before = target<T>(s, beta);
  auto c = s.place<T>({n, n},
                      one_triangle<T>(beta == T(0) ? before : mirrored<T>(before, symmetry), uplo));
  if (hermitian && with_b)
    her2k(a.view(), b.view(), c.view(), {uplo, op, alpha, std::real(beta), s.how()});
  else if (hermitian)
    herk(a.view(), c.view(), {uplo, op, std::real(alpha), std::real(beta), s.how()});
  else if (with_b) syr2k(a.view(), b.view(), c.view(), {uplo, op, alpha, beta, s.how()});
  else syrk(a.view(), c.view(), {uplo, op, alpha, beta, s.how()});
  const Wide<T> after = gathered(detail::const_view(c.view()));
  const double ratio = by_first_rank([&] {
    const Wide<T> x = applied(op, a.original()), y = with_b ? applied(op, b.original()) : x;
    std::vector<Term<T>> terms = {{alpha, x, applied(symmetry, y)}};
    if (with_b) terms.push_back({hermitian ? conjugate(alpha) : alpha, y, applied(symmetry, x)});
    if (beta != T(0)) terms.push_back(kept(beta, c, completed(c.original(), uplo, symmetry)));
    return sum_ratio(completed(after, uplo, symmetry), terms, 2 * k);
  });
  return {{"C", ratio, limit},
          must("A, B and what is beside C's triangle stay",
               a.is_unchanged() && b.is_unchanged() &&
                   c.is_as_made([&](Index i, Index j) { return !is_in(uplo, i, j); }))};
}
template <Scalar T>
Ratios syrk_case(Setting& s) {
  return update_case<T>(s, Op::Trans, false);
}
template <Scalar T>
Ratios herk_case(Setting& s) {
  return update_case<T>(s, Op::ConjTrans, false);
}
template <Scalar T>
Ratios syr2k_case(Setting& s) {
  return update_case<T>(s, Op::Trans, true);
}
template <Scalar T>
Ratios her2k_case(Setting& s) {
  return update_case<T>(s, Op::ConjTrans, true);
}

}  // namespace

template <Scalar T>
std::vector<Case<T>> product_cases() {
  return {{"gemm", Routine::Gemm, gemm_case<T>},  {"symm", Routine::Gemm, symm_case<T>},
          {"hemm", Routine::Gemm, hemm_case<T>},  {"syrk", Routine::Syrk, syrk_case<T>},
          {"herk", Routine::Syrk, herk_case<T>},  {"syr2k", Routine::Syrk, syr2k_case<T>},
          {"her2k", Routine::Syrk, her2k_case<T>}};
}

#define ASHLAR_INSTANTIATE(T) template std::vector<Case<T>> product_cases<T>();
ASHLAR_FOR_ALL_SCALARS(ASHLAR_INSTANTIATE)
#undef ASHLAR_INSTANTIATE

}  // namespace ashlar::test
