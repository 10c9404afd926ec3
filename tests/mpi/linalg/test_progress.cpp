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

struct Reported {
  std::string stage, unit;
  std::vector<Index> done;
  Index total = 0;
} reported;

void record(const Progress& progress) {
  reported.stage = progress.stage;
  reported.unit = progress.unit;
  reported.done.push_back(progress.done);
  reported.total = progress.total;
}

void check_reports(const std::string& stage, double flops, const std::function<void()>& work) {
  reported = {};
  const ProgressHandler before = set_progress_handler(record);
  work();
  set_progress_handler(before);
  CAPTURE(stage);
  if (world().rank() != 0) {
    CHECK(reported.done.empty());
    return;
  }
  CHECK(reported.stage == stage);
  CHECK(reported.unit == "flops");
  CHECK(std::is_sorted(reported.done.begin(), reported.done.end()));
  REQUIRE(!reported.done.empty());
  if (stage == "lu" || stage == "qr") CHECK(reported.done.size() > 1);
  CHECK(reported.done.front() > 0);
  CHECK(reported.done.back() == reported.total);
  CHECK(std::abs(static_cast<double>(reported.total) - flops) <= 1e-6 * flops + 1);
}

template <Scalar T>
void check_all_reports() {
  constexpr double n = 400, n3 = n * n * n, of_type = is_complex<T> ? 4 : 1;
  const LinalgOptions how{.algorithm = Algorithm::Node};
  const auto a = generate<T>(ProcessGrid::balanced(world()), {400, 400}, {.block = {32, 32}},
                             [](Index i, Index j) { return T(i == j ? 500 : 1); });
  check_reports("lu", of_type * 2 * n3 / 3, [&] { (void)lu_factor(a, how); });
  check_reports("cholesky", of_type * n3 / 3, [&] { (void)cholesky_factor(a, Uplo::Lower, how); });
  check_reports("qr", of_type * 4 * n3 / 3, [&] { (void)qr_factor(a, how); });
  DistMatrix<T> c(a.comm(), a.layout());
  check_reports("gemm", of_type * 2 * n3, [&] { gemm(a, a, c, {.how = how}); });
}

}  // namespace

TEST_CASE("progress: factorisations and products of a node report flops on rank 0") {
  check_all_reports<float>();
  check_all_reports<double>();
  check_all_reports<c64>();
  check_all_reports<c128>();
}
