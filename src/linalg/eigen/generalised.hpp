// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <ashlar/linalg/eigen.hpp>

namespace ashlar::detail {

/// Reduces the generalised problem to a standard one in the lower triangle of `a`; `b` becomes its
/// Cholesky factor L. Both have the algorithm's layout.
/// @throws NotPositiveDefinite  with the pivot of B
/// @throws OverflowError  if the standard problem exceeds the number format
template <Scalar T>
void reduce_to_standard(EigenForm form, Algorithm algorithm, DistMatrix<T>& a, DistMatrix<T>& b);

/// Transforms vectors of the standard problem, columns of z, to the generalised one.
template <Scalar T>
void transform_vectors(EigenForm form, Algorithm algorithm, const DistMatrix<T>& l,
                       DistMatrix<T>& z, Range columns);

}  // namespace ashlar::detail
