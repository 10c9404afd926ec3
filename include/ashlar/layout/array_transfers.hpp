// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>
#include <vector>

#include <ashlar/base/detail/inline_vector.hpp>
#include <ashlar/base/enums.hpp>
#include <ashlar/layout/detail/runs.hpp>
#include <ashlar/layout/detail/triangle.hpp>
#include <ashlar/layout/distribution.hpp>
#include <ashlar/layout/transfers.hpp>

namespace ashlar {

namespace detail {

/// One number per dimension.
using DimList = InlineVector<int, 4>;

/// Target dimensions in the order of packed elements, fastest first: the source's fastest
/// dimension, the target's fastest, then the rest from the source's fastest to its slowest. Both
/// ends of a small message thus access contiguous elements.
/// @param axes            as ArrayTransferOptions::axes, but not empty
/// @param source, target  [same] storage orders of the local arrays
/// @example a transpose of column-major matrices: {1, 0}, columns of the source
DimList wire_order(std::span<const int> axes, StorageOrder source, StorageOrder target);

}  // namespace detail

/// Options of ArrayTransfers.
struct ArrayTransferOptions {
  /// [same] dimension d of the target is dimension axes[d] of the source (NumPy transpose); empty:
  /// identity
  std::vector<int> axes = {};
  /// [same] moved part of the source, one range per dimension; empty: all
  std::vector<Range> source = {};
  /// [same] written part of the target, one range per dimension; empty: all
  std::vector<Range> target = {};
  Uplo uplo = Uplo::General;  ///< [same] for two dimensions: written part of the target's box
  Index diagonal = 0;         ///< [same] bounding diagonal j - i of the triangle
  Diag diag = Diag::NonUnit;  ///< [same] Unit: the bounding diagonal is not moved
};

namespace detail {

/// One dimension of a box, merged with faster ones that are contiguous in both memories. Its
/// elements are those of `runs`, with positions and lengths times `scale`; without runs, the first
/// `scale` elements.
struct BoxDim {
  const RunList* runs = nullptr;
  Index scale = 1;
  Index count = 1;          ///< elements of this dimension
  Index source_stride = 1;  ///< distance of consecutive elements in the sender's local array
  Index target_stride = 1;  ///< the same in the receiver's local array
};

}  // namespace detail

/// Communication pattern of a redistribution of n-dimensional arrays: the elements that each rank
/// sends to each other rank, as a product of one list of runs per dimension. Value without MPI;
/// nothing is stored per block or per rank.
class ArrayTransfers {
 public:
  /// @throws ArgumentError if the numbers of dimensions differ, `axes` is not a permutation, a
  /// range is outside its array, the extents do not match, or uplo is a triangle without two
  /// dimensions
  ArrayTransfers(Distribution source, Distribution target,
                 const ArrayTransferOptions& options = {});

  /// As Transfers::is_between.
  bool is_between(const Distribution& source, const Distribution& target,
                  const ArrayTransferOptions& options) const;

  const Distribution& source() const { return source_; }
  const Distribution& target() const { return target_; }
  /// As ArrayTransferOptions::axes, but never empty.
  const std::vector<int>& axes() const { return axes_; }
  /// Moved boxes, one range per dimension.
  const std::vector<Range>& source_box() const { return source_box_; }
  const std::vector<Range>& target_box() const { return target_box_; }
  /// Moved elements of the target's box: all, or a triangle.
  const detail::Triangle& moved() const { return moved_; }
  /// Number of moved elements.
  Index elements() const { return elements_; }

  /// Elements that `rank` sends, also to itself; empty outside the grid.
  /// @cost proportional to its partners and the runs of a period, not to all ranks
  detail::Share sent_by(int rank) const;
  /// Elements that `rank` receives. @cost as sent_by
  detail::Share received_by(int rank) const;

  /// Dimensions of a box, at least one, in the packed order of detail::wire_order. Equal on
  /// `sender` and `receiver`. The result points into the Share of `box`, which must outlive it.
  std::vector<detail::BoxDim> wire_dims(const detail::Box& box, int sender, int receiver) const;

  /// Volume and messages of `rank`. @cost as sent_by and received_by
  Traffic traffic_of(int rank) const;
  /// @cost computes one Share per rank
  TransferSummary summary(int element_bytes) const;

  friend bool operator==(const ArrayTransfers&, const ArrayTransfers&) = default;

 private:
  detail::AxisPairing pairing(std::size_t d) const;
  detail::Share share_of(const std::vector<int>& coords, bool sending) const;

  Distribution source_, target_;
  std::vector<int> axes_;
  std::vector<Range> source_box_, target_box_;
  detail::Triangle moved_;
  Index elements_ = 0;
};

}  // namespace ashlar
