// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/linalg/eigen.hpp>

#include <limits>

#include "eigen_oracle.hpp"

using namespace ashlar;
using namespace ashlar::test;

namespace {

// |A V - V L| / (|A| |V| n eps).
template <Scalar T>
double general_ratio(const DistMatrix<T>& a, const GeneralEigen<T>& e) {
  using Complex = typename GeneralEigen<T>::Complex;
  const auto wide = gathered(a);
  const auto v = gathered(e.vectors);
  Wide<Complex> complex_a(wide.shape);
  for (std::size_t k = 0; k < wide.values.size(); ++k) complex_a.values[k] = wide.values[k];
  auto r = product(complex_a, v);
  for (Index j = 0; j < v.shape.cols; ++j)
    for (Index i = 0; i < v.shape.rows; ++i)
      r(i, j) -= v(i, j) * widened(e.values[static_cast<std::size_t>(j)]);
  const long double scale = inf_norm(wide) * inf_norm(v) *
                            static_cast<long double>(std::max<Index>(1, a.rows())) * eps_of<T>;
  return static_cast<double>(inf_norm(r) == 0 ? 0 : inf_norm(r) / scale);
}

}  // namespace

TEST_CASE_TEMPLATE("general_eigen: A V = V L in any layout", T, float, double, c64, c128) {
  Choice choice(44);
  for (const Index n : {0, 1, 2, 10, 57}) {
    const auto a = random_matrix<T>(choice.layout({n, n}, world().size()), 3);
    const auto e = general_eigen(a);
    const double ratio = general_ratio(a, e);
    check_all(world(), ratio < 20, concat("ratio ", ratio, " n ", n));
    check_all(world(), e.vectors.layout() == a.layout(), "the vectors have another layout");
    check_all(world(), still_holds(a, Uniform<T>(3, -1, 1)), "A changed");
    const auto values = eigenvalues(a);
    check_all(world(), values.size() == static_cast<std::size_t>(n), "number of values");
    // The trace is the sum of the eigenvalues.
    std::complex<double> sum = 0, trace = 0;
    for (const auto value : values) sum += std::complex<double>(value);
    const auto wide = gathered(a);
    for (Index i = 0; i < n; ++i)
      trace += std::complex<double>(std::complex<long double>(wide(i, i)));
    const double off = std::abs(sum - trace) / static_cast<double>(eps_of<T> * (n + 1));
    check_all(world(), off < 100 * static_cast<double>(n + 1), concat("trace off by ", off));
  }
}

TEST_CASE("general_eigen: a companion matrix has its polynomial's roots, a rotation +-i") {
  DistMatrix<double> companion(world(), Layout({.shape = {3, 3}, .block = {1, 2}, .grid = {1, 1}}));
  // (x - 1) (x - 2) (x - 3) = x^3 - 6 x^2 + 11 x - 6
  companion.fill_with([](Index i, Index j) {
    constexpr double last[] = {6, -11, 6};
    return j == 2 ? last[i] : i == j + 1 ? 1.0 : 0.0;
  });
  auto roots = eigenvalues(companion);
  std::sort(roots.begin(), roots.end(), [](c128 x, c128 y) { return x.real() < y.real(); });
  for (int k = 0; k < 3; ++k)
    CHECK(std::abs(roots[static_cast<std::size_t>(k)] - c128(k + 1)) < 1e-12);
  DistMatrix<double> rotation(world(), Layout({.shape = {2, 2}, .block = {1, 1}, .grid = {1, 1}}));
  rotation.fill_with([](Index i, Index j) { return i == j ? 0.0 : i < j ? -1.0 : 1.0; });
  const auto e = general_eigen(rotation);
  CHECK(std::abs(e.values[0] - c128(0, 1)) < 1e-15);
  CHECK(std::abs(e.values[1] - c128(0, -1)) < 1e-15);
}

TEST_CASE("general_eigen: unsolvable problems are the same error on every rank") {
  const Layout layout{{.shape = {6, 6}, .block = {2, 2}, .grid = {1, 1}}};
  const DistMatrix<float> wide(world(), layout.with_shape({6, 7}));
  const std::string shape = message_of<ArgumentError>([&] { (void)eigenvalues(wide); });
  check_all(world(), contains(shape, "A is 6x7, but must be square"), shape);
  for (const float bad :
       {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity()}) {
    DistMatrix<float> a(world(), layout);
    a.set(3, 5, bad);
    const std::string text = message_of<ArgumentError>([&] { (void)general_eigen(a); });
    check_all(world(), contains(text, "A(3, 5) is NaN or infinite"), text);
  }
  const DistMatrix<float> a(world(), layout);
  const std::string algorithm =
      message_of<ArgumentError>([&] { (void)eigenvalues(a, {.algorithm = Algorithm::ScaLapack}); });
  check_all(world(), contains(algorithm, "does not exist for eigenvalues"), algorithm);
}
