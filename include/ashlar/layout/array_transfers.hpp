// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>
#include <vector>

#include <ashlar/base/enums.hpp>
#include <ashlar/base/inline_vector.hpp>
#include <ashlar/layout/distribution.hpp>
#include <ashlar/layout/runs.hpp>
#include <ashlar/layout/transfers.hpp>
#include <ashlar/layout/triangle.hpp>

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

/// Options of ArrayTransfers: boxes, permutation and, of two dimensions, a triangle.
struct ArrayTransferOptions {
  /// [same] dimension d of the target is dimension axes[d] of the source (NumPy's transpose);
  /// empty: d itself
  std::vector<int> axes = {};
  /// [same] the part of the source that moves, one range for each of its dimensions; empty: all
  std::vector<Range> source = {};
  /// [same] the part of the target that is written, one range for each of its dimensions; empty:
  /// all
  std::vector<Range> target = {};
  Uplo uplo = Uplo::General;  ///< [same] of two dimensions: the part of the target's box to move
  Index diagonal = 0;         ///< [same] the triangle ends with diagonal j - i = diagonal
  Diag diag = Diag::NonUnit;  ///< [same] Unit: the bounding diagonal is not moved
};

/// One dimension of a box between arrays, neighbouring dimensions that are whole in both memories
/// taken together: its elements are `runs`, each run and each place times `scale`; without runs
/// they are the `scale` elements from 0 on, in both memories.
struct BoxDim {
  const RunList* runs = nullptr;
  Index scale = 1;
  Index count = 1;          ///< elements of this dimension
  Index source_stride = 1;  ///< elements from one to the next in the sender's local array
  Index target_stride = 1;  ///< the same in the receiver's
};

/// Communication pattern of a redistribution of n-dimensional arrays: which elements go from which
/// rank to which. Pure arithmetic, each dimension by itself. A value; nothing is stored per block
/// or per rank.
///
/// What a rank sends to another is the product of one list of runs for each dimension.
class ArrayTransfers {
 public:
  /// @throws ArgumentError if the numbers of dimensions differ, `axes` is not a permutation of
  /// them, a range is outside its array, the extents do not match, or a triangle is wanted of other
  /// than two dimensions
  ArrayTransfers(Distribution source, Distribution target,
                 const ArrayTransferOptions& options = {});

  const Distribution& source() const { return source_; }
  const Distribution& target() const { return target_; }
  /// Dimension d of the target is dimension axes()[d] of the source.
  const std::vector<int>& axes() const { return axes_; }
  /// The parts that move, one range for each dimension.
  const std::vector<Range>& source_box() const { return source_box_; }
  const std::vector<Range>& target_box() const { return target_box_; }
  /// The elements of the target's box that move: all, or a triangle of its two dimensions.
  const Triangle& moved() const { return moved_; }
  /// Elements that move.
  Index elements() const { return elements_; }

  /// Elements that `rank` sends, itself included; nothing for a rank outside the grid.
  /// @cost in proportion to its partners and pattern, not to all ranks
  Share sent_by(int rank) const;
  /// Elements that `rank` receives. @cost as sent_by
  Share received_by(int rank) const;

  /// The dimensions of a box of a share, at least one, in the order in which `sender` sends it to
  /// `receiver`, the fastest first: the source's fastest, then the target's fastest, so that both
  /// ends find many neighbours in a small message, then the others from the source's fastest to its
  /// slowest. Sender and receiver compute the same ones, which point into the box's share.
  std::vector<BoxDim> wire_dims(const Box& box, int sender, int receiver) const;

  /// Volume that `rank` sends, receives and keeps, and its messages. @cost as sent_by and
  /// received_by
  Traffic traffic_of(int rank) const;
  /// Figures of the whole move. @cost that of one share times the number of ranks
  TransferSummary summary(int element_bytes) const;

  friend bool operator==(const ArrayTransfers&, const ArrayTransfers&) = default;

 private:
  AxisPairing pairing(std::size_t d) const;
  Share share_of(const std::vector<int>& coords, bool sending) const;

  Distribution source_, target_;
  std::vector<int> axes_;
  std::vector<Range> source_box_, target_box_;
  Triangle moved_;
  Index elements_ = 0;
};

}  // namespace ashlar
