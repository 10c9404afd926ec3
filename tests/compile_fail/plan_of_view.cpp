// SPDX-License-Identifier: BSD-3-Clause
// The ranges of a move belong to its plan.
// error: a plan moves whole matrices
#include <ashlar/move/plan.hpp>

using namespace ashlar;

void run(Plan<double>& plan, const DistMatrix<double>& a, DistMatrix<double>& b) {
#ifdef MISTAKE
  plan.run(a.view({0, 2}, Range::all()), b);
#else
  plan.run(a, b);
#endif
}
