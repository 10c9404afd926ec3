// SPDX-License-Identifier: BSD-3-Clause
// A view of a constant block matrix is read, not written.
// error: the target is constant
#include <ashlar/move/copy.hpp>

using namespace ashlar;

void use(const BlockMatrix<double>& constant, BlockMatrix<double>& b) {
#ifdef MISTAKE
  copy_into(b, constant.view({0, 2}, Range::all()));
#else
  copy_into(constant.view({0, 2}, Range::all()), b.view({0, 2}, Range::all()));
#endif
}
