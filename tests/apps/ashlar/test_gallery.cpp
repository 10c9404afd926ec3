// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/matrix/generate.hpp>

#include <gallery/definite.hpp>
#include <gallery/eigen.hpp>
#include <gallery/structured.hpp>
#include <mpi/linalg/serial_lapack.hpp>
#include <mpi/linalg/vector_cases.hpp>

using namespace ashlar;
using namespace ashlar::apps;
using namespace ashlar::test;

namespace {

constexpr double pi = 3.14159265358979323846;

template <class F>
Wide<double> square(Index n, const F& f) {
  return evaluated<double>({n, n}, f);
}

bool is_identity(const Wide<double>& a, double scale, long double bound) {
  for (Index j = 0; j < a.shape.cols; ++j)
    for (Index i = 0; i < a.shape.rows; ++i)
      if (!(std::abs(a(i, j) - (i == j ? scale : 0)) <= bound)) return false;
  return true;
}

bool is_tridiagonal_inverse(const Wide<double>& a, long double bound) {
  // The minors of rows i, j and columns j, k vanish: a(i, k) a(j, j) = a(i, j) a(j, k) for
  // i < j < k.
  for (Index i = 0; i + 2 < a.shape.rows; ++i)
    if (!(std::abs(a(i, i + 2) * a(i + 1, i + 1) - a(i, i + 1) * a(i + 1, i + 2)) <= bound))
      return false;
  return true;
}

long double det(const Wide<double>& a) { return determinant(a); }

std::vector<double> sorted(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values;
}

/// The four types hold the same numbers, rounded.
template <template <class> class F, class... Args>
bool is_same_in_all_types(Args... args) {
  bool same = true;
  for (Index j = 0; j < 7; ++j)
    for (Index i = 0; i < 7; ++i) {
      const double x = F<double>{args...}(i, j);
      same = same && F<float>{args...}(i, j) == static_cast<float>(x) &&
             F<c64>{args...}(i, j) == c64(static_cast<float>(x)) && F<c128>{args...}(i, j) == x;
    }
  return same;
}

}  // namespace

TEST_CASE("gallery: the four types hold the same numbers") {
  CHECK(is_same_in_all_types<Lehmer>());
  CHECK(is_same_in_all_types<Moler>());
  CHECK(is_same_in_all_types<Pascal>());
  CHECK(is_same_in_all_types<KacMurdockSzego>(0.3));
  CHECK(is_same_in_all_types<TridiagonalToeplitz>());
  CHECK(is_same_in_all_types<Frank>(7));
  CHECK(is_same_in_all_types<WilkinsonPlus>(7));
  CHECK(is_same_in_all_types<WilkinsonMinus>(7));
  CHECK(is_same_in_all_types<Rosser>());
  CHECK(is_same_in_all_types<Clement>(7));
  CHECK(is_same_in_all_types<Grcar>());
  CHECK(is_same_in_all_types<Kahan>());
  CHECK(is_same_in_all_types<Parter>());
  CHECK(is_same_in_all_types<Lotkin>());
  CHECK(is_same_in_all_types<ChebyshevBasis>(7));
  CHECK(is_same_in_all_types<SineBasis>(7));
  CHECK(is_same_in_all_types<SylvesterHadamard>());
}

TEST_CASE("gallery: they are made in any layout") {
  const Layout layout({.shape = {21, 21}, .block = {3, 2}, .grid = {1, world().size()}});
  const auto w = generate<float>(world(), layout, WilkinsonPlus<float>{});
  check_all(world(), still_holds(w, WilkinsonPlus<float>{}), "another element");
}

TEST_CASE("Lehmer, KacMurdockSzego: positive definite with a tridiagonal inverse") {
  const auto lehmer = square(12, Lehmer<double>{});
  CHECK(hermitian_eigenvalues(lehmer).front() > 0);
  CHECK(is_tridiagonal_inverse(lehmer, 1e-15L));
  const auto faded = square(9, KacMurdockSzego<double>{0.7});
  CHECK(is_tridiagonal_inverse(faded, 1e-15L));
  CHECK(std::abs(det(faded) / std::pow(1 - 0.49L, 8) - 1) < 1e-13L);
}

TEST_CASE("Moler: the product of its triangles, determinant 1") {
  const Index n = 12;
  const auto u = square(n, [](Index i, Index j) { return i == j ? 1.0 : i < j ? -1.0 : 0.0; });
  CHECK(largest_difference(square(n, Moler<double>{}), product(applied(Op::Trans, u), u)) == 0);
  CHECK(std::abs(det(square(n, Moler<double>{})) - 1) < 1e-9L);
}

TEST_CASE("Pascal: the product of its triangles, eigenvalues in reciprocal pairs") {
  const Index n = 10;
  const auto l = square(n, [](Index i, Index j) {
    double value = 1;
    for (Index k = 1; k <= j; ++k)
      value = value * static_cast<double>(i - j + k) / static_cast<double>(k);
    return i < j ? 0.0 : value;
  });
  CHECK(largest_difference(square(n, Pascal<double>{}), product(l, applied(Op::Trans, l))) == 0);
  const auto w = hermitian_eigenvalues(square(6, Pascal<double>{}));
  for (std::size_t k = 0; k < w.size(); ++k) CHECK(std::abs(w[k] * w[w.size() - 1 - k] - 1) < 1e-9);
}

TEST_CASE("TridiagonalToeplitz: eigenvalues by the formula, eigenvectors in SineBasis") {
  const Index n = 17;
  std::vector<double> wanted;
  for (Index k = 1; k <= n; ++k)
    wanted.push_back(2 - 2 * std::cos(static_cast<double>(k) * pi / static_cast<double>(n + 1)));
  const auto a = square(n, TridiagonalToeplitz<double>{});
  CHECK(gap(hermitian_eigenvalues(a), wanted) < 1e-14);
  const auto s = square(n, SineBasis<double>{n});
  CHECK(is_identity(product(s, s), 1, 1e-15L));
  const auto diagonal = product(s, product(a, s));
  CHECK(largest_difference(diagonal, square(n, [&](Index i, Index j) {
                             return i == j ? wanted[static_cast<std::size_t>(i)] : 0.0;
                           })) < 1e-14L);
  std::vector<double> skew;
  for (Index k = 1; k <= n; ++k)
    skew.push_back(5 + 2 * std::sqrt(6.0) *
                           std::cos(static_cast<double>(k) * pi / static_cast<double>(n + 1)));
  const auto w = eigenvalues(square(n, TridiagonalToeplitz<double>{2, 5, 3}));
  std::vector<double> real;
  for (const c128 x : w) real.push_back(x.real());
  CHECK(gap(real, sorted(skew)) < 1e-10);
}

TEST_CASE("Frank: determinant 1, eigenvalues in reciprocal pairs") {
  CHECK(std::abs(det(square(15, Frank<double>{15})) - 1) < 1e-6L);
  const auto w = eigenvalues(square(8, Frank<double>{8}));
  for (std::size_t k = 0; k < w.size(); ++k) {
    CHECK(w[k].real() > 0);
    CHECK(std::abs(w[k] * w[w.size() - 1 - k] - 1.0) < 1e-8);
  }
}

TEST_CASE("Wilkinson: the pairs of W21+, the symmetric spectrum of W21-") {
  const auto plus = hermitian_eigenvalues(square(21, WilkinsonPlus<double>{}));
  CHECK(std::abs(plus[20] - 10.746194182903393) < 1e-13);
  CHECK(std::abs(plus[19] - 10.746194182903322) < 1e-13);
  const auto minus = hermitian_eigenvalues(square(21, WilkinsonMinus<double>{}));
  for (std::size_t k = 0; k < 21; ++k) CHECK(std::abs(minus[k] + minus[20 - k]) < 1e-13);
}

TEST_CASE("Rosser: the eigenvalues in the books") {
  const double a = 10 * std::sqrt(10405.0), b = 100 * std::sqrt(26.0);
  CHECK(gap(hermitian_eigenvalues(square(8, Rosser<double>{})),
            {-a, 0, 510 - b, 1000, 1000, 510 + b, 1020, a}) < 1e-11);
  CHECK_THROWS_AS(Rosser<double>{}(8, 0), ArgumentError);
}

TEST_CASE("Clement: n - 1, n - 3, …, 1 - n") {
  for (const Index n : {1, 2, 9, 30}) {
    std::vector<double> wanted;
    for (Index k = 0; k < n; ++k) wanted.push_back(static_cast<double>(2 * k - n + 1));
    CHECK(gap(hermitian_eigenvalues(square(n, Clement<double>{n})), wanted) < 1e-12);
  }
}

TEST_CASE("Grcar: as printed in the books, and not normal") {
  const auto a = square(6, Grcar<double>{});
  const double wanted[6][6] = {{1, 1, 1, 1, 0, 0},  {-1, 1, 1, 1, 1, 0}, {0, -1, 1, 1, 1, 1},
                               {0, 0, -1, 1, 1, 1}, {0, 0, 0, -1, 1, 1}, {0, 0, 0, 0, -1, 1}};
  for (Index i = 0; i < 6; ++i)
    for (Index j = 0; j < 6; ++j) CHECK(a(i, j) == wanted[i][j]);
  const auto t = applied(Op::Trans, a);
  CHECK(largest_difference(product(a, t), product(t, a)) > 1);
}

TEST_CASE("Companion: the eigenvalues are the roots") {
  // (x - 1) (x - 2) (x - 3) (x - 4)
  const auto w = eigenvalues(square(4, Companion<double>({24, -50, 35, -10})));
  for (std::size_t k = 0; k < 4; ++k) CHECK(std::abs(w[k] - static_cast<double>(k + 1)) < 1e-11);
}

TEST_CASE(
    "Kahan: the determinant, and a last diagonal element far above the least singular value") {
  const Index n = 30;
  const auto a = square(n, Kahan<double>{});
  const long double wanted = std::pow(std::sin(1.2L), static_cast<long double>(n * (n - 1) / 2));
  CHECK(std::abs(det(a) / wanted - 1) < 1e-12L);
  CHECK(singular_values(a).back() < 1e-3 * static_cast<double>(a(n - 1, n - 1)));
}

TEST_CASE("Parter: singular values at pi") {
  const auto s = singular_values(square(60, Parter<double>{}));
  CHECK(s.front() <= pi + 1e-13);
  CHECK(s[40] > pi - 1e-10);
}

TEST_CASE("Lotkin: its inverse holds integers") {
  const Index n = 5;
  const auto a = square(n, Lotkin<double>{});
  // The first column of the inverse of order 5, derived from the inverse of Hilbert's matrix.
  const double column[5] = {5, -60, 210, -280, 126};
  Wide<double> x({n, 1});
  for (Index i = 0; i < n; ++i) x(i, 0) = column[i];
  const auto b = product(a, x);
  for (Index i = 0; i < n; ++i) CHECK(std::abs(b(i, 0) - (i == 0 ? 1 : 0)) < 1e-12L);
}

TEST_CASE("Cauchy, Vandermonde: determinants by the formulas") {
  const std::vector<double> x = {1, 2.5, 4, 7}, y = {0.5, 3, 3.5, 9};
  long double cauchy = 1, below = 1, vandermonde = 1;
  for (std::size_t j = 0; j < 4; ++j)
    for (std::size_t i = 0; i < 4; ++i) {
      below *= x[i] + y[j];
      if (i < j) cauchy *= static_cast<long double>(x[j] - x[i]) * (y[j] - y[i]);
      if (i < j) vandermonde *= x[j] - x[i];
    }
  CHECK(std::abs(det(square(4, Cauchy<double>(x, y))) / (cauchy / below) - 1) < 1e-10L);
  CHECK(std::abs(det(square(4, Vandermonde<double>(x))) / vandermonde - 1) < 1e-13L);
}

TEST_CASE("ChebyshevBasis, SylvesterHadamard, RandomReflection: orthogonal columns") {
  const auto c = square(9, ChebyshevBasis<double>{9});
  auto squares = product(applied(Op::Trans, c), c);
  CHECK(std::abs(squares(0, 0) - 9) < 1e-13L);
  squares(0, 0) /= 2;
  CHECK(is_identity(squares, 4.5, 1e-13L));
  const auto h = square(16, SylvesterHadamard<double>{});
  CHECK(is_identity(product(applied(Op::Trans, h), h), 16, 0));
  const auto q = evaluated<c128>({20, 20}, RandomReflection<c128>(3, 20));
  const auto one = product(applied(Op::ConjTrans, q), q);
  CHECK(largest_difference(one, evaluated<c128>({20, 20}, Identity<c128>{})) < 1e-14L);
  CHECK(largest_difference(q, applied(Op::ConjTrans, q)) == 0);
}
