// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/linalg/gemm.hpp>

#include <limits>

#include <ashlar/linalg/eigen.hpp>
#include <ashlar/linalg/elementwise.hpp>
#include <ashlar/linalg/solve.hpp>
#include <ashlar/linalg/svd.hpp>

#include "oracle.hpp"

using namespace ashlar;
using namespace ashlar::test;

namespace {

struct GemmCase {
  Op op_a, op_b;
  Shape c;
  Index k;
  Layout a_layout = {}, b_layout = {}, c_layout = {};
  Section a_part = {}, b_part = {}, c_part = {};
  double alpha = 1, beta = 0;
  Algorithm algorithm = Algorithm::Automatic;

  std::string to_string() const {
    return concat("gemm by ", ashlar::to_string(algorithm), ", ", ashlar::to_string(op_a), ", ",
                  ashlar::to_string(op_b), ", k ", k, ", alpha ", alpha, ", beta ", beta, "; A ",
                  a_layout.to_string(), " from ", a_part.rows.first, ",", a_part.cols.first, "; B ",
                  b_layout.to_string(), " from ", b_part.rows.first, ",", b_part.cols.first, "; C ",
                  c_layout.to_string(), " from ", c_part.rows.first, ",", c_part.cols.first);
  }
};

GemmCase draw(Choice& choice, int nranks) {
  const auto op = [&] { return choice.of({Op::None, Op::Trans, Op::ConjTrans}); };
  const auto size = [&] { return Index{choice.of({0, 1, 2, 5, 17, 17, 33, 40, 57, 100})}; };
  GemmCase g{.op_a = op(), .op_b = op(), .c = {size(), size()}, .k = size()};
  g.algorithm = choice.of(algorithms_of(Routine::Gemm));
  if (choice.one_in(20)) g.k = 2100;  // several slabs; k is large relative to C
  const Shape a = {g.c.rows, g.k}, b = {g.k, g.c.cols};
  const auto place = [&](Shape shape, const RankMap& ranks, Layout& layout, Section& part) {
    const auto [whole, section] = choice.surroundings(shape);
    layout = choice.layout(whole, ranks);
    part = section;
  };
  const RankMap ranks = choice.ranks(nranks);
  const auto grid = [&] { return choice.one_in(3) ? choice.ranks(nranks) : ranks; };
  place(is_transposing(g.op_a) ? a.transposed() : a, grid(), g.a_layout, g.a_part);
  place(is_transposing(g.op_b) ? b.transposed() : b, grid(), g.b_layout, g.b_part);
  place(g.c, ranks, g.c_layout, g.c_part);
  g.alpha = choice.of({1.0, -1.0, 2.5, 0.0});
  g.beta = choice.of({0.0, 1.0, -0.5});
  return g;
}

// Compares C with the oracle: within rounding inside the section, bit for bit outside.
template <Scalar T>
std::string check_gemm(const GemmCase& g) {
  const auto a = random_matrix<T>(g.a_layout, 1);
  const auto b = random_matrix<T>(g.b_layout, 2);
  auto c = random_matrix<T>(g.c_layout, 3);
  const Wide<T> wa = applied(g.op_a, gathered(a.view(g.a_part.rows, g.a_part.cols)));
  const Wide<T> wb = applied(g.op_b, gathered(b.view(g.b_part.rows, g.b_part.cols)));
  const Wide<T> ab = product(wa, wb);
  if (g.beta == 0 && !g.c.empty())  // C is not read then
    for (Index jl = 0; jl < c.local_cols(); ++jl)
      for (Index il = 0; il < c.local_rows(); ++il)
        if (c.global_row(il) == g.c_part.rows.first && c.global_col(jl) == g.c_part.cols.first)
          c.local()(il, jl) = std::numeric_limits<RealOf<T>>::quiet_NaN();
  const Wide<T> before = gathered(c);

  gemm(a.view(g.a_part.rows, g.a_part.cols), b.view(g.b_part.rows, g.b_part.cols),
       c.view(g.c_part.rows, g.c_part.cols),
       {.op_a = g.op_a,
        .op_b = g.op_b,
        .alpha = T(static_cast<RealOf<T>>(g.alpha)),
        .beta = T(static_cast<RealOf<T>>(g.beta)),
        .how = {.algorithm = g.algorithm}});

  const Wide<T> after = gathered(c);
  const long double eps = std::numeric_limits<RealOf<T>>::epsilon();
  for (Index j = 0; j < after.shape.cols; ++j)
    for (Index i = 0; i < after.shape.rows; ++i) {
      const Index si = i - g.c_part.rows.first, sj = j - g.c_part.cols.first;
      const bool inside = si >= 0 && sj >= 0 && si < g.c.rows && sj < g.c.cols;
      if (!inside && after(i, j) == before(i, j)) continue;
      if (!inside) return concat("C(", i, ", ", j, ") is outside the section and changed");
      typename Wide<T>::Value wanted = static_cast<long double>(g.alpha) * ab(si, sj);
      if (g.beta != 0) wanted += static_cast<long double>(g.beta) * before(i, j);
      // |a| and |b| are at most sqrt(2), |alpha| at most 2.5, |c| at most sqrt(2).
      const long double bound = 8 * eps * static_cast<long double>(g.k + 2);
      if (!(std::abs(after(i, j) - wanted) <= bound)) return concat("C(", i, ", ", j, ") is wrong");
    }
  if (!still_holds(a, Uniform<T>(1, -1, 1)) || !still_holds(b, Uniform<T>(2, -1, 1)))
    return "A or B changed";
  return {};
}

}  // namespace

TEST_CASE_TEMPLATE("gemm: agrees with the triple loop in any layouts, sections and grids", T, float,
                   double, c64, c128) {
  Choice choice(2024);
  for (int round = 0; round < 120; ++round) {
    const GemmCase g = draw(choice, world().size());
    const std::string complaint = check_gemm<T>(g);
    if (!check_all(world(), complaint.empty(), complaint + "\n" + g.to_string())) break;
  }
}

TEST_CASE("gemm: makes a new matrix on A's grid") {
  Choice choice(7);
  for (int round = 0; round < 20; ++round) {
    const Op op_a = choice.of({Op::None, Op::Trans}), op_b = choice.of({Op::None, Op::ConjTrans});
    const Shape shape_a{13, 9}, shape_b{9, 21};
    const auto a = random_matrix<c128>(
        choice.layout(op_a == Op::None ? shape_a : shape_a.transposed(), world().size()), 4);
    const auto b = random_matrix<c128>(
        choice.layout(op_b == Op::None ? shape_b : shape_b.transposed(), world().size()), 5);
    const auto c = gemm(a, b, {.op_a = op_a, .op_b = op_b});
    const auto wanted = product(applied(op_a, gathered(a)), applied(op_b, gathered(b)));
    const auto found = gathered(c);
    bool close = c.layout().ranks() == a.layout().ranks() && found.shape == wanted.shape;
    for (std::size_t k = 0; close && k < wanted.values.size(); ++k)
      close = std::abs(found.values[k] - wanted.values[k]) < 1e-13L;
    check_all(world(), close, "wrong product or grid for A " + a.layout().to_string());
  }
}

TEST_CASE("gemm: works in the caller's memory, padded or row-major, and leaves the padding alone") {
  Choice choice(11);
  const double poison = -7777.0;
  for (int round = 0; round < 40; ++round) {
    const Algorithm algorithm = choice.of(algorithms_of(Routine::Gemm));
    const Layout layout = choice.layout({19, 23}, world().size());
    const Shape local = layout.local_shape(world().rank());
    const StorageOrder order = choice.of({StorageOrder::Fortran, StorageOrder::C});
    const bool by_columns = order == StorageOrder::Fortran;
    const Index ld = std::max<Index>(1, by_columns ? local.rows : local.cols) + 3;
    std::vector<double> memory(
        static_cast<std::size_t>(ld * ((by_columns ? local.cols : local.rows) + 1)), poison);
    auto c = DistMatrix<double>::wrap(world(), layout, {memory.data(), ld, order});
    c.fill_with(Uniform<double>(3, -1, 1));
    const auto before = gathered(c);
    const auto a = random_matrix<double>(choice.layout({19, 6}, world().size()), 4);
    const auto b = random_matrix<double>(choice.layout({6, 23}, world().size()), 5);
    std::string note;
    gemm(a, b, c, {.beta = 1, .how = {.algorithm = algorithm, .note = &note}});

    const auto ab = product(gathered(a), gathered(b));
    const auto after = gathered(c);
    bool close = true;
    for (std::size_t k = 0; k < ab.values.size(); ++k)
      close = close && std::abs(after.values[k] - before.values[k] - ab.values[k]) < 1e-13L;
    check_all(world(), close, "wrong product in wrapped memory, C " + layout.to_string());
    const auto poisoned = static_cast<Index>(std::count(memory.begin(), memory.end(), poison));
    check_all(world(), poisoned == static_cast<Index>(memory.size()) - local.rows * local.cols,
              "padding was written");
    check_all(world(), contains(note, "gemm by algorithm"), "the note is wrong: " + note);
  }
}

TEST_CASE("gemm: a note gives the reason for each operand that moves for ScaLAPACK") {
  const int nranks = world().size();
  const Layout on_all{{.shape = {8, 8}, .block = {2, 3}, .grid = {1, nranks}}};
  const Layout on_last{{.shape = {8, 8}, .block = {2, 2}, .grid = {1, 1}, .ranks = {nranks - 1}}};
  const auto a = random_matrix<float>(on_all, 1), b = random_matrix<float>(on_last, 2);
  DistMatrix<float> c(world(), on_all);
  std::string note;
  gemm(a, a, c, {.how = {.algorithm = Algorithm::ScaLapack, .note = &note}});
  check_all(world(), !contains(note, "moved"), "nothing moved, but the note is: " + note);
  gemm(a, b, c, {.how = {.algorithm = Algorithm::ScaLapack, .note = &note}});
  check_all(world(), nranks == 1 || contains(note, "gemm: B moved"),
            "B moved, but the note is: " + note);
}

TEST_CASE("gemm: a report has the algorithm and each operand that moved") {
  const int nranks = world().size();
  const Layout on_all{{.shape = {8, 8}, .block = {2, 3}, .grid = {1, nranks}}};
  const Layout on_last{{.shape = {8, 8}, .block = {2, 2}, .grid = {1, 1}, .ranks = {nranks - 1}}};
  const auto a = random_matrix<float>(on_all, 1), b = random_matrix<float>(on_last, 2);
  DistMatrix<float> c(world(), on_all);
  for (const Algorithm algorithm : algorithms_of(Routine::Gemm)) {
    LinalgReport report;
    gemm(a, a, c, {.how = {.algorithm = algorithm, .report = &report}});
    const bool is_reported = algorithm == Algorithm::Automatic ? report.algorithm != algorithm
                                                               : report.algorithm == algorithm;
    check_all(
        world(), is_reported,
        concat("asked for ", to_string(algorithm), ", reported ", to_string(report.algorithm)));
  }
  LinalgReport still, moved;
  gemm(a, a, c, {.how = {.algorithm = Algorithm::ScaLapack, .report = &still}});
  gemm(a, b, c, {.how = {.algorithm = Algorithm::ScaLapack, .report = &moved}});
  check_all(world(), still.moves.empty(), "nothing moved");
  const bool is_reported =
      nranks == 1 || (moved.moves.size() == 1 && moved.moves.front().operand == "gemm: B" &&
                      moved.moves.front().from == on_last && !moved.moves.front().reason.empty());
  check_all(world(), is_reported, concat(moved.moves.size(), " moves are reported, not that of B"));
}

TEST_CASE("a report keeps the algorithm of the first factorisation") {
  const Layout layout{{.shape = {12, 12}, .block = {3, 3}, .grid = {1, world().size()}}};
  auto a = random_matrix<double>(layout, 1);
  add_to_diagonal(a, 20.0);
  const auto b = random_matrix<double>(layout.with_shape({12, 2}), 2);
  const auto reported = [&](auto&& call, Algorithm algorithm) {
    LinalgReport report;
    call(LinalgOptions{.algorithm = algorithm, .report = &report});
    return report.algorithm;
  };
  for (const Algorithm algorithm : {Algorithm::OneRank, Algorithm::ScaLapack}) {
    const auto is = [&](Algorithm found) { return found == algorithm; };
    check_all(world(), is(reported([&](auto how) { (void)solve(a, b, {.how = how}); }, algorithm)),
              "solve");
    check_all(world(),
              is(reported([&](auto how) { (void)svd(a, SvdVectors::Thin, how); }, algorithm)),
              "svd");
    check_all(world(),
              is(reported([&](auto how) { (void)least_squares(a, b, {}, how); }, algorithm)),
              "least_squares");
    check_all(world(),
              is(reported([&](auto how) { (void)symmetric_eigen(a, {.how = how}); }, algorithm)),
              "symmetric_eigen");
  }
}

TEST_CASE("gemm: refuses shapes that do not fit, shared memory and other communicators") {
  const Layout layout{{.shape = {6, 4}, .block = {2, 2}, .grid = {1, 1}}};
  const auto a = random_matrix<double>(layout, 1);
  DistMatrix<double> c(world(), layout.with_shape({6, 6}));
  const std::string shapes = message_of<ArgumentError>([&] { gemm(a, a, c); });
  check_all(world(), contains(shapes, "op(A) is 6x4, op(B) is 6x4 and C is 6x6"), shapes);

  const std::string shared = message_of<ArgumentError>([&] {
    gemm(c, c.view({0, 6}, {0, 3}), c.view({0, 6}, {3, 6}));
  });
  check_all(world(), contains(shared, "shares memory"), shared);
  gemm(c.view({0, 3}, {0, 3}), c.view({3, 6}, {0, 3}), c.view({0, 3}, {3, 6}));

  DistMatrix<double> elsewhere(mpi::CommunicatorView::self(), layout.with_shape({4, 4}));
  const std::string comms = message_of<ArgumentError>([&] {
    gemm(a, elsewhere, c.view({0, 6}, {0, 4}));
  });
  check_all(world(), contains(comms, "one communicator"), comms);
}

TEST_CASE("gemm: a leading dimension beyond 32 bits on one rank is an OverflowError on all") {
  const Layout layout{{.shape = {1, 1}, .block = {1, 1}, .grid = {1, 1}}};
  double element = 3;
  const auto far_apart = DistMatrix<double>::wrap(world(), layout, {&element, Index{1} << 31});
  DistMatrix<double> c(world(), layout);
  const std::string message = message_of<OverflowError>([&] { gemm(far_apart, far_apart, c); });
  check_all(world(), contains(message, "leading dimension is 2147483648"), message);
}
