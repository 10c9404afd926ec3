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

/// @param make_factor  (Case&, Algorithm) -> the factor of the case's matrix, which must solve
template <class Factor, class MakeFactor>
void check_factor(const char* name, MakeFactor&& make_factor) {
  for (const Algorithm way : {Algorithm::Node, Algorithm::OneRank}) {
    std::optional<Factor> factor;
    fail_each_allocation(
        concat(name, " by ", to_string(way)), [] { return Case(); },
        [&](Case& w) { factor.emplace(make_factor(w, way)); },
        [&](Case& w) {
          const bool is_right = scaled_residual(*w.a, factor->solve(*w.b), *w.b) < 1e3;
          factor.reset();
          return is_right;
        });
  }
}

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
  check_factor<LuFactor<double>>(
      "lu_factor", [](Case& w, Algorithm way) { return lu_factor(*w.a, {.algorithm = way}); });
}

TEST_CASE("out of memory: Cholesky") {
  check_factor<CholeskyFactor<double>>("cholesky_factor", [](Case& w, Algorithm way) {
    return cholesky_factor(*w.a, Uplo::Lower, {.algorithm = way});
  });
}

TEST_CASE("out of memory: QR") {
  check_factor<QrFactor<double>>(
      "qr_factor", [](Case& w, Algorithm way) { return qr_factor(*w.a, {.algorithm = way}); });
}
