// SPDX-License-Identifier: BSD-3-Clause
// Complex ?gemv of OpenBLAS 0.3.21 reads beyond a strided vector for AMD Zen and Intel Haswell.
#include <doctest/doctest.h>

#include <ashlar/ashlar.hpp>

#include "../../support/allocations.hpp"
#include "oracle.hpp"

using namespace ashlar;
using namespace ashlar::test;

namespace {

struct Guard {
  Guard() { guard_allocations_from(4096); }
  Guard(const Guard&) = delete;
  Guard& operator=(const Guard&) = delete;
  ~Guard() { guard_allocations_from(0); }
};

}  // namespace

TEST_CASE_TEMPLATE("workspaces: routines on one rank stay within their memory", T, float, double,
                   c64, c128) {
  const LinalgOptions one_rank{.algorithm = Algorithm::OneRank};
  for (const Index n : {33, 70, 71, 85, 98, 130}) {
    const Layout layout({.shape = {n, n}, .block = {8, 8}, .grid = {1, world().size()}});
    auto a = random_matrix<T>(layout, 3);
    const auto tall = random_matrix<T>(
        Layout({.shape = {n + 5, n}, .block = {8, 8}, .grid = {1, world().size()}}), 4);
    const auto b = random_matrix<T>(
        Layout({.shape = {n + 5, 2}, .block = {8, 8}, .grid = {world().size(), 1}}), 5);
    const Guard guard;
    for (const Uplo uplo : {Uplo::Lower, Uplo::Upper})
      for (const Op symmetry : {Op::Trans, Op::ConjTrans})
        CHECK(ldlt_factor(a, uplo, symmetry, one_rank).outcome().ok());
    CHECK(std::ssize(svd(tall, SvdVectors::Thin, one_rank).values) == n);
    CHECK(pivoted_qr_factor(tall, one_rank).rank() == n);
    CHECK(std::ssize(symmetric_eigen(a, {.how = one_rank}).values) == n);
    CHECK(least_squares(tall, b, {}, one_rank).rank == n);
  }
}
