// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <vector>

#include <ashlar/linalg/eigen.hpp>

namespace ashlar::detail {

/// The user's problem; `b` may be null.
template <Scalar T>
struct EigenProblem {
  MatrixView<const T> a;
  const MatrixView<const T>* b = nullptr;
};

struct EigenMeasure {
  double residual = 0;
  std::optional<double> orthogonality;
};

/// Residual of `solution`, by one random vector.
/// @collective; @cost O(n^2) distributed over the ranks
template <Scalar T>
EigenMeasure measured(const EigenProblem<T>& problem, const SymmetricEigenOptions& options,
                      const SymmetricEigen<T>& solution);

/// |sum of values^2 - |A|_F^2| / (n eps |A|_F^2) of a complete spectrum.
template <Scalar T>
double spectrum_error(MatrixView<const T> a, Uplo uplo,
                      const std::vector<ashlar::RealOf<T>>& values);

}  // namespace ashlar::detail
