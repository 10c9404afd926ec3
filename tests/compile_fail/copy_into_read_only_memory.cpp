// SPDX-License-Identifier: BSD-3-Clause
// Memory that is only read is wrapped as constant, and is not written.
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
