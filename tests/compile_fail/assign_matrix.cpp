// SPDX-License-Identifier: BSD-3-Clause
// Assignment would be a collective copy that is not visible in the code.
// error: take a.copy\(\), which is collective
#include <ashlar/matrix/dist_matrix.hpp>

void keep(ashlar::DistMatrix<double>& kept, const ashlar::DistMatrix<double>& matrix) {
#ifdef MISTAKE
  kept = matrix;
#endif
  kept = matrix.copy();
}
