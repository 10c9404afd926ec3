// SPDX-License-Identifier: BSD-3-Clause
// A mirrored triangle is written.
// error: the target is constant
#include <ashlar/move/mirror.hpp>

using namespace ashlar;

void use(const DistMatrix<double>& constant, DistMatrix<double>& b) {
#ifdef MISTAKE
  mirror_into(b, constant, Uplo::Lower);
#else
  mirror_into(constant, b, Uplo::Lower);
#endif
}
