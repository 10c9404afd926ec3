// SPDX-License-Identifier: BSD-3-Clause
// Scaling writes its target.
// error: the target is constant
#include <ashlar/move/copy.hpp>

using namespace ashlar;

void use(const DistMatrix<double>& constant, DistMatrix<double>& b) {
#ifdef MISTAKE
  copy_into(b, constant, {}, {.alpha = 2, .beta = 1});
#else
  copy_into(constant, b, {}, {.alpha = 2, .beta = 1});
#endif
}
