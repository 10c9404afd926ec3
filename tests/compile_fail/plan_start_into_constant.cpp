// SPDX-License-Identifier: BSD-3-Clause
// A started move writes its target.
// error: the target is constant
#include <ashlar/move/plan.hpp>

using namespace ashlar;

void use(Plan<double>& plan, const DistMatrix<double>& constant, DistMatrix<double>& b) {
#ifdef MISTAKE
  plan.start(b, constant).wait();
#else
  plan.start(constant, b).wait();
#endif
}
