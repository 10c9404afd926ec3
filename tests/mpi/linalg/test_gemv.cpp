// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/linalg/gemm.hpp>

#include "vector_cases.hpp"

using namespace ashlar;
using namespace ashlar::test;

namespace {

constexpr int rounds = 30;

template <Scalar T>
T odd_number() {
  if constexpr (is_complex<T>) return T(1.5, -0.5);
  else return T(1.5);
}

}  // namespace

TEST_CASE_TEMPLATE("gemv: alpha op(A) x + beta y, for all layouts", T, float, double, c64, c128) {
  Choice choice(11);
  for (int round = 0; round < rounds; ++round) {
    const Shape shape = {choice.of({0, 1, 2, 10, 57}), choice.of({0, 1, 3, 31, 100})};
    const Op op = choice.of({Op::None, Op::Trans, Op::ConjTrans});
    const Shape applied_shape = op == Op::None ? shape : shape.transposed();
    const Operand<T> a(choice, shape, 1), x(choice, {applied_shape.cols, 1}, 2);
    Operand<T> y(choice, {applied_shape.rows, 1}, 3);
    const T alpha = choice.of({T(1), odd_number<T>(), T(0)});
    const T beta = choice.of({T(0), T(1), odd_number<T>()});
    Wide<T> wanted = product(applied(op, a.wide()), x.wide());
    const Wide<T> before = y.wide();
    for (std::size_t k = 0; k < wanted.values.size(); ++k)
      wanted.values[k] = widened(alpha) * wanted.values[k] + widened(beta) * before.values[k];
    gemv(a.read(), x.read(), y.view(), {.op = op, .alpha = alpha, .beta = beta});
    const long double bound = 8 * eps_of<T> * static_cast<long double>(applied_shape.cols + 2);
    check_all(
        world(), largest_difference(y.wide(), wanted) <= bound,
        concat(to_string(op), " of ", a.layout(), " times ", x.layout(), " into ", y.layout()));
    check_all(world(), y.surroundings_untouched(), y.layout());
  }
}

TEST_CASE("gemv: with beta 0 NaN in y has no effect") {
  Choice choice(12);
  const Operand<double> a(choice, {20, 30}, 1), x(choice, {30, 1}, 2);
  Operand<double> y(choice, {20, 1}, 3);
  y.view().matrix().fill(std::numeric_limits<double>::quiet_NaN());
  gemv(a.read(), x.read(), y.view());
  check_all(world(), largest_difference(y.wide(), product(a.wide(), x.wide())) < 1e-13,
            "a NaN stayed");
}

TEST_CASE("gemv: y may be x, and a column of A") {
  Choice choice(13);
  Operand<double> a(choice, {40, 40}, 1), x(choice, {40, 1}, 2);
  const Wide<double> wanted = product(a.wide(), x.wide());
  gemv(a.read(), x.read(), x.view());
  check_all(world(), largest_difference(x.wide(), wanted) < 1e-13, "y = x is wrong");

  Wide<double> second = product(a.wide(), x.wide());
  auto& matrix = a.view().matrix();
  const Section all = a.view().section();
  gemv(a.read(), x.read(), matrix.view(all.rows, {all.cols.first + 5, all.cols.first + 6}));
  const Wide<double> after = a.wide();
  for (Index i = 0; i < 40; ++i) second(i, 0) -= after(i, 5);
  check_all(world(), inf_norm(second) < 1e-12, "y in A is wrong");
}

TEST_CASE_TEMPLATE("ger: A + alpha x y^H and A + alpha x y^T, for all layouts", T, float, double,
                   c64, c128) {
  Choice choice(14);
  for (int round = 0; round < rounds; ++round) {
    const Shape shape = {choice.of({0, 1, 2, 10, 57}), choice.of({0, 1, 3, 31, 100})};
    const Op op = choice.of({Op::Trans, Op::ConjTrans});
    const Operand<T> x(choice, {shape.rows, 1}, 2), y(choice, {shape.cols, 1}, 3);
    Operand<T> a(choice, shape, 1);
    Wide<T> wanted = product(x.wide(), applied(op, y.wide()));
    const Wide<T> before = a.wide();
    const T alpha = odd_number<T>();
    for (std::size_t k = 0; k < wanted.values.size(); ++k)
      wanted.values[k] = before.values[k] + widened(alpha) * wanted.values[k];
    ger(x.read(), y.read(), a.view(), {.op = op, .alpha = alpha});
    check_all(world(), largest_difference(a.wide(), wanted) <= 32 * eps_of<T>, a.layout());
    check_all(world(), a.surroundings_untouched(), a.layout());
  }
}

TEST_CASE("ger: x and y may be parts of A") {
  Choice choice(15);
  Operand<double> a(choice, {30, 30}, 1);
  const Wide<double> before = a.wide();
  auto& matrix = a.view().matrix();
  const Section all = a.view().section();
  const auto column = [&](Index j) {
    return matrix.view(all.rows, {all.cols.first + j, all.cols.first + j + 1});
  };
  ger(column(3), column(4), a.view(), {.alpha = -1});
  Wide<double> wanted = before;
  for (Index j = 0; j < 30; ++j)
    for (Index i = 0; i < 30; ++i) wanted(i, j) -= before(i, 3) * before(j, 4);
  check_all(world(), largest_difference(a.wide(), wanted) < 1e-15,
            "x and y were overwritten on the way");
}

TEST_CASE("gemv, ger: wrong shapes are refused on every rank; the note names the algorithm") {
  Choice choice(16);
  const Operand<double> a(choice, {5, 4}, 1), x(choice, {4, 1}, 2), row(choice, {1, 4}, 2);
  Operand<double> y(choice, {5, 1}, 3), target(choice, {5, 4}, 4);
  check_refused("gemv: x is 4x1, but must be a column of 5",
                [&] { gemv(a.read(), x.read(), y.view(), {.op = Op::Trans}); });
  check_refused("gemv: x is 1x4", [&] { gemv(a.read(), row.read(), y.view()); });
  check_refused("gemv: y is 5x4", [&] { gemv(a.read(), x.read(), target.view()); });
  check_refused("ger: x is 4x1", [&] { ger(x.read(), y.read(), target.view()); });
  check_refused("ger: y cannot count",
                [&] { ger(y.read(), x.read(), target.view(), {.op = Op::None}); });
  check_refused("does not exist", [&] {
    gemv(a.read(), x.read(), y.view(), {.how = {.algorithm = Algorithm::ScaLapack}});
  });
  std::string note;
  gemv(a.read(), x.read(), y.view(), {.how = {.note = &note}});
  check_all(world(), contains(note, "gemv: where A lies"), note);
}
