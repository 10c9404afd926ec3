// SPDX-License-Identifier: BSD-3-Clause
// The third operand of a product is written.
// error: the target is constant
#include <ashlar/linalg/gemm.hpp>

using namespace ashlar;

void use(const DistMatrix<double>& a, const DistMatrix<double>& constant, DistMatrix<double>& b) {
#ifdef MISTAKE
  gemm(a, b, constant);
#else
  gemm(a, constant, b);
#endif
}
