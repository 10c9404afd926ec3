// SPDX-License-Identifier: BSD-3-Clause
#include <cstring>

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

namespace {

constexpr Index order = 150;

bool same_bits(const DistMatrix<double>& a, const DistMatrix<double>& b) {
  bool same = a.layout() == b.layout();
  for (Index jl = 0; same && jl < a.local_cols(); ++jl)
    same = a.local_rows() == 0 ||
           std::memcmp(&a.local()(0, jl), &b.local()(0, jl),
                       static_cast<std::size_t>(a.local_rows()) * sizeof(double)) == 0;
  return same;
}

// `f(how)` returns a matrix, bitwise equal in all repetitions by one algorithm.
template <class F>
void check_repeats(const char* what, Routine routine, int repeats, F&& f) {
  for (const Algorithm algorithm : algorithms_of(routine)) {
    const LinalgOptions how{.algorithm = algorithm};
    const DistMatrix<double> first = f(how);
    int different = 0;
    for (int k = 1; k < repeats; ++k) different += same_bits(f(how), first) ? 0 : 1;
    check_all(world(), different == 0,
              concat(what, " by ", to_string(algorithm), ": ", different, " of ", repeats,
                     " repeats differ"));
  }
}

Layout by_columns(Index rows, Index cols) {
  return Layout({.shape = {rows, cols}, .block = {7, 7}, .grid = {1, world().size()}});
}

struct Inputs {
  DistMatrix<double> general = random_matrix<double>(by_columns(order, order), 1);
  DistMatrix<double> rhs = random_matrix<double>(by_columns(order, 5), 2);
  DistMatrix<double> positive{world(), by_columns(order, order)};

  Inputs() { positive.fill_with(test::positive<double>(Uniform<double>(3, -1, 1), order)); }
};

}  // namespace

TEST_CASE("repeats: products give the same bits 100 times") {
  const Inputs in;
  check_repeats("gemm", Routine::Gemm, 100,
                [&](const auto& how) { return gemm(in.general, in.positive, {.how = how}); });
  check_repeats("symm", Routine::Gemm, 100, [&](const auto& how) {
    auto c = in.general.copy();
    symm(in.positive, in.general, c, {.how = how});
    return c;
  });
  check_repeats("syrk", Routine::Syrk, 100, [&](const auto& how) {
    auto c = in.positive.copy();
    syrk(in.general, c, {.how = how});
    return c;
  });
  check_repeats("trsm", Routine::Syrk, 100, [&](const auto& how) {
    auto b = in.rhs.copy();
    trsm(in.positive, b, {.how = how});
    return b;
  });
}

TEST_CASE("repeats: factorisations and solvers give the same bits 100 times") {
  const Inputs in;
  check_repeats("lu", Routine::Lu, 100,
                [&](const auto& how) { return lu_factor(in.general, how).factors().copy(); });
  check_repeats("solve", Routine::Lu, 100,
                [&](const auto& how) { return solve(in.general, in.rhs, {.how = how}); });
  check_repeats("mixed", Routine::Lu, 30, [&](const auto& how) {
    return solve(in.general, in.rhs, {.precision = Precision::Mixed, .how = how});
  });
  check_repeats("inverse", Routine::Lu, 30,
                [&](const auto& how) { return inverse(in.general, how); });
  check_repeats("cholesky", Routine::Cholesky, 100, [&](const auto& how) {
    return cholesky_factor(in.positive, Uplo::Lower, how).solve(in.rhs, how);
  });
  check_repeats("ldlt", Routine::Ldlt, 100, [&](const auto& how) {
    return ldlt_factor(in.general, Uplo::Lower, Op::ConjTrans, how).solve(in.rhs);
  });
  check_repeats("qr", Routine::Qr, 100,
                [&](const auto& how) { return qr_factor(in.general, how).factors().copy(); });
  check_repeats("least squares", Routine::Qr, 30,
                [&](const auto& how) { return least_squares(in.general, in.rhs, {}, how).x; });
}

TEST_CASE("repeats: spectra give the same bits") {
  const Inputs in;
  check_repeats("symmetric_eigen", Routine::SymmetricEigen, 20,
                [&](const auto& how) { return symmetric_eigen(in.general, {.how = how}).vectors; });
  check_repeats("svd", Routine::Svd, 20,
                [&](const auto& how) { return svd(in.general, SvdVectors::Thin, how).u; });
}
