// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/linalg/qr.hpp>

#include <limits>

#include <ashlar/matrix/compare.hpp>
#include <ashlar/move/copy.hpp>

#include "oracle.hpp"

using namespace ashlar;
using namespace ashlar::test;

namespace {

template <Scalar T>
Wide<T> identity(Index n) {
  return evaluated<T>({n, n}, [](Index i, Index j) { return T(i == j ? 1 : 0); });
}

// The ratios of ScaLAPACK's tests, whose limit is 5.
template <Scalar T>
void check_factor(const Layout& layout, Algorithm algorithm) {
  const auto a = random_matrix<T>(layout, 1);
  const auto qr = qr_factor(a, {.algorithm = algorithm});
  const std::string which = concat(layout.to_string(), " by ", to_string(algorithm));
  const auto q = gathered(qr.q()), r = gathered(qr.r());
  const double size = static_cast<double>(std::max<Index>(1, std::max(a.rows(), a.cols())));
  const double back = difference_in_eps(product(q, r), gathered(a)) / size;
  const double orthogonal =
      difference_in_eps(product(applied(Op::ConjTrans, q), q), identity<T>(q.shape.cols)) / size;
  check_all(world(), back < 5, concat("|A - QR| ", back, " for ", which));
  check_all(world(), orthogonal < 5, concat("|I - Q'Q| ", orthogonal, " for ", which));
  bool is_upper = r.shape == Shape{std::min(a.rows(), a.cols()), a.cols()};
  for (Index j = 0; j < r.shape.cols; ++j)
    for (Index i = j + 1; i < r.shape.rows; ++i) is_upper = is_upper && std::abs(r(i, j)) == 0;
  check_all(world(), is_upper, "R is not upper triangular for " + which);
  check_all(world(), still_holds(a, Uniform<T>(1, -1, 1)), "A changed for " + which);
}

// |A^H (A X - B)| relative to its terms: zero for the X with the least residual.
template <Scalar T>
double normal_ratio(const Wide<T>& a, const Wide<T>& x, const Wide<T>& b) {
  Wide<T> r = product(a, x);
  for (std::size_t k = 0; k < r.values.size(); ++k) r.values[k] = b.values[k] - r.values[k];
  const Wide<T> turned = applied(Op::ConjTrans, a);
  const long double eps = std::numeric_limits<RealOf<T>>::epsilon();
  const long double size = inf_norm(turned) * (inf_norm(a) * inf_norm(x) + inf_norm(b)) * eps;
  return size == 0 ? 0 : static_cast<double>(inf_norm(product(turned, r)) / size);
}

}  // namespace

TEST_CASE_TEMPLATE("qr: Q R is A and Q is orthogonal, in any layout and shape", T, float, double,
                   c64, c128) {
  Choice choice(41);
  for (const Shape shape : {Shape{0, 0},
                            {1, 1},
                            {5, 0},
                            {0, 5},
                            {17, 17},
                            {64, 64},
                            {100, 57},
                            {57, 100},
                            {130, 40},
                            {90, 200},
                            {161, 161}})
    for (const Algorithm algorithm : algorithms_of(Routine::Qr))
      check_factor<T>(choice.layout(shape, world().size()), algorithm);
}

TEST_CASE_TEMPLATE("qr: op(Q) B and least squares agree with plain loops", T, double, c64) {
  Choice choice(43);
  for (const Algorithm algorithm : algorithms_of(Routine::Qr))
    for (const Index n : {Index{1}, Index{30}, Index{100}}) {
      const Index m = n + choice.of({0, 1, 50});
      const auto a = random_matrix<T>(choice.layout({m, n}, world().size()), 1);
      const auto b = random_matrix<T>(choice.layout({m, choice.of({1, 3, 20})}, world().size()), 2);
      const auto qr = qr_factor(a, {.algorithm = algorithm});
      const std::string which = concat(m, "x", n, " by ", to_string(algorithm));

      const auto unit = random_matrix<T>(choice.layout({m, m}, world().size()), 3);
      const auto there = qr.apply_q(unit, Op::ConjTrans);
      const auto back = qr.apply_q(there);
      const double round_trip =
          difference_in_eps(gathered(back), gathered(unit)) / static_cast<double>(m);
      check_all(world(), round_trip < 5, concat("Q Q' B is not B: ", round_trip, ", ", which));
      check_all(world(), there.layout() == unit.layout(), "not in B's layout, " + which);

      const auto x = qr.solve(b);
      const double ratio = normal_ratio(gathered(a), gathered(x), gathered(b));
      check_all(world(), x.shape() == Shape{n, b.cols()} && ratio < 4,
                concat("least squares ", ratio, ", ", which));
      if constexpr (is_complex<T>) {
        const std::string message =
            message_of<ArgumentError>([&] { (void)qr.apply_q(b, Op::Trans); });
        check_all(world(), contains(message, "take conjugate-transpose"), message);
      }
    }
}

TEST_CASE("qr: views, given matrices and repeated calls") {
  Choice choice(47);
  for (const Algorithm algorithm : algorithms_of(Routine::Qr)) {
    const auto a = random_matrix<double>(choice.layout({200, 150}, world().size()), 1);
    const auto part = a.view({3, 193}, {11, 141});
    const auto qr = qr_factor(part, {.algorithm = algorithm});
    const double back =
        difference_in_eps(product(gathered(qr.q()), gathered(qr.r())), gathered(part)) / 190;
    check_all(world(), back < 5, concat("|A - QR| ", back, " of a view"));
    for (int repeat = 0; repeat < 10; ++repeat)
      check_all(
          world(),
          count_differences(qr.factors(), qr_factor(part, {.algorithm = algorithm}).factors()) == 0,
          concat("other bits by ", to_string(algorithm)));

    auto given = redistribute(part, qr.factors().layout());
    const double* memory = given.local().data;
    const auto in_place = qr_factor(std::move(given), {.algorithm = algorithm});
    check_all(world(), in_place.factors().local().data == memory, "it was copied");
    check_all(world(), count_differences(qr.factors(), in_place.factors()) == 0, "other bits");
  }
}

TEST_CASE("qr: unsolvable systems are the same error on every rank") {
  const Layout layout{{.shape = {6, 4}, .block = {2, 2}, .grid = {1, 1}}};
  for (const Algorithm algorithm : algorithms_of(Routine::Qr)) {
    DistMatrix<double> a(world(), layout);
    a.fill_with([](Index i, Index j) { return i == j && j != 2 ? 2.0 : 0.0; });
    const auto qr = qr_factor(a, {.algorithm = algorithm});
    check_all(world(), qr.outcome().first_bad_pivot == 2, "no zero was found");
    const DistMatrix<double> b(world(), layout.with_shape({6, 1}));
    const std::string singular = message_of<SingularMatrix>([&] { (void)qr.solve(b); });
    check_all(world(), contains(singular, "element 2 of R's diagonal"), singular);
    const DistMatrix<double> low(world(), layout.with_shape({4, 1}));
    const std::string rows = message_of<ArgumentError>([&] { (void)qr.apply_q(low); });
    check_all(world(), contains(rows, "B has 4 rows, but Q has 6"), rows);
    a.set(4, 1, std::numeric_limits<double>::quiet_NaN());
    const std::string nan =
        message_of<ArgumentError>([&] { (void)qr_factor(a, {.algorithm = algorithm}); });
    check_all(world(), contains(nan, "A(4, 1) is NaN or infinite"), nan);
  }
}
