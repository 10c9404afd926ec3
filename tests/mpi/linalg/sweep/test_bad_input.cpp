// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/linalg/cholesky.hpp>
#include <ashlar/linalg/condition.hpp>
#include <ashlar/linalg/eigen.hpp>
#include <ashlar/linalg/gemm.hpp>
#include <ashlar/linalg/ldlt.hpp>
#include <ashlar/linalg/lu.hpp>
#include <ashlar/linalg/qr.hpp>
#include <ashlar/linalg/solve.hpp>
#include <ashlar/linalg/svd.hpp>
#include <ashlar/linalg/symmetric_products.hpp>

#include "probes.hpp"

using namespace ashlar;
using namespace ashlar::test;

// Errors of every routine for invalid input, by every algorithm and on every rank.

namespace {

using Matrix = DistMatrix<double>;
using Call = std::function<void(const Matrix& a, const Matrix& b, const LinalgOptions& how)>;

struct Row {
  const char* name;
  Routine routine;
  Call call;
  bool takes_any_shape = false;
};

const std::vector<Row>& scanned() {
  static const std::vector<Row> rows = {
      {"lu", Routine::Lu, [](auto& a, auto& b, auto& how) { (void)lu_factor(a, how).solve(b); }},
      {"solve", Routine::Lu, [](auto& a, auto& b, auto& how) { (void)solve(a, b, {.how = how}); }},
      {"mixed", Routine::Lu,
       [](auto& a, auto& b, auto& how) {
         (void)solve(a, b, {.precision = Precision::Mixed, .how = how});
       }},
      {"inverse", Routine::Lu, [](auto& a, auto&, auto& how) { (void)inverse(a, how); }},
      {"cholesky_solve", Routine::Cholesky,
       [](auto& a, auto& b, auto& how) { (void)cholesky_solve(a, b, {.how = how}); }},
      {"ldlt_factor", Routine::Ldlt,
       [](auto& a, auto& b, auto& how) {
         (void)ldlt_factor(a, Uplo::Lower, Op::ConjTrans, how).solve(b, how);
       }},
      {"qr", Routine::Qr, [](auto& a, auto&, auto& how) { (void)qr_factor(a, how); }, true},
      {"least_squares", Routine::Qr,
       [](auto& a, auto& b, auto& how) { (void)least_squares(a, b, {}, how); }, true},
      {"symmetric_eigen", Routine::SymmetricEigen,
       [](auto& a, auto&, auto& how) { (void)symmetric_eigen(a, {.how = how}); }},
      {"eigenvalues", Routine::Eigenvalues,
       [](auto& a, auto&, auto& how) { (void)eigenvalues(a, how); }},
      {"svd", Routine::Svd, [](auto& a, auto&, auto& how) { (void)svd(a, SvdVectors::Thin, how); },
       true}};
  return rows;
}

template <class E, class F>
void check_throws(const std::string& what, F&& f) {
  const std::string message = message_of<E>(f);
  const bool is_other = contains(message, "another exception") || contains(message, "nothing was");
  check_all(world(), !is_other, what + ": " + message);
}

Matrix filled(Index rows, Index cols, const test::Element<double>& f) {
  Matrix a(world(), Layout({.shape = {rows, cols}, .block = {7, 7}, .grid = {1, world().size()}}));
  a.fill_with(f);
  return a;
}

std::string place(const Row& row, Algorithm algorithm) {
  return concat(row.name, " by ", to_string(algorithm));
}

}  // namespace

TEST_CASE("bad input: NaN and infinity in any place are an ArgumentError on every rank") {
  const test::Element<double> good = positive<double>(Uniform<double>(1, -1, 1), 40);
  const Matrix b = filled(40, 2, Uniform<double>(2, -1, 1));
  for (const double bad : {std::numeric_limits<double>::quiet_NaN(), HUGE_VAL, -HUGE_VAL})
    for (const auto& [i, j] : {std::pair{0, 0}, {39, 39}, {39, 0}, {20, 13}}) {
      const Matrix a = filled(40, 40, [&, r = i, c = j](Index row, Index col) {
        return row == r && col == c ? bad : good(row, col);
      });
      for (const Row& row : scanned())
        for (const Algorithm algorithm : algorithms_of(row.routine))
          check_throws<ArgumentError>(concat(place(row, algorithm), ", ", bad, " at ", i, ", ", j),
                                      [&] { row.call(a, b, {.algorithm = algorithm}); });
    }
}

TEST_CASE("bad input: shapes that do not fit are an ArgumentError on every rank") {
  const Matrix wide = filled(20, 30, Uniform<double>(1, -1, 1)),
               b = filled(20, 2, Uniform<double>(2)), square = filled(20, 20, Uniform<double>(3)),
               other = filled(19, 2, Uniform<double>(2));
  for (const Row& row : scanned())
    for (const Algorithm algorithm : algorithms_of(row.routine)) {
      if (row.takes_any_shape) continue;
      check_throws<ArgumentError>(place(row, algorithm),
                                  [&] { row.call(wide, b, {.algorithm = algorithm}); });
    }
  for (const Algorithm algorithm : algorithms_of(Routine::Lu)) {
    const LinalgOptions how{.algorithm = algorithm};
    check_throws<ArgumentError>("solve", [&] { (void)solve(square, other, {.how = how}); });
    check_throws<ArgumentError>("least_squares",
                                [&] { (void)least_squares(square, other, {}, how); });
    check_throws<ArgumentError>("gemm", [&] {
      (void)gemm(square, wide.view({0, 19}, {0, 30}), {.how = how});
    });
  }
}

TEST_CASE("bad input: singular, indefinite and rank-deficient matrices are named") {
  const Matrix zero_column = filled(
      30, 30, [](Index i, Index j) { return j == 11 ? 0.0 : Uniform<double>(1, -1, 1)(i, j); });
  const Matrix indefinite =
      filled(30, 30, [](Index i, Index j) { return i == j ? (i == 17 ? -1.0 : 4.0) : 0.0; });
  const Matrix b = filled(30, 2, Uniform<double>(2, -1, 1));
  for (const Algorithm algorithm : algorithms_of(Routine::Lu)) {
    const LinalgOptions how{.algorithm = algorithm};
    check_all(world(), lu_factor(zero_column, how).outcome().first_bad_pivot == Index{11}, "lu");
    check_throws<SingularMatrix>("solve", [&] { (void)solve(zero_column, b, {.how = how}); });
    check_throws<SingularMatrix>("inverse", [&] { (void)inverse(zero_column, how); });
    check_throws<SingularMatrix>(
        "mixed", [&] { (void)solve(zero_column, b, {.precision = Precision::Mixed, .how = how}); });
    check_throws<NotPositiveDefinite>("cholesky_solve",
                                      [&] { (void)cholesky_solve(indefinite, b, {.how = how}); });
    check_all(world(),
              cholesky_factor(indefinite, Uplo::Lower, how).outcome().first_bad_pivot == Index{17},
              "cholesky");
    check_all(world(), least_squares(zero_column, b, {}, how).rank == 29, "least_squares");
  }
}

TEST_CASE("bad input: outputs may not overlap inputs") {
  Matrix a = filled(20, 20, Uniform<double>(1, -1, 1));
  const Matrix b = a.copy();
  for (const Algorithm algorithm : algorithms_of(Routine::Gemm)) {
    const LinalgOptions how{.algorithm = algorithm};
    check_throws<ArgumentError>("gemm", [&] { gemm(a, b, a, {.how = how}); });
    check_throws<ArgumentError>("symm", [&] { symm(a, b, a, {.how = how}); });
  }
  for (const Algorithm algorithm : algorithms_of(Routine::Syrk)) {
    const LinalgOptions how{.algorithm = algorithm};
    check_throws<ArgumentError>("syrk", [&] { syrk(a, a, {.how = how}); });
    check_throws<ArgumentError>("trmm", [&] { trmm(a, a, {.how = how}); });
    check_throws<ArgumentError>("trsm", [&] { trsm(a, a, {.how = how}); });
  }
}
