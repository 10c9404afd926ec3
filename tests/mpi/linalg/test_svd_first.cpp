// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/linalg/svd.hpp>

#include "svd_oracle.hpp"

using namespace ashlar;
using namespace ashlar::test;

// A separate program: no call before the divide and conquer has synchronised the ranks.
TEST_CASE("svd: the first routine of a program is right where all ranks work together") {
  const Index n = 520;
  const auto a = random_matrix<double>(Choice(31).layout({n, n}, world().size()), 13);
  const Svd<double> result = svd(a);
  const Wide<double> wide = gathered(a);
  const double values = value_error<double>(result.values, serial_values(wide), a.shape());
  const double whole = reconstruction(wide, gathered(result.u), result.values, gathered(result.vh));
  check_all(world(), values < 15 && whole < 15,
            concat("values off by ", values, ", |A - U S V^H| ratio ", whole));
}
