// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>

#include "replicated_product.hpp"

namespace ashlar::detail {

/// A system, and a factor of its matrix that solves it approximately.
template <Scalar T>
struct Refinement {
  const ReplicatedProduct<T>& a;
  MatrixView<const T> b;
  /// D with A D = R, more or less, for columns R, which are whole on every rank in n x k tiles
  /// without gaps. D comes in R's place. Columns of R are of size 1.
  std::function<void(local::Tile<T>)> correct;
};

/// X in B's layout, and what it took.
template <Scalar T>
struct Refined {
  DistMatrix<T> x;
  int steps = 0;  ///< corrections after the first solution
  bool converged = true;
};

/// Corrects until every column's residual is as small as a factorisation in precision T leaves it:
/// |r|_inf <= sqrt(n) eps |A|_inf |x|_inf. Gives up when a residual does not fall by half.
/// @param a_norm  at most |A|_inf
/// @collective
template <Scalar T>
Refined<T> refine_to_convergence(const Refinement<T>& problem, double a_norm);

/// At most `most` corrections while the largest of |r(i)| / (|A| |x| + |b|)(i) falls by half and is
/// not yet eps.
/// @collective
template <Scalar T>
Refined<T> refine_backward_error(const Refinement<T>& problem, int most);

/// |B - A X| / (eps (|A| |X| + |B|) n) in the infinity norm, HPL's measure. @collective
template <Scalar T>
double hpl_residual(const ReplicatedProduct<T>& a, double a_norm, MatrixView<const T> b,
                    const DistMatrix<T>& x);

}  // namespace ashlar::detail
