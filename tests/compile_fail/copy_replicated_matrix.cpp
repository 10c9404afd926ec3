// SPDX-License-Identifier: BSD-3-Clause
// A copy is collective, as that of a DistMatrix, and needs a call of copy().
// error: take a.copy\(\), which is collective
#include <ashlar/matrix/replicated_matrix.hpp>

ashlar::ReplicatedMatrix<double> twin(const ashlar::ReplicatedMatrix<double>& original) {
#ifdef MISTAKE
  return original;
#endif
  return original.copy();
}
