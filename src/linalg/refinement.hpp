// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>

#include "replicated_product.hpp"

namespace ashlar::detail {

/// A system, and an approximate factor of its matrix.
template <Scalar T>
struct Refinement {
  const ReplicatedProduct<T>& a;
  MatrixView<const T> b;
  /// Solves A D = R approximately in place, for n x k tiles R without gaps on every rank, with
  /// columns of size 1.
  std::function<void(local::Tile<T>)> correct;
};

/// X in B's layout, and statistics.
template <Scalar T>
struct Refined {
  DistMatrix<T> x;
  int steps = 0;  ///< corrections after the first solution
  bool converged = true;
};

/// Corrects until every column's residual is as small as after a factorisation in precision T:
/// |r|_inf <= sqrt(n) eps |A|_inf |x|_inf. Gives up if a residual does not halve.
/// @param a_norm  at most |A|_inf
/// @collective
template <Scalar T>
Refined<T> refine_to_convergence(const Refinement<T>& problem, double a_norm);

/// At most `most` corrections while the largest |r(i)| / (|A| |x| + |b|)(i) halves and exceeds eps.
/// @collective
template <Scalar T>
Refined<T> refine_backward_error(const Refinement<T>& problem, int most);

/// |B - A X| / (eps (|A| |X| + |B|) n) in the infinity norm, HPL's measure. @collective
template <Scalar T>
double hpl_residual(const ReplicatedProduct<T>& a, double a_norm, MatrixView<const T> b,
                    const DistMatrix<T>& x);

}  // namespace ashlar::detail
