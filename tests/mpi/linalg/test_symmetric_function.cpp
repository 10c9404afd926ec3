// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/linalg/eigen.hpp>

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
    const auto root = apply_symmetric(a, [](auto x) { return std::sqrt(x); });
    check_all(world(), root.layout() == a.layout() && is_hermitian(root), "root is not Hermitian");
    const double squared = distance_ratio(gemm(root, root), a);
    check_all(world(), squared < 30, concat("root ", squared, " n ", n));
    const auto logarithm = apply_symmetric(a, [](auto x) { return std::log(x); });
    const double back =
        distance_ratio(apply_symmetric(logarithm, [](auto x) { return std::exp(x); }), a);
    check_all(world(), back < 100, concat("exp of log ", back, " n ", n));
    const auto whitening = apply_symmetric(a, [](auto x) { return 1 / std::sqrt(x); });
    const double inverse =
        distance_ratio(apply_symmetric(whitening, [](auto x) { return 1 / (x * x); }), a);
    check_all(world(), inverse < 200, concat("powers ", inverse, " n ", n));
    const double cube = distance_ratio(apply_symmetric(
                                           a, [](auto x) { return x * x * x; }, Uplo::Upper),
                                       gemm(gemm(a, a), a));
    check_all(world(), cube < 30, concat("cube ", cube, " n ", n));
  }
}

TEST_CASE("symmetric functions: the exponential of a rotation's generator squared") {
  // exp([[0, t], [t, 0]]) has the elements cosh(t) and sinh(t).
  DistMatrix<double> a(world(), Layout({.shape = {2, 2}, .block = {1, 1}, .grid = {1, 1}}));
  a.fill_with([](Index i, Index j) { return i == j ? 0.0 : 1.5; });
  const auto e = gathered(apply_symmetric(a, [](double x) { return std::exp(x); }));
  CHECK(static_cast<double>(e(0, 0)) == doctest::Approx(std::cosh(1.5)).epsilon(1e-14));
  CHECK(static_cast<double>(e(1, 0)) == doctest::Approx(std::sinh(1.5)).epsilon(1e-14));
}

TEST_CASE("symmetric functions: an eigenvalue at which the function is not finite is named") {
  DistMatrix<double> a(world(), Layout({.shape = {4, 4}, .block = {1, 1}, .grid = {1, 1}}));
  a.fill_with([](Index i, Index j) { return i == j ? static_cast<double>(i) - 0.25 : 0.0; });
  const auto root = message_of<ArgumentError>(
      [&] { (void)apply_symmetric(a, [](double x) { return std::sqrt(x); }); });
  check_all(world(),
            contains(root, "apply_symmetric: f is") &&
                contains(root, "where eigenvalue 0 (counted from 0) is -0.25"),
            root);
  const auto large = message_of<ArgumentError>(
      [&] { (void)apply_symmetric(a, [](double x) { return std::exp(800 * x); }); });
  check_all(world(), contains(large, "eigenvalue 2 (counted from 0) is 1.75"), large);
}

TEST_CASE("symmetric functions: of the empty matrix") {
  const DistMatrix<double> a(world(), Layout({.shape = {0, 0}, .block = {2, 2}, .grid = {1, 1}}));
  const auto e = apply_symmetric(a, [](double x) { return std::exp(x); });
  check_all(world(), e.shape() == Shape{0, 0}, "not empty");
}
