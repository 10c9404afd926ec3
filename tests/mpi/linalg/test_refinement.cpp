// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/linalg/solve.hpp>

#include <cmath>
#include <limits>

#include <ashlar/linalg/norm.hpp>
#include <ashlar/matrix/generate.hpp>

#include "oracle.hpp"

using namespace ashlar;
using namespace ashlar::test;

namespace {

// Random elements, and a last column that is the first one plus a small difference.
struct NearlyDependent {
  Index n;
  double distance;
  double operator()(Index i, Index j) const {
    const Uniform<double> f(7, -0.5, 0.5);
    return j == n - 1 ? f(i, 0) + distance * f(i, n - 1) : f(i, j);
  }
};

}  // namespace

TEST_CASE_TEMPLATE("solve: mixed precision is as exact as working precision, in any layout", T,
                   float, double, c64, c128) {
  Choice choice(71);
  for (const Index n : {0, 1, 2, 10, 57, 100})
    for (int round = 0; round < 4; ++round) {
      const Layout layout = choice.layout({n, n}, world().size());
      DistMatrix<T> a(world(), layout);
      a.fill_with(DiagonallyDominant<T>(1, n));
      const auto b =
          random_matrix<T>(choice.layout({n, choice.of({0, 1, 3, 40})}, world().size()), 2);
      SolveReport report;
      const auto x = solve(a, b, {.precision = Precision::Mixed, .report = &report});
      const double ratio = hpl_ratio(gathered(a), gathered(x), gathered(b));
      const std::string where = concat("; n ", n, ", A ", layout.to_string());
      check_all(world(), ratio < 1 && x.layout() == b.layout(), concat("ratio ", ratio, where));
      check_all(world(), std::abs(report.residual - ratio) < 0.2,
                concat("the report has ", report.residual, " instead of ", ratio, where));
      const bool is_double = std::same_as<RealOf<T>, double> && !b.shape().empty();
      check_all(world(),
                !report.fell_back &&
                    report.precision == (is_double ? Precision::Mixed : Precision::Working),
                "not solved in mixed precision" + where);
      check_all(world(), report.warning.empty(), report.warning);
    }
}

TEST_CASE_TEMPLATE("cholesky_solve: mixed precision reads one triangle and is exact", T, float,
                   double, c64, c128) {
  Choice choice(72);
  for (const Index n : {0, 1, 2, 10, 57, 100})
    for (const Uplo uplo : {Uplo::Lower, Uplo::Upper})
      for (const int refine : {0, 3}) {
        const auto a = half_matrix<T>(choice.layout({n, n}, world().size()), uplo);
        const auto b =
            random_matrix<T>(choice.layout({n, choice.of({1, 3, 35})}, world().size()), 2);
        const auto precision = refine == 0 ? Precision::Mixed : Precision::Working;
        SolveReport report;
        const auto x = cholesky_solve(
            a, b, {.uplo = uplo, .precision = precision, .refine = refine, .report = &report});
        const auto whole = evaluated<T>({n, n}, PositiveDefinite<T>(1, n));
        const double ratio = hpl_ratio(whole, gathered(x), gathered(b));
        check_all(world(), ratio < 1 && !report.fell_back,
                  concat("ratio ", ratio, ", n ", n, ", ", to_string(uplo)));
        check_all(world(), std::abs(report.residual - ratio) < 0.2,
                  concat("the report has ", report.residual, " instead of ", ratio));
      }
}

TEST_CASE("solve: mixed precision by every algorithm, of views and row-major memory") {
  Choice choice(73);
  for (const Algorithm algorithm : algorithms_of(Routine::Lu))
    for (const StorageOrder order : {StorageOrder::Fortran, StorageOrder::C})
      for (const bool lu : {true, false}) {
        const Layout layout = choice.layout({44, 44}, world().size());
        const Shape local = layout.local_shape(world().rank());
        const Index ld = std::max<Index>(1, std::max(local.rows, local.cols)) + 3;
        std::vector<c128> memory(
            static_cast<std::size_t>(ld * (std::max(local.rows, local.cols) + 1)));
        auto a = DistMatrix<c128>::wrap(world(), layout, {memory.data(), ld, order});
        const PositiveDefinite<c128> f(5, 36);
        a.fill_with([&](Index i, Index j) { return f(i - 3, j - 5); });
        const auto part = a.view({3, 39}, {5, 41});
        const auto b = random_matrix<c128>(choice.layout({40, 5}, world().size()), 2);
        const MatrixView<const c128> rhs(b, {{2, 38}, {1, 4}});
        const SolveOptions options{
            .uplo = Uplo::Upper, .precision = Precision::Mixed, .how = {.algorithm = algorithm}};
        const auto x = lu ? solve(part, rhs, options) : cholesky_solve(part, rhs, options);
        const double ratio =
            hpl_ratio(gathered(detail::const_view(part)), gathered(x), gathered(rhs));
        check_all(world(), ratio < 1, concat("ratio ", ratio, " by ", to_string(algorithm)));
        check_all(world(), x.layout().shape() == Shape{36, 3}, "X has another shape");
      }
}

TEST_CASE("solve: nearly dependent columns fall back to double and are still right") {
  Choice choice(74);
  const Index n = 200;
  for (const double distance : {1e-9, 1e-10}) {
    DistMatrix<double> a(world(), choice.layout({n, n}, world().size()));
    a.fill_with(NearlyDependent{n, distance});
    const auto b = random_matrix<double>(choice.layout({n, 2}, world().size()), 2);
    SolveReport report;
    std::string note;
    const auto x =
        solve(a, b, {.precision = Precision::Mixed, .report = &report, .how = {.note = &note}});
    const double ratio = hpl_ratio(gathered(a), gathered(x), gathered(b));
    check_all(world(), ratio < hpl_limit, concat("ratio ", ratio));
    check_all(world(), report.fell_back && report.precision == Precision::Working,
              "it did not fall back");
    check_all(world(), contains(note, "factored again"), note);
    check_all(world(), report.condition > 0.01 / distance && report.condition < 1e5 / distance,
              concat("condition ", report.condition, "; ", report.warning));
  }
  // Positive definite in double only.
  DistMatrix<double> h(world(), choice.layout({9, 9}, world().size()));
  h.fill_with(Hilbert<double>{});
  const auto b = random_matrix<double>(choice.layout({9, 1}, world().size()), 2);
  SolveReport report;
  const auto x = cholesky_solve(h, b, {.precision = Precision::Mixed, .report = &report});
  check_all(world(), report.fell_back && hpl_ratio(gathered(h), gathered(x), gathered(b)) < 1,
            "Hilbert's matrix of order 9");
}

TEST_CASE("solve: matrices beyond the range of float are solved in double") {
  Choice choice(75);
  for (const double size : {1e300, 1e-300, 1e60}) {
    const Index n = 30;
    DistMatrix<double> a(world(), choice.layout({n, n}, world().size()));
    const DiagonallyDominant<double> f(1, n);
    a.fill_with([&](Index i, Index j) { return size / 60 * f(i, j); });
    auto b = random_matrix<double>(choice.layout({n, 1}, world().size()), 2);
    SolveReport report;
    const auto x = solve(a, b, {.precision = Precision::Mixed, .report = &report});
    const double ratio = hpl_ratio(gathered(a), gathered(x), gathered(b));
    check_all(world(), ratio < 1 && report.fell_back, concat("ratio ", ratio, " for ", size));
    // A large or small right-hand side alone causes no fallback, since it is scaled.
    a.fill_with(f);
    b.fill_with([&](Index i, Index) { return size * static_cast<double>(i + 1) / 100; });
    const auto y = solve(a, b, {.precision = Precision::Mixed, .report = &report});
    const double other = hpl_ratio(gathered(a), gathered(y), gathered(b));
    check_all(world(), other < 1 && !report.fell_back, concat("ratio ", other, " for ", size));
  }
}

TEST_CASE_TEMPLATE("solve: refinement repairs rows of different sizes", T, float, double, c64,
                   c128) {
  Choice choice(76);
  const Index n = 60;
  // Graded rows: elimination may lose the small rows; the residual of each row detects it.
  const auto f = [&](Index i, Index j) {
    return Uniform<T>(3, -1, 1)(i, j) *
           static_cast<RealOf<T>>(std::pow(10.0, static_cast<double>(i % 8) - 4));
  };
  DistMatrix<T> a(world(), choice.layout({n, n}, world().size()));
  a.fill_with(f);
  const auto wide = gathered(a);
  Wide<T> ones({n, 1});
  for (auto& value : ones.values) value = 1;
  const auto rhs = product(wide, ones);
  DistMatrix<T> b(world(), choice.layout({n, 1}, world().size()));
  b.fill_with([&](Index i, Index) {
    if constexpr (is_complex<T>)
      return T(static_cast<RealOf<T>>(rhs(i, 0).real()), static_cast<RealOf<T>>(rhs(i, 0).imag()));
    else return static_cast<T>(rhs(i, 0));
  });
  const auto backward_error = [&](const DistMatrix<T>& x) {
    const auto wide_x = gathered(x), wide_b = gathered(b);
    long double largest = 0;
    for (Index i = 0; i < n; ++i) {
      auto r = wide_b(i, 0);
      long double scale = std::abs(r);
      for (Index j = 0; j < n; ++j) {
        r -= wide(i, j) * wide_x(j, 0);
        scale += std::abs(wide(i, j)) * std::abs(wide_x(j, 0));
      }
      largest = larger(largest, std::abs(r) / scale);
    }
    return static_cast<double>(largest) /
           static_cast<double>(std::numeric_limits<RealOf<T>>::epsilon());
  };
  SolveReport report;
  const double before = backward_error(solve(a, b));
  const double after = backward_error(solve(a, b, {.refine = 5, .report = &report}));
  check_all(world(), after < 2 && after <= before && report.refinement_steps <= 5,
            concat("backward error ", before, " eps, refined ", after, " eps"));
}

TEST_CASE("solve: a report warns where no digit is right") {
  Choice choice(77);
  const Index n = 60;
  DistMatrix<double> a(world(), choice.layout({n, n}, world().size()));
  a.fill_with(NearlyDependent{n, 0});  // two equal columns
  const auto b = random_matrix<double>(choice.layout({n, 1}, world().size()), 2);
  SolveReport report;
  try {
    (void)solve(a, b, {.report = &report});
    check_all(world(), contains(report.warning, "no digit") && report.residual < hpl_limit,
              concat("residual ", report.residual, ", condition ", report.condition, ", warning ",
                     report.warning));
  } catch (const SingularMatrix&) {
    // Rounding made the last pivot exactly zero: this error replaces the warning.
  }
  a.fill_with(DiagonallyDominant<double>(1, n));
  const auto x = solve(a, b, {.report = &report});
  check_all(
      world(),
      report.warning.empty() && report.seconds > 0 && report.algorithm != Algorithm::Automatic,
      report.warning);
  check_all(world(), std::abs(report.residual - scaled_residual(a, x, b)) < 0.1,
            concat("residual ", report.residual));
}

TEST_CASE("solve: each option may be given alone") {
  const Layout layout{{.shape = {5, 5}, .block = {2, 2}, .grid = {1, world().size()}}};
  DistMatrix<double> a(world(), layout), b(world(), layout.with_shape({5, 1}));
  a.fill_with(MinIJ<double>{});
  b.fill(1);
  std::string note;
  for (const auto& x : {solve(a, b), solve(a, b, {.how = {.algorithm = Algorithm::OneRank}}),
                        solve(a, b, {.how = {.note = &note}}), solve(a, b, {.refine = 1}),
                        cholesky_solve(a, b, {.how = {.note = &note}}),
                        cholesky_solve(a, b, {.uplo = Uplo::Lower, .refine = 1})}) {
    Wide<double> unit({5, 1});
    unit(0, 0) = 1;
    check_all(world(), relative_difference(gathered(x), unit) < 1e-14, "not the first unit vector");
  }
}

TEST_CASE("solve: singular, NaN and misfits are the same errors in every precision") {
  const Layout layout{{.shape = {6, 6}, .block = {2, 3}, .grid = {1, world().size()}}};
  DistMatrix<double> a(world(), layout), b(world(), layout.with_shape({6, 1}));
  a.fill_with([](Index i, Index j) { return i == j && i != 2 ? 1.0 : 0.0; });
  for (const Precision precision : {Precision::Working, Precision::Mixed})
    for (const int refine : {0, 2}) {
      SolveReport report;
      const SolveOptions options{.precision = precision, .refine = refine, .report = &report};
      const auto singular = message_of<SingularMatrix>([&] { (void)solve(a, b, options); });
      check_all(world(), contains(singular, "pivot 2"), singular);
      const auto indefinite =
          message_of<NotPositiveDefinite>([&] { (void)cholesky_solve(a, b, options); });
      check_all(world(), contains(indefinite, "row 2"), indefinite);
      DistMatrix<double> good(world(), layout), bad_b = b.copy();
      good.fill_with(MinIJ<double>{});
      bad_b.set(4, 0, std::numeric_limits<double>::infinity());
      const auto in_b = message_of<ArgumentError>([&] { (void)solve(good, bad_b, options); });
      check_all(world(), contains(in_b, "B(4, 0) is NaN or infinite"), in_b);
      good.set(5, 3, std::numeric_limits<double>::quiet_NaN());
      const auto in_a = message_of<ArgumentError>([&] { (void)solve(good, b, options); });
      check_all(world(), contains(in_a, "A(5, 3) is NaN or infinite"), in_a);
      const auto rows = message_of<ArgumentError>([&] {
        (void)solve(a, b.view({0, 4}, {0, 1}), options);
      });
      check_all(world(), contains(rows, "B must have 6 rows"), rows);
    }
  const auto negative = message_of<ArgumentError>([&] { (void)solve(a, b, {.refine = -1}); });
  check_all(world(), contains(negative, "refine is -1"), negative);
}
