// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>

#include <ashlar/base/enums.hpp>
#include <ashlar/base/inline_vector.hpp>

namespace ashlar {

/// One number for each dimension.
using DimList = InlineVector<int, 4>;

/// Permutation of an array's dimensions and conjugation of its elements, or not, while it is moved.
/// An Op is one of two dimensions.
struct ArrayOp {
  DimList
      axes;  ///< dimension d of the target is dimension axes[d] of the source (NumPy's transpose)
  bool conjugates = false;

  /// Of two dimensions.
  static ArrayOp of(Op op);
  /// Nothing happens to `ndims` dimensions.
  static ArrayOp identity(int ndims);
  /// @pre `axes` is a permutation of its places
  static ArrayOp permutation(std::span<const int> axes) { return {DimList(axes), false}; }

  int ndims() const { return axes.size(); }
  /// Dimension of the source that becomes dimension `d` of the target.
  int source_dim(int d) const { return axes[d]; }
  /// Dimension of the target that dimension `s` of the source becomes. O(dimensions)
  int target_dim(int s) const;
  /// Inverse operation: takes the target back to the source.
  ArrayOp inverse() const;

  /// The target's dimensions in the order in which elements travel, the fastest first: the source's
  /// fastest, then the target's fastest, so that both ends find neighbours in a small message, then
  /// the others from the source's fastest to its slowest.
  /// @param source, target  [same] how the elements of the local blocks follow each other
  /// @example Op::Trans of column-major matrices: {1, 0}, down the source's columns
  DimList wire_order(StorageOrder source, StorageOrder target) const;

  friend bool operator==(const ArrayOp&, const ArrayOp&) = default;
};

}  // namespace ashlar
