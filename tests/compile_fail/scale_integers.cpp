// SPDX-License-Identifier: BSD-3-Clause
// Integers are moved without scaling: their sums and products could overflow silently.
// error: integers are not scaled
#include <ashlar/move/copy.hpp>

void use(const ashlar::DistMatrix<int>& source, ashlar::DistMatrix<int>& target,
         ashlar::DistMatrix<double>& floating) {
  ashlar::copy_into(source, floating, {}, {.alpha = 2});
#ifdef MISTAKE
  ashlar::copy_into(source, target, {}, {.alpha = 2});
#else
  ashlar::copy_into(source, target);
#endif
}
