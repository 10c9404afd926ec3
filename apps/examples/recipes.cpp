// SPDX-License-Identifier: BSD-3-Clause
// Recipes, each with a check: the polar decomposition, the nearest matrix of a rank, the
// pseudo-inverse, functions of symmetric matrices, the 2-norm. The exact 2-norm is
// singular_values(a).front(), the condition in the 2-norm the ratio of the first and the last
// value; condition(a) estimates that in the one-norm at lower cost.
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include <ashlar/ashlar.hpp>

namespace {

using namespace ashlar;
using Matrix = DistMatrix<double>;

// A = U H: U has orthonormal columns, H is symmetric and positive semidefinite. m >= n; otherwise
// decompose the conjugate transpose.
std::pair<Matrix, Matrix> polar(const Matrix& a) {
  const auto [s, u, vh, algorithm] = svd(a);
  Matrix scaled = vh.copy();
  scale_rows(scaled, s);
  Matrix h = gemm(vh, scaled, {.op_a = Op::ConjTrans});  // V diag(s) V^H
  symmetrize_into(h, h);
  return {gemm(u, vh), std::move(h)};
}

// The product of the factors, m x k and k x n, is the nearest matrix of rank k to A (Eckart and
// Young). In the 2-norm the distance is singular value k + 1, in the Frobenius norm the root of the
// sum of squares of the values after k.
std::pair<Matrix, Matrix> low_rank(const Matrix& a, Index k) {
  auto [s, u, vh, algorithm] = svd(a);
  scale_cols(u, s);
  return {redistribute(u.view({0, a.rows()}, {0, k}), u.layout().with_shape({a.rows(), k})),
          redistribute(vh.view({0, k}, {0, a.cols()}), vh.layout().with_shape({k, a.cols()}))};
}

// V S^+ U^H: singular values of at most rcond times the largest count as zero; a common rcond is
// max(m, n) times the machine epsilon. least_squares solves min |A x - b| without it, in less time.
Matrix pseudo_inverse(const Matrix& a, double rcond) {
  auto [s, u, vh, algorithm] = svd(a);
  const double limit = s.empty() ? 0 : rcond * s.front();
  for (double& value : s) value = value > limit ? 1 / value : 0;
  scale_cols(u, s);
  return gemm(vh, u, {.op_a = Op::ConjTrans, .op_b = Op::ConjTrans});
}

// A lower bound of the 2-norm with a few correct digits: power iteration on A^H A.
double estimated_norm2(const Matrix& a, int iterations) {
  Matrix x(a.comm(), a.layout().with_shape({a.cols(), 1}));
  Matrix y(a.comm(), a.layout().with_shape({a.rows(), 1}));
  x.fill_with(Normal<double>(1));
  for (int k = 0; k < iterations && norm(x) > 0; ++k) {
    scale(x, 1 / norm(x));
    gemv(a, x, y);
    gemv(a, y, x, {.op = Op::ConjTrans});
  }
  return norm(y);
}

double distance(const Matrix& a, const Matrix& b) {
  Matrix difference = redistribute(a, b.layout());
  add(b, difference, {.alpha = -1});
  return norm(difference) / norm(b);
}

void check(const Matrix& a) {
  const auto [u, h] = polar(a);
  expect(distance(gemm(u, h), a) < 1e-13, "polar: A is not U H");
  const auto [left, right] = low_rank(a, 3);
  const auto s = singular_values(a);
  double rest = 0, all = 0;
  for (std::size_t k = 0; k < s.size(); ++k) (k < 3 ? all : rest) += s[k] * s[k];
  const double error = distance(gemm(left, right), a);
  expect(std::abs(error - std::sqrt(rest / (all + rest))) < 1e-13, "low_rank: the error is ",
         error);
  const auto x = pseudo_inverse(a, 1e-12);
  expect(distance(gemm(gemm(a, x), a), a) < 1e-12, "pseudo_inverse: A X A is not A");
  expect(std::abs(estimated_norm2(a, 200) / s.front() - 1) < 1e-3, "norm2: power iteration");
}

void check_symmetric(const Matrix& a) {
  // Rounding can make zero eigenvalues negative.
  const auto root = apply_symmetric(a, [](double x) { return std::sqrt(std::max(x, 0.0)); });
  expect(distance(gemm(root, root), a) < 1e-13, "square root");
  const auto logarithm = apply_symmetric(a, [](double x) { return std::log(x); });
  const auto exponential = apply_symmetric(logarithm, [](double x) { return std::exp(x); });
  expect(distance(exponential, a) < 1e-12, "exponential of the logarithm");
  const auto whitening = apply_symmetric(a, [](double x) { return std::pow(x, -0.5); });
  Matrix identity(a.comm(), a.layout());
  identity.fill_with(Identity<double>{});
  expect(distance(gemm(gemm(whitening, a), whitening), identity) < 1e-12, "whitening");
}

}  // namespace

int main(int argc, char** argv) {
  return ashlar::run(argc, argv, [](mpi::CommunicatorView world) {
    const auto grid = ProcessGrid::balanced(world);
    check(random_with_condition<double>(world, grid.layout({40, 12}), {.condition = 1e3}));
    check_symmetric(
        generate<double>(grid, {30, 30}, {.block = {4, 4}}, PositiveDefinite<double>(1, 30)));
  });
}
