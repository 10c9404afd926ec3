// SPDX-License-Identifier: BSD-3-Clause
// The blocks of a constant block matrix are read, not written.
// error: the target is constant
#include <ashlar/move/copy.hpp>

using namespace ashlar;

void use(const BlockMatrix<double>& constant, BlockMatrix<double>& b) {
#ifdef MISTAKE
  copy_into(b, constant);
#else
  copy_into(constant, b);
#endif
}
