// SPDX-License-Identifier: BSD-3-Clause
// Each allocation of a product or a factorisation fails once, on one rank.
#include <doctest/doctest.h>

#include <cmath>
#include <optional>

#include <ashlar/ashlar.hpp>

#include "support/each_allocation.hpp"
#include "support/setting.hpp"

using namespace ashlar;
using namespace ashlar::test;

namespace {

constexpr Index n = 24;

double element(Index i, Index j) { return i == j ? 40.0 : 1.0 / static_cast<double>(1 + i + j); }

struct Case {
  mpi::Communicator comm;
  std::optional<DistMatrix<double>> a, b, c;

  Case() {
    const Setting not_compared("ASHLAR_CHECK", "0");
    comm = mpi::Communicator::duplicate(world());
    const Layout layout({.shape = {n, n}, .block = {4, 4}, .grid = {1, comm.size()}});
    a.emplace(comm, layout);
    b.emplace(comm, Layout({.shape = {n, 2}, .block = {4, 4}, .grid = {comm.size(), 1}}));
    c.emplace(comm, layout);
    a->fill_with(element);
    b->fill(1);
  }
};

/// True if the matrix that the factor was made of times the solution is `b`.
template <class X>
bool solves(Case& w, const X& x) {
  return scaled_residual(*w.a, x, *w.b) < 1e3;
}

constexpr Algorithm ways[] = {Algorithm::Node, Algorithm::OneRank};

}  // namespace

TEST_CASE("out of memory: a product") {
  fail_each_allocation(
      "gemm", [] { return Case(); }, [](Case& w) { gemm(*w.a, *w.a, *w.c); },
      [](Case& w) {
        bool is_right = true;
        const auto local = w.c->local();
        for (Index j = 0; j < local.cols; ++j)
          for (Index i = 0; i < local.rows; ++i) {
            double sum = 0;
            for (Index k = 0; k < n; ++k)
              sum += element(w.c->global_row(i), k) * element(k, w.c->global_col(j));
            is_right = is_right && std::abs(local(i, j) - sum) <= 1e-10 * std::abs(sum);
          }
        return is_right;
      });
}

TEST_CASE("out of memory: LU") {
  for (const Algorithm way : ways) {
    std::optional<LuFactor<double>> lu;
    fail_each_allocation(
        concat("lu_factor by ", to_string(way)), [] { return Case(); },
        [&](Case& w) { lu.emplace(lu_factor(*w.a, {.algorithm = way})); },
        [&](Case& w) {
          const bool is_right = solves(w, lu->solve(*w.b));
          lu.reset();
          return is_right;
        });
  }
}

TEST_CASE("out of memory: Cholesky") {
  for (const Algorithm way : ways) {
    std::optional<CholeskyFactor<double>> cholesky;
    fail_each_allocation(
        concat("cholesky_factor by ", to_string(way)), [] { return Case(); },
        [&](Case& w) { cholesky.emplace(cholesky_factor(*w.a, {.how = {.algorithm = way}})); },
        [&](Case& w) {
          const bool is_right = solves(w, cholesky->solve(*w.b));
          cholesky.reset();
          return is_right;
        });
  }
}

TEST_CASE("out of memory: QR") {
  for (const Algorithm way : ways) {
    std::optional<QrFactor<double>> qr;
    fail_each_allocation(
        concat("qr_factor by ", to_string(way)), [] { return Case(); },
        [&](Case& w) { qr.emplace(qr_factor(*w.a, {.algorithm = way})); },
        [&](Case& w) {
          const bool is_right = solves(w, qr->solve(*w.b));
          qr.reset();
          return is_right;
        });
  }
}
