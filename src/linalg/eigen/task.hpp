// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include <ashlar/base/index.hpp>
#include <ashlar/linalg/eigen.hpp>

#include "linalg/one_rank.hpp"
#include "linalg/reduce.hpp"

namespace ashlar::detail {

/// A Hermitian matrix's lower triangle times 2^-exponent, in range of all kernels; zero elsewhere.
template <Scalar T>
struct Prepared {
  DistMatrix<T> matrix;
  int exponent = 0;  ///< even; 0 unless squares overflow or underflow
};

/// Copies one triangle of `a`.
/// @param name  name in messages
/// @throws ArgumentError naming an element of the triangle that is NaN or infinite
/// @collective
template <Scalar T>
Prepared<T> prepared(MatrixView<const T> a, Uplo uplo, const Layout& layout, const char* name);

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

/// A Hermitian matrix in an algorithm's layout, and the requested results.
template <Scalar T>
struct EigenTask {
  DistMatrix<T> a;  ///< finite, in the lower triangle; destroyed
  bool vectors = true;
  EigenRange range;
};

/// Indices of `range` in the ascending spectrum `values`.
template <class R>
Range indices_in(const EigenRange& range, const std::vector<R>& values) {
  const Index n = static_cast<Index>(values.size());
  if (range.kind == EigenRange::Kind::All) return {0, n};
  if (range.kind == EigenRange::Kind::Indices) return {range.first, range.last};
  const auto above = [&](double x) {
    return static_cast<Index>(
        std::upper_bound(values.begin(), values.end(), x,
                         [](double bound, R value) { return bound < static_cast<double>(value); }) -
        values.begin());
  };
  return {above(range.low), above(range.high)};
}

/// Values of the range on every rank; vectors in `columns` of z.
template <Scalar T>
struct EigenSolution {
  std::vector<ashlar::RealOf<T>> values;
  DistMatrix<T> z;
  Range columns;
  Index first = 0;  ///< index of values[0] in the spectrum

  /// Reduces the ascending spectrum, in `values`, and its vectors to the range of `task`.
  void select(const EigenTask<T>& task) {
    const Range part = indices_in(task.range, values);
    values = std::vector(values.begin() + part.first, values.begin() + part.last);
    columns = task.vectors ? part : Range{};
    first = part.first;
  }
};

/// LAPACK on rank 0: ?syevd, or ?syevr for a small part.
template <Scalar T>
EigenSolution<T> eigen_by_one_rank(EigenTask<T>& task);

/// p?sytrd, p?stedc and p?ormtr, as p?syevd but with sufficient workspaces.
template <Scalar T>
EigenSolution<T> eigen_by_scalapack(EigenTask<T>& task);

/// ELPA's one-stage solver.
/// @throws ArgumentError if the library has no ELPA, or the environment changes its settings
template <Scalar T>
EigenSolution<T> eigen_by_elpa(EigenTask<T>& task);

/// The reason against ELPA on `comm`; empty if usable. [same]
/// @collective over `comm` the first time
const std::string& elpa_refusal(mpi::CommunicatorView comm, bool is_single);
/// Disables ELPA. [same]
void refuse_elpa(mpi::CommunicatorView comm, const std::string& reason);

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
