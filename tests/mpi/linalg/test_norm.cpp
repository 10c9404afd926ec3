// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/linalg/norm.hpp>

#include <cmath>
#include <limits>

#include "oracle.hpp"

using namespace ashlar;
using namespace ashlar::test;

namespace {

template <Scalar T>
long double oracle_norm(const Wide<T>& a, Norm kind) {
  if (kind == Norm::Inf) return inf_norm(a);
  if (kind == Norm::One) return inf_norm(applied(Op::Trans, a));
  if (kind == Norm::Max) return max_norm(a);
  long double squares = 0;
  for (const auto& x : a.values) squares += std::norm(x);
  return std::sqrt(squares);
}

constexpr Norm all_norms[] = {Norm::Max, Norm::One, Norm::Inf, Norm::Frobenius};

}  // namespace

TEST_CASE_TEMPLATE("norm: agrees with the definition in any layout and section", T, float, double,
                   c64, c128) {
  Choice choice(21);
  for (int round = 0; round < 40; ++round) {
    const Shape shape = {choice.of({0, 1, 7, 30}), choice.of({0, 1, 8, 41})};
    const auto [whole, part] = choice.surroundings(shape);
    const Layout layout = choice.layout(whole, world().size());
    const auto a = random_matrix<T>(layout, 1);
    const auto view = a.view(part.rows, part.cols);
    const auto wide = gathered(view);
    for (const Norm kind : all_norms) {
      const auto found = static_cast<long double>(norm(view, kind));
      const long double wanted = oracle_norm(wide, kind);
      const long double bound = 4 * std::numeric_limits<RealOf<T>>::epsilon() * wanted;
      check_all(world(), std::abs(found - wanted) <= bound,
                concat("norm ", static_cast<char>(kind), " is ", found, " instead of ", wanted,
                       ", ", layout.to_string()));
    }
  }
}

TEST_CASE("norm: a NaN anywhere gives NaN, an infinity infinity") {
  Choice choice(2);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double infinity = std::numeric_limits<double>::infinity();
  auto a = random_matrix<double>(choice.layout({17, 12}, world().size()), 1);
  a.set(16, 3, -infinity);
  for (const Norm kind : all_norms)
    check_all(world(), norm(a, kind) == infinity, "infinity is lost");
  a.set(4, 11, nan);
  for (const Norm kind : all_norms) check_all(world(), std::isnan(norm(a, kind)), "NaN is lost");
}

TEST_CASE("norm: Frobenius neither overflows nor underflows") {
  Choice choice(3);
  DistMatrix<double> a(world(), choice.layout({10, 10}, world().size()));
  for (const double x : {1e300, 1e-300, 5e-324}) {
    a.fill(x);
    const double found = norm(a, Norm::Frobenius);
    check_all(world(), std::abs(found / x - 10) < 1e-12,
              concat("norm of 100 elements ", x, " is ", found));
  }
}

TEST_CASE("scaled_residual: is HPL's ratio") {
  Choice choice(12);
  const auto a = random_matrix<double>(choice.layout({20, 20}, world().size()), 1);
  const auto x = random_matrix<double>(choice.layout({20, 2}, world().size()), 2);
  const auto b = random_matrix<double>(choice.layout({20, 2}, world().size()), 3);
  const double found = scaled_residual(a, x, b);
  const double wanted = hpl_ratio(gathered(a), gathered(x), gathered(b));
  check_all(world(), std::abs(found / wanted - 1) < 1e-10, concat(found, " instead of ", wanted));

  DistMatrix<double> identity(world(), a.layout());
  identity.fill_with([](Index i, Index j) { return i == j ? 1.0 : 0.0; });
  check_all(world(), scaled_residual(identity, x, x) == 0, "an exact solution has residual 0");
  const DistMatrix<double> empty(world(), a.layout().with_shape({0, 0})),
      none(world(), b.layout().with_shape({0, 3}));
  check_all(world(), scaled_residual(empty, none, none) == 0, "an empty system has residual 0");
  const std::string shapes = message_of<ArgumentError>([&] {
    (void)scaled_residual(a, x.view({0, 20}, {0, 1}), b);
  });
  check_all(world(), contains(shapes, "X is 20x1, but B is 20x2"), shapes);
}
