// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include <ashlar/move/copy.hpp>

namespace ashlar::node {

/// Meaning of a stored matrix.
enum class Structure {
  General,    ///< itself
  Symmetric,  ///< one triangle is stored
  Hermitian,  ///< likewise; imaginary parts on the diagonal count as zero
};

/// A factor of a product: op of a stored matrix, of which any rectangle can be brought to where it
/// is to be read. op, conjugation and mirroring ride on the move.
template <Scalar T>
struct SlabSource {
  MatrixView<const T> stored;
  Op op = Op::None;  ///< None unless the structure is General
  Structure structure = Structure::General;
  Uplo uplo = Uplo::General;  ///< the stored triangle

  Shape shape() const { return is_transposing(op) ? stored.shape().transposed() : stored.shape(); }

  /// Adds the copies that bring the rectangle `part` of op(stored) to `target`.
  void bring(const Section& part, MatrixView<T> target, std::vector<CopyTask<T>>& tasks) const;

  /// [local] What is left to do on this rank's elements when the copies have been made.
  void finish(const Section& part, MatrixView<T> target) const;
};

}  // namespace ashlar::node
