// SPDX-License-Identifier: BSD-3-Clause
// A constant matrix is read, not written.
// error: the target is constant
#include <ashlar/move/copy.hpp>

using namespace ashlar;

void use(const DistMatrix<double>& a, const DistMatrix<double>& constant, DistMatrix<double>& b) {
#ifdef MISTAKE
  copy_into(a, constant);
#else
  copy_into(a, b);
  copy_into(constant, b);
#endif
}
