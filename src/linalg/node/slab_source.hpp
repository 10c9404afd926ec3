// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include <ashlar/move/copy.hpp>

namespace ashlar::node {

enum class Structure {
  General,    ///< all elements are stored
  Symmetric,  ///< one triangle is stored
  Hermitian,  ///< one triangle; imaginary parts on the diagonal count as zero
};

/// A factor of a product: op of a stored matrix. Moves of its rectangles include op, conjugation
/// and mirroring.
template <Scalar T>
struct SlabSource {
  MatrixView<const T> stored;
  Op op = Op::None;  ///< None unless the structure is General
  Structure structure = Structure::General;
  Uplo uplo = Uplo::General;  ///< the stored triangle

  Shape shape() const { return is_transposing(op) ? stored.shape().transposed() : stored.shape(); }

  /// Adds the copies of rectangle `part` of op(stored).
  void bring(const Section& part, MatrixView<T> target, std::vector<CopyTask<T>>& tasks) const;

  /// [local] Completes local elements after the copies.
  void finish(const Section& part, MatrixView<T> target) const;
};

}  // namespace ashlar::node
