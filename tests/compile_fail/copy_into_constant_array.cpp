// SPDX-License-Identifier: BSD-3-Clause
// A constant array is read, not written.
// error: the target is constant
#include <ashlar/move/copy.hpp>

using namespace ashlar;

void use(const DistArray<double>& constant, DistArray<double>& b) {
#ifdef MISTAKE
  copy_into(b, constant);
#else
  copy_into(constant, b);
#endif
}
