// SPDX-License-Identifier: BSD-3-Clause
// As that of a DistMatrix, a copy is collective and asked for by name.
// error: take a.copy\(\), which is collective
#include <ashlar/matrix/dist_array.hpp>

ashlar::DistArray<double> twin(const ashlar::DistArray<double>& original) {
#ifdef MISTAKE
  return original;
#endif
  return original.copy();
}
