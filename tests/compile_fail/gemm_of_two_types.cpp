// SPDX-License-Identifier: BSD-3-Clause
// ScaLAPACK multiplies matrices of one type; nothing is converted in silence.
#include <ashlar/linalg/gemm.hpp>

using ashlar::DistMatrix;
using ashlar::Op;

void multiply(const DistMatrix<double>& a, [[maybe_unused]] const DistMatrix<float>& single,
              DistMatrix<double>& c) {
#ifdef MISTAKE
  ashlar::gemm(1.0, Op::None, a, Op::None, single, 0.0, c);
#endif
  ashlar::gemm(1.0, Op::None, a, Op::None, a, 0.0, c);
}
