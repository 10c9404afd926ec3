// SPDX-License-Identifier: BSD-3-Clause
// A copy is collective, as that of a DistMatrix, and needs a call of copy().
// error: take a.copy\(\), which is collective
#include <ashlar/matrix/dist_array.hpp>

ashlar::DistArray<double> twin(const ashlar::DistArray<double>& original) {
#ifdef MISTAKE
  return original;
#endif
  return original.copy();
}
