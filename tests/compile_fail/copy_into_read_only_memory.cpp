// SPDX-License-Identifier: BSD-3-Clause
// Read-only memory is wrapped as a constant matrix, which is not written.
// error: the target is constant
#include <ashlar/move/copy.hpp>

using namespace ashlar;

void use(const ReadOnly<DistMatrix<double>>& wrapped, DistMatrix<double>& b) {
#ifdef MISTAKE
  copy_into(b, *wrapped);
#else
  copy_into(*wrapped, b);
#endif
}
