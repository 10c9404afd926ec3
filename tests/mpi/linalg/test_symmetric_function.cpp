// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/linalg/symmetric_function.hpp>

#include <ashlar/linalg/gemm.hpp>

#include "eigen_oracle.hpp"

using namespace ashlar;
using namespace ashlar::test;

namespace {

template <Scalar T>
double distance_ratio(const DistMatrix<T>& x, const DistMatrix<T>& y) {
  Wide<T> difference = gathered(x);
  const auto other = gathered(y);
  for (std::size_t k = 0; k < other.values.size(); ++k) difference.values[k] -= other.values[k];
  const long double size = inf_norm(other) * static_cast<long double>(x.rows()) * eps_of<T>;
  return static_cast<double>(inf_norm(difference) / size);
}

template <Scalar T>
DistMatrix<T> positive(const Layout& layout) {
  DistMatrix<T> a(world(), layout);
  const Index n = layout.shape().rows;
  a.fill_with([&](Index i, Index j) {
    const T x = HermitianElement<T>{4}(i, j);
    return i == j ? x + T(static_cast<RealOf<T>>(n)) : x;
  });
  return a;
}

template <Scalar T>
bool is_hermitian(const DistMatrix<T>& a) {
  const auto whole = gathered(a);
  const auto other = applied(Op::ConjTrans, whole);
  return whole.values == other.values;
}

}  // namespace

TEST_CASE_TEMPLATE("symmetric functions: roots, logarithms and powers are undone", T, float, double,
                   c64, c128) {
  Choice choice(12);
  for (const Index n : {1, 2, 33}) {
    const auto a = positive<T>(choice.layout({n, n}, world().size()));
    const auto root = symmetric_sqrt(a);
    check_all(world(), root.layout() == a.layout() && is_hermitian(root), "root is not Hermitian");
    const double squared = distance_ratio(gemm(root, root), a);
    check_all(world(), squared < 30, concat("root ", squared, " n ", n));
    const double back = distance_ratio(symmetric_exp(symmetric_log(a)), a);
    check_all(world(), back < 100, concat("exp of log ", back, " n ", n));
    const double inverse = distance_ratio(symmetric_power(symmetric_power(a, -0.5), -2.0), a);
    check_all(world(), inverse < 200, concat("powers ", inverse, " n ", n));
    const double cube =
        distance_ratio(apply_symmetric(a, [](auto x) { return x * x * x; }, {.uplo = Uplo::Upper}),
                       gemm(gemm(a, a), a));
    check_all(world(), cube < 30, concat("cube ", cube, " n ", n));
  }
}

TEST_CASE("symmetric functions: the exponential of a rotation's generator squared") {
  // exp of [[0, t], [t, 0]] is cosh and sinh.
  DistMatrix<double> a(world(), Layout({.shape = {2, 2}, .block = {1, 1}, .grid = {1, 1}}));
  a.fill_with([](Index i, Index j) { return i == j ? 0.0 : 1.5; });
  const auto e = gathered(symmetric_exp(a));
  CHECK(static_cast<double>(e(0, 0)) == doctest::Approx(std::cosh(1.5)).epsilon(1e-14));
  CHECK(static_cast<double>(e(1, 0)) == doctest::Approx(std::sinh(1.5)).epsilon(1e-14));
}

TEST_CASE("symmetric functions: a spectrum that does not allow them is named") {
  DistMatrix<double> a(world(), Layout({.shape = {4, 4}, .block = {1, 1}, .grid = {1, 1}}));
  const auto set = [&](double smallest) {
    a.fill_with([&](Index i, Index j) {
      return i != j ? 0.0 : i == 2 ? smallest : static_cast<double>(i + 1);
    });
  };
  set(-0.25);
  const auto root = message_of<NotPositiveDefinite>([&] { (void)symmetric_sqrt(a); });
  check_all(world(), contains(root, "eigenvalue 0 (counted from 0) is -0.25"), root);
  const auto power = message_of<NotPositiveDefinite>([&] { (void)symmetric_power(a, 0.3); });
  check_all(world(), contains(power, "must not be negative"), power);
  (void)symmetric_power(a, -3);
  set(0);
  (void)symmetric_sqrt(a);
  const auto log = message_of<NotPositiveDefinite>([&] { (void)symmetric_log(a); });
  check_all(world(), contains(log, "must be positive"), log);
  const auto singular = message_of<SingularMatrix>([&] { (void)symmetric_power(a, -1); });
  check_all(world(), contains(singular, "zero but for rounding"), singular);
  set(800);
  const auto large = message_of<OverflowError>([&] { (void)symmetric_exp(a); });
  check_all(world(), contains(large, "eigenvalue 3 (counted from 0) is 800"), large);
  const auto nan = message_of<ArgumentError>(
      [&] { (void)apply_symmetric(a, [](double x) { return std::log(x - 100); }); });
  check_all(world(), contains(nan, "apply_symmetric: f is"), nan);
}

TEST_CASE("symmetric functions: of the empty matrix") {
  const DistMatrix<double> a(world(), Layout({.shape = {0, 0}, .block = {2, 2}, .grid = {1, 1}}));
  check_all(world(), symmetric_exp(a).shape() == Shape{0, 0}, "not empty");
}
