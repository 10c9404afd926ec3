// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <ashlar/matrix/dist_matrix.hpp>

namespace ashlar::detail {

/// Throws ArgumentError on all ranks, naming the first element of `a` (column by column) that is
/// NaN or infinite. ScaLAPACK returns INFO = 0 on such input, and wrong numbers.
/// @param name  [same] what the caller calls the matrix: "A"
/// @collective over a.comm()
/// @cost one pass over the local block and one Allreduce, a second one before it throws
template <Scalar T>
void check_finite(const DistMatrix<T>& a, const char* function, const char* name);

/// The same for a matrix whose lower triangle counts, which lies whole on rank 0 and is zero above
/// its diagonal. The ranks of a node share the pass.
template <Scalar T>
void check_lower_finite(const DistMatrix<T>& a, const char* function, const char* name);

/// The same of a view; the place is named within it.
/// @cost the same while all is well
template <Scalar T>
void check_finite(MatrixView<const T> a, const char* function, const char* name);

}  // namespace ashlar::detail
