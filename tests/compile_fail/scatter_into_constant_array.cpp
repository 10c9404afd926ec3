// SPDX-License-Identifier: BSD-3-Clause
// Scattering writes its target.
// error: the target is constant
#include <ashlar/move/array_copy.hpp>

using namespace ashlar;

void use(std::span<const double> whole, const DistArray<double>& constant, DistArray<double>& b) {
#ifdef MISTAKE
  scatter(whole, constant);
#else
  (void)constant;
  scatter(whole, b);
#endif
}
