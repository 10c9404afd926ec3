// SPDX-License-Identifier: BSD-3-Clause
// A copy of a matrix is made by all ranks together, so it is asked for by name.
// error: take a.copy\(\), which is collective
#include <ashlar/matrix/dist_matrix.hpp>

ashlar::DistMatrix<double> twin(const ashlar::DistMatrix<double>& matrix) {
#ifdef MISTAKE
  return matrix;
#endif
  return matrix.copy();
}
