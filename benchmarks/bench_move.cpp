// SPDX-License-Identifier: BSD-3-Clause
#include "support/comparison.hpp"

int main(int argc, char** argv) {
  return ashlar::bench::compare_with_peers(
      argc, argv, "Times redistributions of an n x n matrix against p?gemr2d, p?trmr2d and others",
      ashlar::bench::move_cases);
}
