// SPDX-License-Identifier: BSD-3-Clause
// ScaLAPACK multiplies matrices of one type; gemm does not convert silently.
// error: all operands must have one element type
#include <ashlar/linalg/gemm.hpp>

using ashlar::DistMatrix;

void multiply(const DistMatrix<double>& a, [[maybe_unused]] const DistMatrix<float>& single,
              DistMatrix<double>& c) {
#ifdef MISTAKE
  ashlar::gemm(a, single, c);
#endif
  ashlar::gemm(a, a, c);
}
