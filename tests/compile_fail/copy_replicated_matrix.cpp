// SPDX-License-Identifier: BSD-3-Clause
// As that of a DistMatrix, a copy is collective and asked for by name.
// error: take a.copy\(\), which is collective
#include <ashlar/matrix/replicated_matrix.hpp>

ashlar::ReplicatedMatrix<double> twin(const ashlar::ReplicatedMatrix<double>& original) {
#ifdef MISTAKE
  return original;
#endif
  return original.copy();
}
