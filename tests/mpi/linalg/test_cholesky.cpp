// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/linalg/cholesky.hpp>

#include <limits>

#include <ashlar/linalg/norm.hpp>
#include <ashlar/linalg/solve.hpp>
#include <ashlar/matrix/compare.hpp>
#include <ashlar/matrix/generate.hpp>
#include <ashlar/mpi/context.hpp>

#include "oracle.hpp"

using namespace ashlar;
using namespace ashlar::test;

namespace {

// min(i, j) + 1 with rows and columns multiplied by quarter turns (signs for real types). All
// elements of its factor L are quarter turns, and all intermediate numbers are integers.
template <Scalar T>
struct TurnedMinIJ {
  static T turn(Index i) {
    if constexpr (is_complex<T>) {
      constexpr T quarters[] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
      return quarters[i * 7 % 4];
    } else {
      return i * 7 % 4 < 2 ? T(1) : T(-1);
    }
  }
  static T factor(Index i, Index j) { return i < j ? T(0) : turn(i) * conjugate(turn(j)); }
  T operator()(Index i, Index j) const {
    return turn(i) * conjugate(turn(j)) * T(static_cast<RealOf<T>>(std::min(i, j) + 1));
  }
};

template <Scalar T>
void check_solve(const Layout& a_layout, const Layout& b_layout, Uplo uplo, Algorithm algorithm) {
  const auto a = half_matrix<T>(a_layout, uplo);
  const auto b = random_matrix<T>(b_layout, 2);
  const auto x = cholesky_solve(a, b, {.uplo = uplo, .how = {.algorithm = algorithm}});
  const auto whole = evaluated<T>(a_layout.shape(), PositiveDefinite<T>(1, a_layout.shape().rows));
  const double ratio = hpl_ratio(whole, gathered(x), gathered(b));
  const std::string which = concat(to_string(uplo), "; A ", a_layout.to_string(), "; B ",
                                   b_layout.to_string(), " by ", to_string(algorithm));
  check_all(world(), ratio < hpl_limit, concat("residual ratio ", ratio, " with ", which));
  check_all(world(), x.layout() == b_layout, "X is not in B's layout, " + which);
  check_all(world(), still_holds(b, Uniform<T>(2, -1, 1)), "B changed, " + which);
}

}  // namespace

TEST_CASE_TEMPLATE("cholesky_solve: the residual is small and the other triangle unread", T, float,
                   double, c64, c128) {
  Choice choice(17);
  for (const Index n : {0, 1, 2, 17, 64, 100, 257})
    for (const Uplo uplo : {Uplo::Lower, Uplo::Upper})
      for (int round = 0; round < (n < 64 ? 5 : 2); ++round) {
        const RankMap ranks = choice.ranks(world().size());
        const Layout b = choice.layout({n, choice.of({0, 1, 3, 20})},
                                       choice.one_in(2) ? ranks : choice.ranks(world().size()));
        check_solve<T>(choice.layout({n, n}, ranks), b, uplo, choice.algorithm(Routine::Cholesky));
      }
}

TEST_CASE_TEMPLATE("cholesky: the factor of integers is exact by every algorithm", T, float, double,
                   c64, c128) {
  Choice choice(16);
  for (const Algorithm algorithm : algorithms_of(Routine::Cholesky))
    for (const Index n : {57, 128, 300})
      for (const Uplo uplo : {Uplo::Lower, Uplo::Upper}) {
        DistMatrix<T> a(world(), choice.layout({n, n}, world().size()));
        a.fill_with(TurnedMinIJ<T>{});
        const auto factor = cholesky_factor(a, uplo, {.algorithm = algorithm});
        const bool is_right = still_holds(factor.factor(), [&](Index i, Index j) {
          return uplo == Uplo::Lower ? TurnedMinIJ<T>::factor(i, j)
                                     : conjugate(TurnedMinIJ<T>::factor(j, i));
        });
        check_all(world(), factor.outcome().ok() && is_right,
                  concat("wrong factor of order ", n, ", ", to_string(uplo), ", by ",
                         to_string(algorithm)));
      }
}

TEST_CASE("cholesky: a matrix that is given away is factored in its own memory where that serves") {
  const Index n = 300;
  const Layout layout = layout_for(Routine::Cholesky, {n, n}, machine_of(world())).layout;
  DistMatrix<double> a(world(), layout);
  a.fill_with(TurnedMinIJ<double>{});
  const double* memory = a.local().data;
  const auto factor = cholesky_factor(std::move(a));
  const bool is_right = still_holds(
      factor.factor(), [](Index i, Index j) { return TurnedMinIJ<double>::factor(i, j); });
  check_all(world(), is_right, "wrong factor");
  if (factor.algorithm() != Algorithm::ScaLapack)
    check_all(world(), factor.factor().local().data == memory, "it was copied");
}

TEST_CASE("cholesky: the same call gives the same bits") {
  for (const Algorithm algorithm : algorithms_of(Routine::Cholesky)) {
    const auto a = half_matrix<double>(Choice(6).layout({700, 700}, world().size()), Uplo::Lower);
    const auto first = cholesky_factor(a, Uplo::Lower, {.algorithm = algorithm});
    for (int repeat = 0; repeat < 10; ++repeat) {
      const auto again = cholesky_factor(a, Uplo::Lower, {.algorithm = algorithm});
      check_all(world(), count_differences(first.factor(), again.factor()) == 0,
                concat("other bits by ", to_string(algorithm)));
    }
  }
}

TEST_CASE_TEMPLATE(
    "cholesky: the factor times its conjugate transpose is A, the other triangle zero", T, double,
    c64) {
  Choice choice(6);
  const Index n = 29;
  for (const Uplo uplo : {Uplo::Lower, Uplo::Upper}) {
    const auto a = half_matrix<T>(choice.layout({n, n}, world().size()), uplo);
    const auto factor = cholesky_factor(a, uplo);
    const auto f = gathered(factor.factor());
    const auto back = uplo == Uplo::Lower ? product(f, applied(Op::ConjTrans, f))
                                          : product(applied(Op::ConjTrans, f), f);
    const auto wanted = evaluated<T>({n, n}, PositiveDefinite<T>(1, n));
    const long double bound = 3 * n * n * std::numeric_limits<RealOf<T>>::epsilon() * 2.0L;
    bool is_right = factor.outcome().ok() && factor.uplo() == uplo && factor.size() == n;
    for (Index j = 0; j < n; ++j)
      for (Index i = 0; i < n; ++i) {
        const bool is_other = uplo == Uplo::Lower ? i < j : i > j;
        is_right = is_right && std::abs(back(i, j) - wanted(i, j)) < bound;
        is_right = is_right && (!is_other || std::abs(f(i, j)) == 0);
      }
    check_all(world(), is_right, concat("wrong factor, ", to_string(uplo)));
  }
}

TEST_CASE(
    "cholesky: a matrix that is not positive definite is a result with the same pivot on every "
    "rank") {
  Choice choice(9);
  for (const Index bad : {0, 1, 5, 18, 19})
    for (const Uplo uplo : {Uplo::Lower, Uplo::Upper}) {
      DistMatrix<double> a(world(), choice.layout({20, 20}, world().size()));
      a.fill_with([&](Index i, Index j) { return i != j ? 0.0 : i >= bad ? -1.0 : 4.0; });
      const auto factor = cholesky_factor(a, uplo);
      check_all(
          world(), factor.outcome().first_bad_pivot == bad,
          concat("pivot ", factor.outcome().first_bad_pivot.value_or(-1), " instead of ", bad));
      const DistMatrix<double> b(world(), choice.layout({20, 1}, world().size()));
      Index pivot = -1;
      try {
        (void)cholesky_solve(a, b, {.uplo = uplo});
      } catch (const NotPositiveDefinite& error) {
        pivot = error.pivot();
      }
      check_all(world(), pivot == bad,
                concat("NotPositiveDefinite has pivot ", pivot, " instead of ", bad));
    }
}

TEST_CASE("cholesky: refuses NaN in its triangle, uplo general and shapes that do not fit") {
  const Layout layout{{.shape = {6, 6}, .block = {2, 3}, .grid = {1, world().size()}}};
  auto a = half_matrix<c128>(layout, Uplo::Lower);
  const DistMatrix<c128> b(world(), layout.with_shape({6, 1})),
      short_b(world(), layout.with_shape({4, 2}));
  const std::string rows = message_of<ArgumentError>([&] { (void)cholesky_solve(a, short_b); });
  check_all(world(), contains(rows, "A is 6x6 and B is 4x2"), rows);
  const std::string general =
      message_of<ArgumentError>([&] { (void)cholesky_solve(a, b, {.uplo = Uplo::General}); });
  check_all(world(), contains(general, "uplo is general"), general);
  a.set(4, 2, c128(0, std::numeric_limits<double>::quiet_NaN()));
  const std::string nan = message_of<ArgumentError>([&] { (void)cholesky_solve(a, b); });
  check_all(world(), contains(nan, "A(4, 2) is NaN or infinite"), nan);
}

TEST_CASE_TEMPLATE("cholesky: NaN in a part of a matrix is refused with its place in the part", T,
                   float, c128) {
  Choice choice(18);
  const Index n = 23;
  for (const Algorithm algorithm : algorithms_of(Routine::Cholesky))
    for (const Uplo uplo : {Uplo::Lower, Uplo::Upper})
      for (const StorageOrder order : {StorageOrder::Fortran, StorageOrder::C})
        for (const Index distance : {0, 1, 9}) {
          DistMatrix<T> whole(world(), choice.layout({n + 8, n + 5}, world().size()),
                              {.order = order});
          const auto a = whole.view({8, n + 8}, {5, n + 5});
          const PositiveDefinite<T> wanted(1, n);
          const Index near = 12, far = near + distance;
          const Index row = uplo == Uplo::Lower ? far : near, col = near + far - row;
          whole.fill_with([&](Index i, Index j) {
            const bool is_bad = i == row + 8 && j == col + 5;
            const bool is_unread =
                i < 8 || j < 5 || (uplo == Uplo::Lower ? i - 8 < j - 5 : i - 8 > j - 5);
            if (is_bad || is_unread) return T(std::numeric_limits<RealOf<T>>::quiet_NaN());
            return wanted(i - 8, j - 5);
          });
          const std::string nan = message_of<ArgumentError>(
              [&] { (void)cholesky_factor(a, uplo, {.algorithm = algorithm}); });
          check_all(world(), contains(nan, concat("A(", row, ", ", col, ") is NaN or infinite")),
                    nan);
        }
}

TEST_CASE_TEMPLATE("cholesky: NaN in a matrix that is given away is refused with its place", T,
                   double, c64) {
  const Index n = 300;  // all ranks of a node look for NaN
  const Layout layout = layout_for(Routine::Cholesky, {n, n}, machine_of(world())).layout;
  const T nan(std::numeric_limits<RealOf<T>>::quiet_NaN());
  for (const Index col : {0, 1, 2, 3, 4, 150, 298, 299}) {
    DistMatrix<T> a(world(), layout);
    a.fill_with([&](Index i, Index j) {
      return i < j || (i == 299 && j == col) ? nan : PositiveDefinite<T>(1, n)(i, j);
    });
    const std::string text =
        message_of<ArgumentError>([&] { (void)cholesky_factor(std::move(a)); });
    check_all(world(), contains(text, concat("A(299, ", col, ") is NaN or infinite")), text);
  }
}

TEST_CASE("cholesky: an empty matrix has an empty factor in its triangle") {
  const DistMatrix<double> a(world(), Layout({.shape = {0, 0}, .grid = {1, world().size()}}));
  for (const Algorithm algorithm : algorithms_of(Routine::Cholesky))
    for (const Uplo uplo : {Uplo::Lower, Uplo::Upper}) {
      const auto factor = cholesky_factor(a, uplo, {.algorithm = algorithm});
      check_all(world(), factor.outcome().ok() && factor.size() == 0 && factor.uplo() == uplo,
                concat("wrong empty factor by ", to_string(algorithm)));
    }
}

TEST_CASE_TEMPLATE("cholesky_solve: old numbers in reused memory have no influence", T, double,
                   c64) {
  const Index n = 300;
  const T nan(std::numeric_limits<RealOf<T>>::quiet_NaN());
  const Layout layout({.shape = {n, n}, .block = {64, 64}, .grid = {1, world().size()}});
  const auto whole = evaluated<T>({n, n}, PositiveDefinite<T>(1, n));
  const auto b = random_matrix<T>(layout.with_shape({n, 3}), 2);
  for (const Algorithm algorithm : algorithms_of(Routine::Cholesky))
    for (const Uplo uplo : {Uplo::Lower, Uplo::Upper}) {
      const auto a = half_matrix<T>(layout, uplo);
      mpi::Context& context = mpi::Context::of(world());
      context.trim();
      {
        DistMatrix<T> old(
            world(), layout_for(Routine::Cholesky, {n, n}, machine_of(world()), algorithm).layout);
        old.fill_with([&](Index, Index) { return nan; });
      }
      std::string note;  // without one, one rank solves without a factor
      const auto x =
          cholesky_solve(a, b, {.uplo = uplo, .how = {.algorithm = algorithm, .note = &note}});
      const double ratio = hpl_ratio(whole, gathered(x), gathered(b));
      check_all(world(), ratio < hpl_limit,
                concat("residual ratio ", ratio, ", ", to_string(uplo), " by ", note));
    }
}
