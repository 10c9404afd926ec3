// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/linalg/given_spectrum.hpp>

#include <ashlar/matrix/generate.hpp>

#include "serial_lapack.hpp"
#include "vector_cases.hpp"

using namespace ashlar;
using namespace ashlar::test;

namespace {

const Shape shapes[] = {{0, 0}, {0, 3}, {1, 1}, {2, 5}, {10, 10}, {57, 30}, {40, 100}};

std::vector<double> some_values(Index count) {
  std::vector<double> values = ashlar::detail::falling_to(count, 1e4);
  if (count > 3) values[1] = values[2];  // a multiple value
  return values;
}

}  // namespace

TEST_CASE_TEMPLATE("random_with_singular_values: LAPACK finds them again", T, float, double, c64,
                   c128) {
  Choice choice(61);
  for (const Shape shape : shapes) {
    const auto sigma = some_values(std::min(shape.rows, shape.cols));
    const Layout layout = choice.layout(shape, world().size());
    const auto a = random_with_singular_values<T>(world(), layout, sigma, 7);
    check_all(world(),
              gap(singular_values(gathered(a)), sigma) <= 60 * static_cast<double>(eps_of<T>),
              layout.to_string());
    const auto again = random_with_singular_values<T>(world(), layout, sigma, 7);
    const auto other = random_with_singular_values<T>(world(), layout, sigma, 8);
    check_all(world(), largest_difference(gathered(again), gathered(a)) == 0,
              "other bits in the second run");
    check_all(world(), shape.empty() || largest_difference(gathered(other), gathered(a)) != 0,
              "the seed does not matter");
  }
}

TEST_CASE_TEMPLATE("random_symmetric_with_eigenvalues: LAPACK finds them again", T, float, double,
                   c64, c128) {
  Choice choice(62);
  for (const Index n : {0, 1, 2, 10, 57}) {
    std::vector<double> lambda = some_values(n);
    for (std::size_t k = 0; k < lambda.size(); k += 3) lambda[k] = -lambda[k];
    const Layout layout = choice.layout({n, n}, world().size());
    const auto a = random_symmetric_with_eigenvalues<T>(world(), layout, lambda, 7);
    const auto wide = gathered(a);
    check_all(world(), largest_difference(wide, applied(Op::ConjTrans, wide)) == 0,
              "not symmetric");
    std::sort(lambda.begin(), lambda.end());
    check_all(world(),
              gap(hermitian_eigenvalues(wide), lambda) <= 60 * static_cast<double>(eps_of<T>),
              layout.to_string());
    check_all(world(), n < 10 || std::abs(wide(0, n - 1)) > 1e-8L, "not mixed");
  }
}

TEST_CASE("random_with_condition: the condition in every decay") {
  Choice choice(63);
  for (const Decay decay :
       {Decay::Geometric, Decay::Arithmetic, Decay::OneSmall, Decay::OneLarge}) {
    const Layout layout = choice.layout({30, 30}, world().size());
    const auto a =
        random_with_condition<double>(world(), layout, {.condition = 1e5, .decay = decay});
    const auto s = singular_values(gathered(a));
    check_all(world(), std::abs(s.front() / s.back() / 1e5 - 1) < 1e-8, layout.to_string());
    check_all(world(), s[1] > s[28] || decay == Decay::OneSmall || decay == Decay::OneLarge,
              "flat");
  }
}

TEST_CASE_TEMPLATE("random_with_condition: of condition 1, Q^H Q is the identity", T, double, c64) {
  Choice choice(64);
  const auto q = gathered(
      random_with_condition<T>(world(), choice.layout({40, 25}, world().size()), {.seed = 5}));
  const auto one = product(applied(Op::ConjTrans, q), q);
  check_all(world(),
            largest_difference(one, evaluated<T>({25, 25}, Identity<T>{})) < 40 * eps_of<T>,
            "not orthogonal");
}

TEST_CASE("given spectrum: wrong shapes, counts and conditions are refused on every rank") {
  const Layout tall({.shape = {5, 4}, .grid = {1, world().size()}});
  check_refused("5 values for a 5x4 matrix, which has 4", [&] {
    (void)random_with_singular_values<double>(world(), tall, {1, 2, 3, 4, 5}, 1);
  });
  check_refused("it must be square", [&] {
    (void)random_symmetric_with_eigenvalues<double>(world(), tall, {1, 2, 3, 4, 5}, 1);
  });
  check_refused("the condition is 0.5",
                [&] { (void)random_with_condition<double>(world(), tall, {.condition = 0.5}); });
}
