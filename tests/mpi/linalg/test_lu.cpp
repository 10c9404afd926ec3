// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/linalg/lu.hpp>

#include <limits>

#include <ashlar/linalg/norm.hpp>
#include <ashlar/linalg/solve.hpp>
#include <ashlar/matrix/compare.hpp>
#include <ashlar/mpi/communicator.hpp>

#include "oracle.hpp"

using namespace ashlar;
using namespace ashlar::test;

namespace {

// Shape of a system, and the layouts of A and B.
struct SystemCase {
  Index n, nrhs;
  Layout a, b;
  Algorithm algorithm;

  std::string to_string() const {
    return concat("A ", a.to_string(), "; B ", b.to_string(), " by ", ashlar::to_string(algorithm));
  }
};

SystemCase draw(Choice& choice, Index n, int nranks) {
  const Index nrhs = choice.of({0, 1, 1, 3, 20});
  const RankMap ranks = choice.ranks(nranks);
  return {n, nrhs, choice.layout({n, n}, ranks),
          choice.layout({n, nrhs}, choice.one_in(2) ? ranks : choice.ranks(nranks)),
          choice.algorithm(Routine::Lu)};
}

template <Scalar T>
void check_solve(const SystemCase& s) {
  const auto a = random_matrix<T>(s.a, 1), b = random_matrix<T>(s.b, 2);
  const auto x = solve(a, b, {.how = {.algorithm = s.algorithm}});
  const double ratio = hpl_ratio(gathered(a), gathered(x), gathered(b));
  const double ours = static_cast<double>(scaled_residual(a, x, b));
  check_all(world(), ratio < hpl_limit, concat("residual ratio ", ratio, "\n", s.to_string()));
  check_all(world(), ours < hpl_limit, concat("scaled_residual ", ours, "\n", s.to_string()));
  check_all(world(), x.layout() == b.layout(), "X is not in B's layout\n" + s.to_string());
  check_all(world(), still_holds(a, Uniform<T>(1, -1, 1)) && still_holds(b, Uniform<T>(2, -1, 1)),
            "A or B changed\n" + s.to_string());
}

// The matrix min(i, j) + 1 is invertible and its elimination is exact in integers; a row equal to
// the one above gives a row of exact zeros.
struct MinMatrix {
  Index zero_row;  // repeats the row above
  double operator()(Index i, Index j) const {
    const Index row = i >= zero_row ? i - 1 : i;
    return static_cast<double>(std::min(row, j) + 1);
  }
};

}  // namespace

TEST_CASE_TEMPLATE("solve: the residual is small in any layouts of A and B", T, float, double, c64,
                   c128) {
  Choice choice(31);
  for (const Index n : {0, 1, 2, 17, 64, 100, 257})
    for (int round = 0; round < (n < 64 ? 8 : n < 200 ? 6 : 3); ++round)
      check_solve<T>(draw(choice, n, world().size()));
}

TEST_CASE("solve: works on a part of the ranks and on a split communicator") {
  for_each_grid(world(), [](mpi::CommunicatorView part, GridShape grid, GridOrder order) {
    const Layout layout{{.shape = {23, 23}, .block = {4, 4}, .grid = grid, .grid_order = order}};
    DistMatrix<double> a(part, layout), b(part, layout.with_shape({23, 2}));
    a.fill_with(Uniform<double>(1, -1, 1));
    b.fill_with(Uniform<double>(2, -1, 1));
    const auto x = solve(a, b);
    const double ratio = scaled_residual(a, x, b);
    check_all(part, ratio < hpl_limit,
              concat("residual ratio ", ratio, " for ", layout.to_string()));
  });
}

TEST_CASE_TEMPLATE("lu: one factor serves many right-hand sides and all ops", T, float, double, c64,
                   c128) {
  Choice choice(5);
  for (const Algorithm algorithm : algorithms_of(Routine::Lu)) {
    const Index n = choice.of({40, 150});
    const auto a = random_matrix<T>(choice.layout({n, n}, world().size()), 1);
    const auto wide_a = gathered(a);
    const LuFactor<T> lu = lu_factor(a, {.algorithm = algorithm});
    check_all(world(), lu.outcome().ok() && lu.size() == n, "the factorisation went wrong");
    check_all(world(), algorithm == Algorithm::Automatic || lu.algorithm() == algorithm,
              "another algorithm ran");
    for (const Op op : {Op::None, Op::Trans, Op::ConjTrans}) {
      const auto b = random_matrix<T>(choice.layout({n, choice.of({1, 3, 20})}, world().size()), 2);
      const auto x = lu.solve(b, op);
      const double ratio = hpl_ratio(applied(op, wide_a), gathered(x), gathered(b));
      check_all(
          world(), ratio < hpl_limit,
          concat("residual ratio ", ratio, " with ", to_string(op), " by ", to_string(algorithm)));
    }
  }
}

TEST_CASE("lu: takes views of matrices and right-hand sides") {
  Choice choice(77);
  for (int round = 0; round < 10; ++round) {
    const auto a = random_matrix<double>(choice.layout({30, 40}, world().size()), 1);
    const auto b = random_matrix<double>(choice.layout({30, 9}, world().size()), 2);
    const auto part = a.view({3, 25}, {11, 33});
    const auto rhs = b.view({8, 30}, {2, 7});
    const auto x = solve(part, rhs);
    const double ratio = hpl_ratio(gathered(part), gathered(x), gathered(rhs));
    check_all(world(), ratio < hpl_limit && x.shape() == Shape{22, 5},
              concat("residual ratio ", ratio));
  }
}

TEST_CASE("lu: works in the caller's memory with a padded leading dimension or in rows") {
  Choice choice(13);
  for (const StorageOrder order : {StorageOrder::Fortran, StorageOrder::C}) {
    const Layout layout = choice.layout({33, 33}, world().size());
    const Shape local = layout.local_shape(world().rank());
    const Index ld = std::max<Index>(1, std::max(local.rows, local.cols)) + 7;
    std::vector<double> memory(
        static_cast<std::size_t>(ld * (std::max(local.rows, local.cols) + 1)), 1e300);
    auto a = DistMatrix<double>::wrap(world(), layout, {memory.data(), ld, order});
    a.fill_with(Uniform<double>(1, -1, 1));
    const std::vector<double> before = memory;
    const auto b = random_matrix<double>(choice.layout({33, 2}, world().size()), 2);
    const auto x = solve(a, b);
    const double ratio = hpl_ratio(gathered(a), gathered(x), gathered(b));
    check_all(world(), ratio < hpl_limit, concat("residual ratio ", ratio));
    check_all(world(), memory == before, "the caller's memory changed");
  }
}

// P A = L U, computed from the factors and the pivots in ScaLAPACK's convention.
TEST_CASE_TEMPLATE("lu: factors and pivots are those of ScaLAPACK's words", T, double, c64) {
  Choice choice(19);
  for (const Algorithm algorithm : algorithms_of(Routine::Lu)) {
    const Index n = 200;
    const auto a = random_matrix<T>(choice.layout({n, n}, world().size()), 1);
    const auto lu = lu_factor(a, {.algorithm = algorithm});
    if (lu.algorithm() == Algorithm::ScaLapack) continue;  // pivots follow the process rows
    auto permuted = gathered(a);
    const auto factors = gathered(lu.factors());
    auto lower = factors, upper = factors;
    for (Index j = 0; j < n; ++j) {
      const Index pivot = lu.pivots()[static_cast<std::size_t>(j)] - 1;
      for (Index i = 0; i < n; ++i) {
        std::swap(permuted(j, i), permuted(pivot, i));
        if (i <= j) lower(i, j) = i == j ? 1 : 0;
        else upper(i, j) = 0;
      }
    }
    const auto product = ashlar::test::product(lower, upper);
    const double ratio = static_cast<double>(largest_difference(product, permuted)) /
                         (static_cast<double>(n) * std::numeric_limits<RealOf<T>>::epsilon());
    check_all(world(), ratio < 1, concat("|PA - LU| ", ratio, " by ", to_string(algorithm)));
  }
}

TEST_CASE("lu: a matrix that is given away is factored in its own memory where that serves") {
  const Index n = 300;
  for (const Algorithm algorithm : algorithms_of(Routine::Lu)) {
    const Layout layout = layout_for(Routine::Lu, {n, n}, machine_of(world()), algorithm).layout;
    auto a = random_matrix<double>(layout, 1);
    const auto kept = a.copy();
    const auto b = random_matrix<double>(Choice(2).layout({n, 2}, world().size()), 2);
    const double* memory = a.local().data;
    const auto lu = lu_factor(std::move(a), {.algorithm = algorithm});
    check_all(world(), lu.factors().local().data == memory, "it was copied");
    const double ratio = scaled_residual(kept, lu.solve(b), b);
    check_all(world(), ratio < hpl_limit, concat("residual ratio ", ratio));
  }
}

TEST_CASE("lu: the same call gives the same bits") {
  for (const Algorithm algorithm : algorithms_of(Routine::Lu)) {
    const Layout layout = Choice(6).layout({260, 260}, world().size());
    const auto a = random_matrix<double>(layout, 1);
    const auto first = lu_factor(a, {.algorithm = algorithm});
    for (int repeat = 0; repeat < 10; ++repeat) {
      const auto again = lu_factor(a, {.algorithm = algorithm});
      check_all(world(), count_differences(first.factors(), again.factors()) == 0,
                concat("other bits by ", to_string(algorithm)));
    }
  }
}

TEST_CASE("lu: a singular matrix is a result with the same pivot on every rank") {
  Choice choice(3);
  for (const Index n : {2, 9, 30})
    for (const Index zero_row : {Index{1}, (n + 1) / 2, n - 1}) {
      const MinMatrix f{zero_row};
      DistMatrix<double> a(world(), choice.layout({n, n}, world().size()));
      a.fill_with(f);
      const auto lu = lu_factor(a);
      // Row exchanges move the zero row to the end of the elimination.
      check_all(world(), lu.outcome().first_bad_pivot == n - 1,
                concat("pivot ", lu.outcome().first_bad_pivot.value_or(-1), " for n ", n, ", row ",
                       zero_row));
      const DistMatrix<double> b(world(), choice.layout({n, 1}, world().size()));
      Index pivot = -1;
      try {
        (void)lu.solve(b);
      } catch (const SingularMatrix& error) {
        pivot = error.pivot();
      }
      check_all(world(), pivot == n - 1, concat("SingularMatrix has pivot ", pivot));
      const std::string message = message_of<SingularMatrix>([&] { (void)solve(a, b); });
      check_all(world(), contains(message, concat("pivot ", n - 1)), message);
    }
}

TEST_CASE("lu: the first of several zero pivots is reported") {
  Choice choice(4);
  for (const Index zero_column : {0, 3, 11}) {
    DistMatrix<c64> a(world(), choice.layout({12, 12}, world().size()));
    // Diagonal, with zeros at zero_column and at the end: each is a zero pivot.
    a.fill_with(
        [&](Index i, Index j) { return c64(i == j && i != zero_column && i != 11 ? 2.0F : 0.0F); });
    const auto found = lu_factor(a).outcome().first_bad_pivot;
    check_all(world(), found == zero_column,
              concat("pivot ", found.value_or(-1), " instead of ", zero_column));
  }
}

TEST_CASE("lu: NaN and infinity are refused on every rank, with their place") {
  Choice choice(8);
  const double infinity = std::numeric_limits<double>::infinity();
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const double bad : {nan, infinity, -infinity}) {
    auto a = random_matrix<double>(choice.layout({20, 20}, world().size()), 1);
    auto b = random_matrix<double>(choice.layout({20, 2}, world().size()), 2);
    b.set(5, 1, bad);
    const std::string in_b = message_of<ArgumentError>([&] { (void)solve(a, b); });
    check_all(world(), contains(in_b, "B(5, 1) is NaN or infinite"), in_b);
    a.set(19, 3, bad);
    a.set(2, 4, bad);
    const std::string in_a = message_of<ArgumentError>([&] { (void)solve(a, b); });
    check_all(world(), contains(in_a, "A(19, 3) is NaN or infinite"), in_a);
  }
}

TEST_CASE("lu: shapes that do not fit are named") {
  const Layout layout{{.shape = {6, 6}, .block = {2, 2}, .grid = {1, 1}}};
  const DistMatrix<double> a(world(), layout), wide(world(), layout.with_shape({6, 7})),
      b(world(), layout.with_shape({5, 1}));
  const std::string not_square = message_of<ArgumentError>([&] { (void)solve(wide, b); });
  check_all(world(), contains(not_square, "A is 6x7, but must be square"), not_square);
  const std::string rows = message_of<ArgumentError>([&] { (void)solve(a, b); });
  check_all(world(), contains(rows, "A is 6x6 and B is 5x1"), rows);
  const DistMatrix<double> elsewhere(mpi::CommunicatorView::self(), layout.with_shape({6, 1}));
  const std::string comms = message_of<ArgumentError>([&] { (void)solve(a, elsewhere); });
  check_all(world(), contains(comms, "different communicators"), comms);
}
