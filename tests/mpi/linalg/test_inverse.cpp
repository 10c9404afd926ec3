// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/linalg/condition.hpp>

#include <cmath>
#include <limits>

#include <ashlar/matrix/generate.hpp>

#include "oracle.hpp"

using namespace ashlar;
using namespace ashlar::test;

namespace {

// |A X - I| / (|A| |X| n eps), ScaLAPACK's measure of an inverse, whose limit is 1.
template <Scalar T>
double inverse_ratio(const Wide<T>& a, const Wide<T>& x) {
  Wide<T> r = product(a, x);
  for (Index i = 0; i < a.shape.rows; ++i) r(i, i) -= 1;
  const long double eps = std::numeric_limits<RealOf<T>>::epsilon() / 2;
  const long double scale = inf_norm(a) * inf_norm(x) * static_cast<long double>(a.shape.rows);
  return a.shape.rows == 0 ? 0 : static_cast<double>(inf_norm(r) / (scale * eps));
}

// Upper Hessenberg, as Frank's matrix: determinant 1, eigenvalues of very different sizes.
double frank(Index n, Index i, Index j) {
  return j + 1 < i ? 0.0 : static_cast<double>(n - std::max(i, j));
}

constexpr double inverse_limit = 3;

}  // namespace

TEST_CASE_TEMPLATE("inverse: A times it is the identity, in A's layout", T, float, double, c64,
                   c128) {
  Choice choice(61);
  for (const Index n : {0, 1, 2, 10, 57, 100})
    for (int round = 0; round < 3; ++round) {
      const Layout layout = choice.layout({n, n}, world().size());
      const auto a = random_matrix<T>(layout, 1);
      for (const Algorithm algorithm : algorithms_of(Routine::Lu)) {
        const auto x = inverse(a, {.algorithm = algorithm});
        const double ratio = inverse_ratio(gathered(a), gathered(x));
        check_all(world(), ratio < inverse_limit && x.layout() == layout,
                  concat("ratio ", ratio, " for ", layout.to_string()));
      }
      DistMatrix<T> p(world(), layout);
      p.fill_with([&](Index i, Index j) {
        return i >= j ? PositiveDefinite<T>(1, n)(i, j)
                      : T(std::numeric_limits<RealOf<T>>::quiet_NaN());
      });
      const auto y = cholesky_inverse(p);
      const auto wide = gathered(y), adjoint = applied(Op::ConjTrans, wide);
      const double definite = inverse_ratio(evaluated<T>({n, n}, PositiveDefinite<T>(1, n)), wide);
      const bool is_hermitian = wide.values == adjoint.values;
      check_all(world(), definite < inverse_limit && y.layout() == layout && is_hermitian,
                concat("Cholesky: ratio ", definite, " for ", layout.to_string()));
    }
}

TEST_CASE("inverse: of views, of factors, and the known one of min(i, j)") {
  Choice choice(62);
  for (int round = 0; round < 4; ++round) {
    DistMatrix<double> a(world(), choice.layout({50, 50}, world().size()));
    a.fill_with([](Index i, Index j) { return MinIJ<double>{}(i - 5, j - 7); });
    const auto part = a.view({5, 45}, {7, 47});
    const auto second_difference = [](Index i, Index j) {
      return i == j ? (i == 39 ? 1.0 : 2.0) : std::abs(i - j) == 1 ? -1.0 : 0.0;
    };
    const auto wanted = evaluated<double>({40, 40}, second_difference);
    const Layout elsewhere = choice.layout({40, 40}, world().size());
    const DistMatrix<double> found[] = {inverse(part), cholesky_inverse(part),
                                        inverse(lu_factor(part), elsewhere),
                                        inverse(ldlt_factor(part), elsewhere)};
    for (const auto& x : found) {
      const long double error = largest_difference(gathered(x), wanted);
      check_all(world(), error < 1e-10L, concat("error ", static_cast<double>(error)));
    }
    check_all(world(), found[2].layout() == elsewhere, "not in the layout that was asked for");
  }
}

TEST_CASE("inverse: singular and indefinite matrices throw with the pivot") {
  const Layout layout{{.shape = {8, 8}, .block = {3, 2}, .grid = {1, world().size()}}};
  DistMatrix<double> a(world(), layout);
  a.fill_with([](Index i, Index j) { return i == j && i != 4 ? 1.0 : 0.0; });
  const auto singular = message_of<SingularMatrix>([&] { (void)inverse(a); });
  check_all(world(), contains(singular, "pivot 4"), singular);
  const auto indefinite = message_of<NotPositiveDefinite>([&] { (void)cholesky_inverse(a); });
  check_all(world(), contains(indefinite, "row 4"), indefinite);
  const auto shape = message_of<ArgumentError>([&] {
    (void)inverse(lu_factor(a), layout.with_shape({8, 7}));
  });
  check_all(world(), contains(shape, "8x7"), shape);
}

TEST_CASE_TEMPLATE("determinant: agrees with known ones in any layout", T, float, double, c64,
                   c128) {
  Choice choice(63);
  const double eps = static_cast<double>(std::numeric_limits<RealOf<T>>::epsilon());
  const auto check = [&](const char* what, const LogDeterminant<T>& d, T phase, double log_abs,
                         double tolerance) {
    check_all(
        world(),
        std::abs(d.log_abs - log_abs) < tolerance &&
            static_cast<double>(std::abs(d.phase - phase)) < tolerance,
        concat(what, ": log ", d.log_abs, " instead of ", log_abs, ", phase ", std::real(d.phase)));
  };
  for (int round = 0; round < 4; ++round)
    for (const Algorithm algorithm : algorithms_of(Routine::Lu)) {
      const auto made = [&](Index n, auto&& f) {
        DistMatrix<T> a(world(), choice.layout({n, n}, world().size()));
        a.fill_with(f);
        return a;
      };
      const LinalgOptions how{.algorithm = algorithm};
      check("frank",
            determinant(
                made(6, [](Index i, Index j) { return T(static_cast<RealOf<T>>(frank(6, i, j))); }),
                how),
            T(1), 0, 1e4 * eps);
      check("min(i, j)", determinant(made(50, MinIJ<T>{}), how), T(1), 0, 1e4 * eps);
      // A cyclic exchange of rows has the sign (-1)^(n - 1); the determinant is far beyond the
      // range of T.
      for (const Index n : {40, 41})
        check(
            "cycle",
            determinant(
                made(n, [&](Index i, Index j) { return T((i + 1) % n == j ? 1e30F : 0.0F); }), how),
            T(n % 2 == 0 ? -1 : 1), static_cast<double>(n) * std::log(static_cast<double>(1e30F)),
            1e4 * eps);
      check("empty", determinant(made(0, Identity<T>{}), how), T(1), 0, eps);
    }
  const auto singular = determinant(DistMatrix<T>(world(), choice.layout({5, 5}, world().size())));
  check_all(world(), singular.phase == T(0) && std::isinf(singular.log_abs), "singular");
  check_all(world(), singular.value() == T(0), "its value is 0");
  if constexpr (is_complex<T>) {
    DistMatrix<T> a(world(), choice.layout({3, 3}, world().size()));
    a.fill_with([](Index i, Index j) { return i == j ? T(0, 2) : T(0); });  // (2i)^3 = -8i
    check_all(world(), std::abs(determinant(a).value() - T(0, -8)) < 1e-5F, "(2i)^3");
  }
}

TEST_CASE_TEMPLATE("determinant: all factors agree", T, float, double, c64, c128) {
  Choice choice(64);
  const Index n = 60;
  DistMatrix<T> a(world(), choice.layout({n, n}, world().size()));
  a.fill_with(PositiveDefinite<T>(1, n));
  const double log_abs = log_determinant(lu_factor(a)).log_abs;
  const double eps = static_cast<double>(std::numeric_limits<RealOf<T>>::epsilon());
  for (const LogDeterminant<T>& d :
       {log_determinant(cholesky_factor(a)), log_determinant(ldlt_factor(a))})
    check_all(world(), std::abs(d.log_abs - log_abs) < 100 * n * eps && d.phase == T(1),
              concat("log ", d.log_abs, " instead of ", log_abs));
  DistMatrix<T> bad(world(), a.layout());
  const auto message =
      message_of<NotPositiveDefinite>([&] { (void)log_determinant(cholesky_factor(bad)); });
  check_all(world(), contains(message, "row 0"), message);
}
