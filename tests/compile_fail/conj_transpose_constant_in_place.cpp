// SPDX-License-Identifier: BSD-3-Clause
// In-place transposition writes its matrix.
// error: the target is constant
#include <ashlar/move/mirror.hpp>

using namespace ashlar;

void use(const BlockMatrix<c128>& constant, BlockMatrix<c128>& b) {
#ifdef MISTAKE
  conj_transpose_in_place(constant);
#else
  (void)constant;
  conj_transpose_in_place(b);
#endif
}
