// SPDX-License-Identifier: BSD-3-Clause
// The elements of a temporary are destroyed with it.
// error: give it a name
#include <ashlar/move/array_copy.hpp>

using namespace ashlar;

double first_of(const DistArray<double>& a, const Distribution& distribution) {
#ifdef MISTAKE
  return redistribute(a, distribution).local()[0];
#else
  const auto redistributed = redistribute(a, distribution);
  return redistributed.local()[0];
#endif
}
