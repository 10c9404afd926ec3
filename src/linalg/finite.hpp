// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <ashlar/matrix/dist_matrix.hpp>

namespace ashlar::detail {

/// Throws ArgumentError on all ranks, naming the first element of `a` (column-major) that is NaN or
/// infinite; ScaLAPACK returns INFO = 0 and wrong numbers then.
/// @param name  [same] name in messages: "A"
/// @collective over a.comm()
/// @cost one pass over the local block and one Allreduce, a second one before it throws
template <Scalar T>
void check_finite(const DistMatrix<T>& a, const char* function, const char* name);

/// Checks a lower triangle on rank 0, with zeros above it, by all ranks of a node.
template <Scalar T>
void check_lower_finite(const DistMatrix<T>& a, const char* function, const char* name);

/// Checks a view; messages have its indices.
/// @cost the same if all elements are finite
template <Scalar T>
void check_finite(MatrixView<const T> a, const char* function, const char* name);

}  // namespace ashlar::detail
