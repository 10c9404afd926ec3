// SPDX-License-Identifier: BSD-3-Clause
// A task writes its target.
// error: the target is constant
#include <ashlar/move/copy.hpp>

using namespace ashlar;

void use(const DistMatrix<double>& constant, DistMatrix<double>& b) {
#ifdef MISTAKE
  copy_all({CopyTask(b, constant)});
#else
  copy_all({CopyTask(constant, b)});
#endif
}
