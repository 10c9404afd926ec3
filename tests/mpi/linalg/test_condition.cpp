// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/linalg/condition.hpp>

#include <cmath>
#include <limits>

#include <ashlar/matrix/generate.hpp>

#include "oracle.hpp"
#include "wide_inverse.hpp"

using namespace ashlar;
using namespace ashlar::test;

namespace {

// An estimate is a lower bound, up to rounding, and seldom below a third.
bool is_estimate_of(long double estimate, long double truth, long double slack = 1.01L) {
  return estimate <= truth * slack && estimate >= truth / 3.1L;
}

template <Scalar T>
long double condition_of(const Wide<T>& a, Norm kind) {
  const Wide<T> inverse = inverse_of(a);
  if (kind == Norm::Inf) return inf_norm(a) * inf_norm(inverse);
  return inf_norm(applied(Op::Trans, a)) * inf_norm(applied(Op::Trans, inverse));
}

}  // namespace

TEST_CASE_TEMPLATE("condition: is close below the true one, in any layout", T, float, double, c64,
                   c128) {
  Choice choice(51);
  for (const Index n : {1, 2, 10, 57})
    for (int round = 0; round < 4; ++round)
      for (const Norm kind : {Norm::One, Norm::Inf}) {
        const auto a = random_matrix<T>(choice.layout({n, n}, world().size()), 7);
        const auto truth = condition_of(gathered(a), kind);
        const auto estimate = condition(a, kind);
        check_all(world(), is_estimate_of(estimate, truth),
                  concat("estimate ", estimate, ", true ", static_cast<double>(truth), ", n ", n));
        check_all(world(), condition(a, kind) == estimate, "another estimate");
      }
}

TEST_CASE("condition: matrices whose condition is known") {
  Choice choice(52);
  const auto made = [&](Index n, auto&& f) {
    DistMatrix<double> a(world(), choice.layout({n, n}, world().size()));
    a.fill_with(f);
    return a;
  };
  // Reference values of Higham, Accuracy and Stability of Numerical Algorithms, 2nd edition, and of
  // MATLAB's cond(A, 1).
  const double hilbert = condition(made(5, Hilbert<double>{}));
  check_all(world(), std::abs(hilbert - 943656) < 1e-4 * 943656, concat("Hilbert 5: ", hilbert));
  // |A|_1 = n (n + 1) / 2, and the second differences have norm 4.
  const double min_ij = condition(made(100, MinIJ<double>{}));
  check_all(world(), std::abs(min_ij - 4 * 5050) < 1e-8 * 5050, concat("min(i, j): ", min_ij));
  const double identity = condition(made(40, Identity<double>{}));
  check_all(world(), std::abs(identity - 1) < 1e-14, concat("identity: ", identity));
  // Two equal columns do not always give an exact zero pivot, but the solution has no correct
  // digit.
  const Uniform<double> f(3, -1, 1);
  const double equal =
      condition(made(60, [&](Index i, Index j) { return f(i, j == 59 ? Index{0} : j); }));
  check_all(world(), equal > 1e15, concat("two equal columns: ", equal));
  const double zero = condition(made(4, [](Index, Index) { return 0.0; }));
  check_all(world(), std::isinf(zero), concat("zero matrix: ", zero));
  check_all(world(), condition(made(0, Identity<double>{})) == 1, "an empty matrix");
}

TEST_CASE_TEMPLATE("condition: every kind of factor gives it", T, float, double, c64, c128) {
  Choice choice(53);
  const Index n = 30;
  const PositiveDefinite<T> f(1, n);
  DistMatrix<T> a(world(), choice.layout({n, n}, world().size()));
  a.fill_with(f);
  const long double truth = condition_of(evaluated<T>({n, n}, f), Norm::One);
  const RealOf<T> size = norm(a, Norm::One);
  const auto agrees = [&](const char* what, RealOf<T> estimate) {
    check_all(world(), is_estimate_of(estimate, truth),
              concat(what, ": ", estimate, " instead of ", static_cast<double>(truth)));
  };
  agrees("lu", condition(lu_factor(a), size));
  agrees("cholesky", condition(cholesky_factor(a), size));
  agrees("ldlt", condition(ldlt_factor(a), size));
  // Complex symmetric: the adjoint is a different matrix.
  DistMatrix<T> s(world(), a.layout());
  const auto symmetric = [&](Index i, Index j) {
    return Uniform<T>(2, -1, 1)(std::max(i, j), std::min(i, j));
  };
  s.fill_with(symmetric);
  const long double other = condition_of(evaluated<T>({n, n}, symmetric), Norm::One);
  const auto estimate = condition(ldlt_factor(s, Uplo::Lower, Op::Trans), norm(s, Norm::One));
  check_all(world(), is_estimate_of(estimate, other),
            concat("symmetric: ", estimate, " instead of ", static_cast<double>(other)));
}

TEST_CASE("condition: that of a singular factor is infinite; wrong arguments are refused") {
  const Layout layout{{.shape = {6, 6}, .block = {2, 2}, .grid = {1, world().size()}}};
  DistMatrix<double> a(world(), layout);
  check_all(world(), std::isinf(condition(lu_factor(a), 0.0)), "singular");
  check_all(world(), std::isinf(condition(cholesky_factor(a), 1.0)), "not definite");
  const auto kind = message_of<ArgumentError>([&] { (void)condition(a, Norm::Frobenius); });
  check_all(world(), contains(kind, "one-norm"), kind);
  const auto shape = message_of<ArgumentError>([&] { (void)condition(a.view({0, 2}, {0, 3})); });
  check_all(world(), contains(shape, "must be square"), shape);
  // A matrix so small that its inverse overflows.
  a.fill_with([](Index i, Index j) { return i == j ? 1e-310 : 0.0; });
  const double tiny = condition(a);
  check_all(world(), std::isinf(tiny) || std::abs(tiny - 1) < 1, concat("tiny: ", tiny));
  a.set(1, 2, std::numeric_limits<double>::infinity());
  const auto bad = message_of<ArgumentError>([&] { (void)condition(a); });
  check_all(world(), contains(bad, "A(1, 2) is NaN or infinite"), bad);
}
