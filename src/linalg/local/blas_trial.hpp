// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

namespace ashlar::local {

/// Core type of OpenBLAS's kernels, such as "Haswell"; empty with another BLAS.
std::string blas_core();

struct BlasTrial {
  std::string core;
  bool is_right = false;  ///< products of all types and transpositions, compared with a triple loop
  double gflops = 0;      ///< of dgemm, in 10^9 operations per second
};
/// Tests and times the BLAS of this process on one rank, in about a second.
BlasTrial try_blas();

}  // namespace ashlar::local
