// SPDX-License-Identifier: BSD-3-Clause
// A plan of several moves writes the target of each.
// error: the target is constant
#include <ashlar/move/plan.hpp>

using namespace ashlar;

void use(Plan<double>& plan, const DistMatrix<double>& constant, DistMatrix<double>& b) {
#ifdef MISTAKE
  plan.run({{b, constant}});
#else
  plan.run({{constant, b}});
#endif
}
