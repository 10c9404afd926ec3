// SPDX-License-Identifier: BSD-3-Clause
// Addition writes its second operand.
// error: the target is constant
#include <ashlar/linalg/elementwise.hpp>

using namespace ashlar;

void use(const DistMatrix<double>& constant, DistMatrix<double>& b) {
#ifdef MISTAKE
  add(b, constant);
#else
  add(constant, b);
#endif
}
