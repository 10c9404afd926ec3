// SPDX-License-Identifier: BSD-3-Clause
// A factorisation solves for right-hand sides of its element type.
// error: all operands must have one element type
#include <ashlar/linalg/lu.hpp>

using namespace ashlar;

DistMatrix<double> solve_by(const LuFactor<double>& lu,
                            [[maybe_unused]] const DistMatrix<float>& single,
                            [[maybe_unused]] const DistMatrix<double>& b) {
#ifdef MISTAKE
  return lu.solve(single);
#else
  return lu.solve(b);
#endif
}
