// SPDX-License-Identifier: BSD-3-Clause
// In-place transposition writes its matrix.
// error: the target is constant
#include <ashlar/move/mirror.hpp>

using namespace ashlar;

void use(const DistMatrix<double>& constant, DistMatrix<double>& b) {
#ifdef MISTAKE
  transpose_in_place(constant);
#else
  (void)constant;
  transpose_in_place(b);
#endif
}
