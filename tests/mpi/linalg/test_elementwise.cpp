// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/linalg/elementwise.hpp>

#include "vector_cases.hpp"

using namespace ashlar;
using namespace ashlar::test;

namespace {

constexpr int rounds = 25;

Shape any_shape(Choice& choice) {
  return {choice.of({0, 1, 2, 10, 57}), choice.of({0, 1, 3, 31, 100})};
}

}  // namespace

TEST_CASE_TEMPLATE("scale: alpha times every element of the section, and no other", T, float,
                   double, c64, c128) {
  Choice choice(1);
  for (int round = 0; round < rounds; ++round) {
    Operand<T> a(choice, any_shape(choice), 1);
    Wide<T> wanted = a.wide();
    T alpha = T(2.5);
    if constexpr (is_complex<T>) alpha = T(0.5, -2);
    for (auto& x : wanted.values) x *= widened(alpha);
    scale(a.view(), alpha);
    check_all(world(), largest_difference(a.wide(), wanted) <= 8 * eps_of<T>, a.layout());
    check_all(world(), a.surroundings_untouched(), a.layout());
  }
}

TEST_CASE("scale: with alpha 0 a NaN becomes zero") {
  Choice choice(2);
  Operand<double> a(choice, {7, 9}, 1);
  a.view().matrix().fill(std::numeric_limits<double>::quiet_NaN());
  scale(a.view(), 0);
  check_all(world(), inf_norm(a.wide()) == 0, "a NaN stayed");
}

TEST_CASE_TEMPLATE("add: alpha op(A) + beta B between any layouts", T, float, double, c64, c128) {
  Choice choice(3);
  for (int round = 0; round < rounds; ++round) {
    const Shape shape = any_shape(choice);
    const Op op = choice.of({Op::None, Op::Trans, Op::ConjTrans});
    Operand<T> a(choice, op == Op::None ? shape : shape.transposed(), 1), b(choice, shape, 2);
    Wide<T> wanted = b.wide();
    const Wide<T> term = applied(op, a.wide());
    for (std::size_t k = 0; k < wanted.values.size(); ++k)
      wanted.values[k] = term.values[k] * widened(T(-2)) + wanted.values[k] * widened(T(3));
    add(a.read(), b.view(), {.op = op, .alpha = -2, .beta = 3});
    check_all(world(), largest_difference(b.wide(), wanted) <= 32 * eps_of<T>, b.layout());
    check_all(world(), b.surroundings_untouched(), b.layout());
  }
}

TEST_CASE_TEMPLATE("dot: the sum of conj(a) b, for any layouts", T, float, double, c64, c128) {
  Choice choice(4);
  for (int round = 0; round < rounds; ++round) {
    const Shape shape = any_shape(choice);
    const Operand<T> a(choice, shape, 1), b(choice, shape, 2);
    const Wide<T> x = a.wide(), y = b.wide();
    typename Wide<T>::Value wanted = 0;
    long double size = 0;
    for (std::size_t k = 0; k < x.values.size(); ++k) {
      size += std::abs(x.values[k]) * std::abs(y.values[k]);
      if constexpr (is_complex<T>) wanted += std::conj(x.values[k]) * y.values[k];
      else wanted += x.values[k] * y.values[k];
    }
    const T found = dot(a.read(), b.read());
    check_all(world(), std::abs(widened(found) - wanted) <= 8 * eps_of<T> * size,
              concat(a.layout(), " and ", b.layout()));
    check_all(world(), dot(a.read(), b.read()) == found, "another result in the second run");
  }
}

TEST_CASE("dot: long sums of numbers of one sign keep their digits") {
  const Index n = 3000;
  const DistMatrix<double> a = [&] {
    DistMatrix<double> made(world(), Layout({.shape = {n, n}, .grid = {1, world().size()}}));
    made.fill(0.1);
    return made;
  }();
  const double wanted = 9e6 * (0.1 * 0.1);
  check_all(world(), std::abs(dot(a, a) / wanted - 1) < 1e-14, "digits were lost");
}

TEST_CASE_TEMPLATE("hadamard: the product element by element", T, float, double, c64, c128) {
  Choice choice(5);
  for (int round = 0; round < rounds; ++round) {
    const Shape shape = any_shape(choice);
    Operand<T> a(choice, shape, 1), b(choice, shape, 2);
    Wide<T> wanted = b.wide();
    const Wide<T> factor = a.wide();
    for (std::size_t k = 0; k < wanted.values.size(); ++k) wanted.values[k] *= factor.values[k];
    hadamard(a.read(), b.view());
    check_all(world(), largest_difference(b.wide(), wanted) <= 8 * eps_of<T>, b.layout());
    check_all(world(), b.surroundings_untouched(), b.layout());
  }
}

TEST_CASE("elementwise: unequal shapes and overlaps are refused on every rank") {
  Choice choice(6);
  Operand<double> a(choice, {5, 4}, 1), b(choice, {4, 5}, 2);
  check_refused("dot: A is 5x4 and B is 4x5", [&] { (void)dot(a.read(), b.read()); });
  check_refused("hadamard: A is 5x4 and B is 4x5", [&] { hadamard(a.read(), b.view()); });
  check_refused("5x4", [&] { add(a.read(), b.view()); });
  check_refused("overlap", [&] { add(a.read(), a.view()); });
}
