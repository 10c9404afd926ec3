// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/linalg/eigen.hpp>

#include <cstdlib>

#include "eigen_oracle.hpp"

using namespace ashlar;
using namespace ashlar::test;

// ELPA accepts kernels from its environment that it was not built with; its vectors are wrong then.
// ctest runs this with ELPA_DEFAULT_real_kernel and with ELPA_FORCE_solver set.

namespace {

SymmetricEigen<double> solved_by(Algorithm algorithm, std::string* note) {
  const HermitianElement<double> element{6};
  const Index n = algorithm == Algorithm::Automatic ? 620 : 150;  // where it would choose ELPA
  DistMatrix<double> a(world(), Layout({.shape = {n, n}, .block = {16, 16}, .grid = {1, 1}}));
  a.fill_with(element);
  auto e = symmetric_eigen(a, {.how = {.algorithm = algorithm, .note = note}});
  const auto whole = evaluated<double>({n, n}, element);
  check_eigen(whole, a.layout(), e, lapack_values(whole), concat("by ", to_string(e.algorithm)));
  return e;
}

}  // namespace

TEST_CASE("symmetric_eigen: ELPA's environment gives no wrong vectors") {
  if (!has_elpa()) {
    if (world().rank() == 0) MESSAGE("skipped: this build has no ELPA");
    return;
  }
  std::string note;
  const auto automatic = solved_by(Algorithm::Automatic, &note);
  if (std::getenv("ELPA_FORCE_solver")) {
    const auto text = message_of<ArgumentError>([&] { (void)solved_by(Algorithm::Elpa, nullptr); });
    check_all(world(), automatic.algorithm != Algorithm::Elpa && contains(note, "ELPA_FORCE"),
              note);
    check_all(world(), contains(text, "ELPA_FORCE_solver would change the settings of ELPA"), text);
  } else {
    const auto e = solved_by(Algorithm::Elpa, &note);
    check_all(world(), e.algorithm == Algorithm::Elpa, note);
  }
}
