// SPDX-License-Identifier: BSD-3-Clause
#include "support/comparison.hpp"

int main(int argc, char** argv) {
  return ashlar::bench::compare_with_peers(
      argc, argv, "Times transpositions of an n x n matrix against p?tran, p?geadd and others",
      ashlar::bench::transpose_cases);
}
