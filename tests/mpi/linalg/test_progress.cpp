// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/base/progress.hpp>

#include <functional>
#include <string>

#include <ashlar/linalg/cholesky.hpp>
#include <ashlar/linalg/gemm.hpp>
#include <ashlar/linalg/lu.hpp>
#include <ashlar/linalg/qr.hpp>
#include <ashlar/matrix/generate.hpp>

#include "oracle.hpp"

using namespace ashlar;
using namespace ashlar::test;

namespace {

struct Heard {
  std::string stage, unit;
  std::vector<Index> done;
  Index total = 0;
} heard;

void listen(const Progress& progress) {
  heard.stage = progress.stage;
  heard.unit = progress.unit;
  heard.done.push_back(progress.done);
  heard.total = progress.total;
}

void check_told(const std::string& stage, double flops, const std::function<void()>& work) {
  heard = {};
  const ProgressHandler before = set_progress_handler(listen);
  work();
  set_progress_handler(before);
  CAPTURE(stage);
  if (world().rank() != 0) {
    CHECK(heard.done.empty());
    return;
  }
  CHECK(heard.stage == stage);
  CHECK(heard.unit == "flops");
  CHECK(std::is_sorted(heard.done.begin(), heard.done.end()));
  REQUIRE(!heard.done.empty());
  if (stage == "lu" || stage == "qr") CHECK(heard.done.size() > 1);
  CHECK(heard.done.front() > 0);
  CHECK(heard.done.back() == heard.total);
  CHECK(std::abs(static_cast<double>(heard.total) - flops) <= 1e-6 * flops + 1);
}

template <Scalar T>
void check_all_told() {
  constexpr double n = 400, n3 = n * n * n, of_type = is_complex<T> ? 4 : 1;
  const LinalgOptions how{.algorithm = Algorithm::Node};
  const auto a = generate<T>(ProcessGrid::balanced(world()), {400, 400}, {.block = {32, 32}},
                             [](Index i, Index j) { return T(i == j ? 500 : 1); });
  check_told("lu", of_type * 2 * n3 / 3, [&] { (void)lu_factor(a, how); });
  check_told("cholesky", of_type * n3 / 3, [&] { (void)cholesky_factor(a, Uplo::Lower, how); });
  check_told("qr", of_type * 4 * n3 / 3, [&] { (void)qr_factor(a, how); });
  DistMatrix<T> c(a.comm(), a.layout());
  check_told("gemm", of_type * 2 * n3, [&] { gemm(a, a, c, {.how = how}); });
}

}  // namespace

TEST_CASE("progress: factorisations and products of a node report flops on rank 0") {
  check_all_told<float>();
  check_all_told<double>();
  check_all_told<c64>();
  check_all_told<c128>();
}
