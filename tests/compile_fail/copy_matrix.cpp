// SPDX-License-Identifier: BSD-3-Clause
// A copy of a matrix is collective and needs a call of copy().
// error: take a.copy\(\), which is collective
#include <ashlar/matrix/dist_matrix.hpp>

ashlar::DistMatrix<double> twin(const ashlar::DistMatrix<double>& matrix) {
#ifdef MISTAKE
  return matrix;
#endif
  return matrix.copy();
}
