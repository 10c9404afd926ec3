// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/linalg/pivoted_qr.hpp>
#include <ashlar/linalg/qr.hpp>

#include <limits>

#include <ashlar/matrix/generate.hpp>

#include "wide_inverse.hpp"

using namespace ashlar;
using namespace ashlar::test;

namespace {

template <Scalar T>
Wide<T> first_rows(const Wide<T>& a, Index rows) {
  Wide<T> result({rows, a.shape.cols});
  for (Index j = 0; j < a.shape.cols; ++j)
    for (Index i = 0; i < rows; ++i) result(i, j) = a(i, j);
  return result;
}

template <Scalar T>
DistMatrix<T> identity(Choice& choice, Index n) {
  DistMatrix<T> result(world(), choice.layout({n, n}, world().size()));
  result.fill_with(Identity<T>{});
  return result;
}

const std::initializer_list<Shape> shapes = {{1, 1},   {2, 1},   {1, 2},  {10, 10},
                                             {30, 12}, {12, 30}, {57, 40}};

}  // namespace

TEST_CASE_TEMPLATE("pivoted_qr: A P is Q R, and R's diagonal does not grow", T, float, double, c64,
                   c128) {
  Choice choice(91);
  for (const Shape shape : shapes) {
    const auto a = random_matrix<T>(choice.layout(shape, world().size()), 1);
    const auto f = pivoted_qr_factor(a);
    const auto q = gathered(f.apply_q(identity<T>(choice, shape.rows)));
    const Index size = std::min(shape.rows, shape.cols);
    const auto r = gathered(f.r());
    const auto wide = gathered(a);
    Wide<T> permuted(shape);
    for (Index j = 0; j < shape.cols; ++j)
      for (Index i = 0; i < shape.rows; ++i)
        permuted(i, j) = wide(i, f.permutation()[static_cast<std::size_t>(j)]);
    const auto thin = applied(Op::Trans, first_rows(applied(Op::Trans, q), size));
    const double n = static_cast<double>(std::max(shape.rows, shape.cols));
    const double back = difference_in_eps(product(thin, r), permuted) / n;
    const double orthogonal =
        difference_in_eps(product(applied(Op::ConjTrans, q), q),
                          evaluated<T>({shape.rows, shape.rows}, Identity<T>{})) /
        n;
    check_all(world(), back < 5 && orthogonal < 5, concat("ratios ", back, ", ", orthogonal));
    bool is_sorted = f.rank() == size, is_upper = true;
    for (Index j = 0; j < shape.cols; ++j)
      for (Index i = j + 1; i < size; ++i) is_upper = is_upper && std::abs(r(i, j)) == 0;
    for (std::size_t k = 1; k < f.diagonal().size(); ++k)
      is_sorted = is_sorted && f.diagonal()[k] <= f.diagonal()[k - 1] * RealOf<T>(1.01);
    check_all(world(), is_sorted && is_upper, "R is not as promised");
    const auto b = random_matrix<T>(choice.layout({shape.rows, 3}, world().size()), 2);
    const auto there = f.apply_q(b);
    const auto here = f.apply_q(there, Op::ConjTrans);
    check_all(
        world(),
        difference_in_eps(gathered(here), gathered(b)) / n < 5 && there.layout() == b.layout(),
        "Q^H Q B is not B");
  }
}

TEST_CASE("pivoted_qr: the diagonal shows the rank; wrong arguments are refused") {
  Choice choice(92);
  for (const Index rank : {0, 1, 7, 12}) {
    const auto u = evaluated<double>({20, rank}, Uniform<double>(1, -1, 1));
    const auto v = evaluated<double>({rank, 12}, Uniform<double>(2, -1, 1));
    const auto whole = product(u, v);
    DistMatrix<double> a(world(), choice.layout({20, 12}, world().size()));
    a.fill_with([&](Index i, Index j) { return static_cast<double>(whole(i, j)); });
    const auto f = pivoted_qr_factor(a);
    check_all(world(), f.rank() == rank && f.shape() == Shape{20, 12},
              concat("rank ", f.rank(), " instead of ", rank));
  }
  const Layout layout{{.shape = {6, 4}, .block = {2, 3}, .grid = {1, world().size()}}};
  DistMatrix<c128> a(world(), layout);
  const auto f = pivoted_qr_factor(a);
  const auto refused = [&](const std::string& part, auto&& call) {
    const std::string message = message_of<ArgumentError>(call);
    check_all(world(), contains(message, part), message);
  };
  refused("op is transpose", [&] { (void)f.apply_q(a, Op::Trans); });
  refused("B must have as many rows", [&] { (void)f.apply_q(a.view({0, 4}, {0, 4})); });
  refused("does not exist for pivoted-qr",
          [&] { (void)pivoted_qr_factor(a, {.algorithm = Algorithm::ScaLapack}); });
  a.set(3, 2, c128(0, std::numeric_limits<double>::infinity()));
  refused("A(3, 2) is NaN or infinite", [&] { (void)pivoted_qr_factor(a); });
  for (const Shape shape : {Shape{0, 0}, {0, 3}, {3, 0}}) {
    const DistMatrix<c128> empty(world(), layout.with_shape(shape));
    const auto e = pivoted_qr_factor(empty);
    check_all(world(),
              e.rank() == 0 && e.r().shape() == Shape{0, shape.cols} &&
                  std::ssize(e.permutation()) == shape.cols,
              "an empty matrix");
  }
}

TEST_CASE_TEMPLATE("lq: A is L times the first rows of Q, by every algorithm", T, float, double,
                   c64, c128) {
  Choice choice(93);
  for (const Algorithm algorithm : algorithms_of(Routine::Qr))
    for (const Shape shape : shapes) {
      const auto a = random_matrix<T>(choice.layout(shape, world().size()), 1);
      const auto f = lq_factor(a, {.algorithm = algorithm});
      const Index size = std::min(shape.rows, shape.cols);
      const auto l = gathered(f.l());
      const auto q = gathered(f.apply_q(identity<T>(choice, shape.cols)));
      const double n = static_cast<double>(std::max(shape.rows, shape.cols));
      const double back = difference_in_eps(product(l, first_rows(q, size)), gathered(a)) / n;
      const double orthogonal =
          difference_in_eps(
              product(q, gathered(f.apply_q(identity<T>(choice, shape.cols), Op::ConjTrans))),
              evaluated<T>({shape.cols, shape.cols}, Identity<T>{})) /
          n;
      check_all(world(), back < 5 && orthogonal < 5,
                concat("ratios ", back, ", ", orthogonal, " by ", to_string(algorithm)));
      bool is_lower = f.shape() == shape;
      for (Index j = 0; j < l.shape.cols; ++j)
        for (Index i = 0; i < std::min(j, l.shape.rows); ++i)
          is_lower = is_lower && std::abs(l(i, j)) == 0;
      check_all(world(), is_lower, "L is not lower triangular");
    }
}

TEST_CASE("lq: solves for the shortest solution, and refuses unsolvable systems") {
  Choice choice(94);
  const auto a = random_matrix<c128>(choice.layout({12, 30}, world().size()), 1);
  const auto b = random_matrix<c128>(choice.layout({12, 3}, world().size()), 2);
  const auto x = lq_factor(a).solve(b);
  const auto wide = gathered(a), turned = applied(Op::ConjTrans, wide);
  const auto wanted = product(turned, product(inverse_of(product(wide, turned)), gathered(b)));
  check_all(world(), difference_in_eps(gathered(x), wanted) < 1000, "not the shortest solution");
  check_all(world(), x.layout() == b.layout().with_shape({30, 3}), "X is not in B's layout");
  const auto tall = random_matrix<c128>(choice.layout({5, 3}, world().size()), 1);
  const auto refused = message_of<ArgumentError>([&] { (void)lq_factor(tall).solve(tall); });
  check_all(world(), contains(refused, "no more rows than columns"), refused);
  const DistMatrix<c128> zero(world(), choice.layout({3, 5}, world().size()));
  const auto singular = message_of<SingularMatrix>([&] {
    (void)lq_factor(zero).solve(zero.view({0, 3}, {0, 1}));
  });
  check_all(world(), contains(singular, "pivot 0"), singular);
}
