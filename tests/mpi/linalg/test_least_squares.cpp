// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/linalg/solve.hpp>

#include <cmath>
#include <limits>

#include "wide_inverse.hpp"

using namespace ashlar;
using namespace ashlar::test;

namespace {

// U V with factors of full rank r, and its pseudo-inverse V^H (V V^H)^-1 (U^H U)^-1 U^H.
template <Scalar T>
struct RankedMatrix {
  Wide<T> u, v;

  RankedMatrix(Shape shape, Index rank)
      : u(evaluated<T>({shape.rows, rank}, Uniform<T>(1, -1, 1))),
        v(evaluated<T>({rank, shape.cols}, Uniform<T>(2, -1, 1))) {
    // A large diagonal keeps the condition far below 1 / eps of single precision.
    for (Index k = 0; k < rank; ++k) {
      u(k, k) += 3 * std::sqrt(static_cast<long double>(shape.rows));
      v(k, k) += 3 * std::sqrt(static_cast<long double>(shape.cols));
    }
  }
  Wide<T> whole() const { return product(u, v); }
  Wide<T> fitted(const Wide<T>& b) const {
    const Wide<T> uh = applied(Op::ConjTrans, u), vh = applied(Op::ConjTrans, v);
    const Wide<T> y = product(inverse_of(product(uh, u)), product(uh, b));
    return product(vh, product(inverse_of(product(v, vh)), y));
  }
};

template <Scalar T>
T rounded(const typename WideOf<T>::type& x) {
  if constexpr (is_complex<T>)
    return T(static_cast<RealOf<T>>(x.real()), static_cast<RealOf<T>>(x.imag()));
  else return static_cast<T>(x);
}

template <Scalar T>
void check_fit(Choice& choice, Shape shape, Index rank, Algorithm algorithm) {
  const RankedMatrix<T> f(shape, rank);
  const Wide<T> whole = f.whole();
  const auto element = [&](Index i, Index j) { return rounded<T>(whole(i, j)); };
  DistMatrix<T> a(world(), choice.layout(shape, world().size()));
  a.fill_with(element);
  const auto b =
      random_matrix<T>(choice.layout({shape.rows, choice.of({0, 1, 3, 35})}, world().size()), 3);
  const auto fit = least_squares(a, b, {}, {.algorithm = algorithm});
  const std::string which = concat(shape.rows, "x", shape.cols, " of rank ", rank, " by ",
                                   to_string(algorithm), ", A ", a.layout().to_string());
  check_all(world(), fit.rank == rank, concat("rank ", fit.rank, " for ", which));
  const auto x = gathered(fit.x), wanted = f.fitted(gathered(b));
  const double eps = static_cast<double>(std::numeric_limits<RealOf<T>>::epsilon());
  const double error = relative_difference(x, wanted) / eps;
  check_all(world(), error < 100 * static_cast<double>(std::max(shape.rows, shape.cols)),
            concat("error of ", error, " eps for ", which));
  check_all(world(), fit.x.layout() == b.layout().with_shape({shape.cols, b.cols()}),
            "X is not in B's layout for " + which);
  check_all(world(), still_holds(a, element) && still_holds(b, Uniform<T>(3, -1, 1)),
            "A or B changed for " + which);
  bool is_right = std::ssize(fit.residual_squares) == b.cols();
  const Wide<T> r = product(gathered(a), x), wide_b = gathered(b);
  for (Index j = 0; is_right && j < b.cols(); ++j) {
    long double squares = 0, size = 0;
    for (Index i = 0; i < shape.rows; ++i) {
      squares += std::norm(r(i, j) - wide_b(i, j));
      size += std::norm(wide_b(i, j));
    }
    is_right = std::abs(fit.residual_squares[static_cast<std::size_t>(j)] - squares) <
               100 * eps * static_cast<double>(size);
  }
  check_all(world(), is_right, "the residuals are others for " + which);
}

}  // namespace

TEST_CASE_TEMPLATE("least_squares: full rank, more rows or more columns, by every algorithm", T,
                   float, double, c64, c128) {
  Choice choice(81);
  for (const Algorithm algorithm : algorithms_of(Routine::Qr))
    for (const Shape shape : {Shape{1, 1},
                              {2, 1},
                              {1, 2},
                              {10, 10},
                              {10, 4},
                              {4, 10},
                              {57, 20},
                              {20, 57},
                              {100, 30},
                              {30, 100}})
      check_fit<T>(choice, shape, std::min(shape.rows, shape.cols), algorithm);
}

TEST_CASE_TEMPLATE("least_squares: dependent columns give the shortest solution and the rank", T,
                   float, double, c64, c128) {
  Choice choice(82);
  for (const Algorithm algorithm : algorithms_of(Routine::Qr))
    for (const Shape shape : {Shape{10, 10}, {30, 12}, {12, 30}, {57, 57}})
      for (const Index rank : {Index{1}, Index{5}, std::min(shape.rows, shape.cols) - 1})
        check_fit<T>(choice, shape, rank, algorithm);
}

TEST_CASE("least_squares: takes views; rcond determines the rank") {
  Choice choice(83);
  for (int round = 0; round < 4; ++round) {
    const auto a = random_matrix<double>(choice.layout({40, 30}, world().size()), 1);
    const auto b = random_matrix<double>(choice.layout({50, 8}, world().size()), 2);
    const auto part = a.view({5, 35}, {7, 17});
    const auto rhs = b.view({11, 41}, {2, 5});
    const auto fit = least_squares(part, rhs);
    const auto wide = gathered(part), turned = applied(Op::ConjTrans, wide);
    const auto wanted = product(inverse_of(product(turned, wide)), product(turned, gathered(rhs)));
    const double error = relative_difference(gathered(fit.x), wanted);
    check_all(world(), error < 1e-12 && fit.rank == 10, concat("error ", error));
  }
  DistMatrix<double> d(world(), choice.layout({6, 6}, world().size()));
  d.fill_with(
      [](Index i, Index j) { return i == j ? std::pow(100.0, -static_cast<double>(i)) : 0.0; });
  const auto b = random_matrix<double>(choice.layout({6, 1}, world().size()), 2);
  for (const Algorithm algorithm : algorithms_of(Routine::Qr)) {
    std::string note;
    const auto loose = least_squares(d, b, 1e-5, {.algorithm = algorithm, .note = &note});
    check_all(world(), loose.rank == 3, concat("rank ", loose.rank, " with rcond 1e-5; ", note));
    const auto strict = least_squares(d, b, 0, {.algorithm = algorithm});
    check_all(world(), strict.rank == 6, concat("rank ", strict.rank, " with rcond 0"));
  }
}

TEST_CASE("least_squares: empty, zero, NaN and misfits") {
  const auto layout = [&](Shape shape) {
    return Layout({.shape = shape, .block = {2, 3}, .grid = {1, world().size()}});
  };
  for (const Shape shape : {Shape{0, 0}, {0, 3}, {3, 0}}) {
    const auto b = random_matrix<double>(layout({shape.rows, 2}), 1);
    const auto fit = least_squares(DistMatrix<double>(world(), layout(shape)), b);
    const bool has_residual = shape.rows > 0;
    check_all(world(),
              fit.rank == 0 && fit.x.shape() == Shape{shape.cols, 2} &&
                  (fit.residual_squares[1] > 0) == has_residual,
              concat("empty ", shape.rows, "x", shape.cols));
  }
  DistMatrix<double> a(world(), layout({6, 4})), b(world(), layout({6, 1}));
  b.fill(1);
  for (const Algorithm algorithm : algorithms_of(Routine::Qr)) {
    const auto zero = least_squares(a, b, {}, {.algorithm = algorithm});
    check_all(world(), zero.rank == 0 && zero.residual_squares[0] == 6, "the zero matrix");
  }
  const auto refused = [&](const std::string& part, auto&& f) {
    const std::string message = message_of<ArgumentError>(f);
    check_all(world(), contains(message, part), message);
  };
  refused("B must have 6 rows", [&] { (void)least_squares(a, b.view({0, 5}, {0, 1})); });
  refused("does not exist", [&] { (void)least_squares(a, b, {}, {.algorithm = Algorithm::Elpa}); });
  b.set(2, 0, std::numeric_limits<double>::infinity());
  refused("B(2, 0) is NaN or infinite", [&] { (void)least_squares(a, b); });
  a.set(1, 3, std::numeric_limits<double>::quiet_NaN());
  refused("A(1, 3) is NaN or infinite", [&] { (void)least_squares(a, b); });
  refused("A(1, 1) is NaN or infinite", [&] { (void)least_squares(a.view({0, 6}, {2, 4}), b); });
}
