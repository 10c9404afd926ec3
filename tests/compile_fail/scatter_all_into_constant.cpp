// SPDX-License-Identifier: BSD-3-Clause
// Scattering writes its target.
// error: the target is constant
#include <ashlar/move/gather.hpp>

using namespace ashlar;

void use(const LocalView<const double>& whole, const DistMatrix<double>& constant,
         DistMatrix<double>& b) {
#ifdef MISTAKE
  scatter_all(whole, constant);
#else
  (void)constant;
  scatter_all(whole, b);
#endif
}
