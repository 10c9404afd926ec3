// SPDX-License-Identifier: BSD-3-Clause
// Matrices have sections and operations, arrays have boxes and axes.
// error: wrap the memory of one as the other
#include <ashlar/move/copy.hpp>

void use(const ashlar::DistMatrix<double>& matrix, ashlar::DistArray<double>& array,
         ashlar::DistMatrix<double>& target) {
#ifdef MISTAKE
  ashlar::copy_into(matrix, array);
#endif
  ashlar::copy_into(matrix, target);
  ashlar::copy_into(array, array);
}
