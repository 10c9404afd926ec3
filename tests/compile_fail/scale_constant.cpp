// SPDX-License-Identifier: BSD-3-Clause
// Scaling writes its matrix.
// error: the target is constant
#include <ashlar/linalg/elementwise.hpp>

using namespace ashlar;

void use(const DistMatrix<double>& constant, DistMatrix<double>& b) {
#ifdef MISTAKE
  scale(constant, 2);
#else
  (void)constant;
  scale(b, 2);
#endif
}
