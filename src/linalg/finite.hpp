// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <ashlar/matrix/dist_matrix.hpp>

namespace ashlar::detail {

/// Throws ArgumentError on all ranks, naming the first element of `a` (column-major) that is NaN or
/// infinite; ScaLAPACK returns INFO = 0 and wrong numbers for it.
/// @param name  [same] name of the matrix in messages: "A"
/// @collective over a.comm()
/// @cost one pass over the local block and one Allreduce, a second one before it throws
template <Scalar T>
void check_finite(const DistMatrix<T>& a, const char* function, const char* name);

/// The check of a lower triangle on rank 0, with zeros above the diagonal. The ranks of a node
/// divide the pass.
template <Scalar T>
void check_lower_finite(const DistMatrix<T>& a, const char* function, const char* name);

/// The check of a view, with indices in the view.
/// @cost the same if all elements are finite
template <Scalar T>
void check_finite(MatrixView<const T> a, const char* function, const char* name);

}  // namespace ashlar::detail
