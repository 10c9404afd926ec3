// SPDX-License-Identifier: BSD-3-Clause
// Constant replicas are read, not written.
// error: the target is constant
#include <ashlar/move/copy.hpp>

using namespace ashlar;

void use(const ReplicatedMatrix<double>& constant, ReplicatedMatrix<double>& b) {
#ifdef MISTAKE
  copy_into(b, constant);
#else
  copy_into(constant, b);
#endif
}
