// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include <ashlar/layout/array_op.hpp>
#include <ashlar/layout/distribution.hpp>
#include <ashlar/layout/runs.hpp>
#include <ashlar/layout/transfers.hpp>

namespace ashlar {

/// What moves between two n-dimensional arrays, apart from their distributions.
struct ArrayTransferOptions {
  /// [same] dimension d of the target is dimension axes[d] of the source (NumPy's transpose);
  /// empty: d itself
  std::vector<int> axes = {};
  /// [same] the part of the source that moves, one range for each of its dimensions; empty: all
  std::vector<Range> source = {};
  /// [same] the part of the target that is written, one range for each of its dimensions; empty:
  /// all
  std::vector<Range> target = {};
};

/// Everything that one rank exchanges with one other: the elements at runs[0] x runs[1] x …, one
/// list for each dimension of the target.
struct ArrayPartner {
  int rank = 0;
  std::vector<const RunList*> runs;  ///< owned by the ArrayShare
  Index elements = 0;                ///< > 0
};

/// One rank's side of a move between arrays: its partners, itself included where elements stay.
class ArrayShare {
 public:
  ArrayShare() = default;
  explicit ArrayShare(Share share);
  ArrayShare(ArrayShare&&) noexcept = default;
  ArrayShare& operator=(ArrayShare&&) noexcept = default;
  ArrayShare(const ArrayShare&) = delete;  // partners point into the lists
  ArrayShare& operator=(const ArrayShare&) = delete;
  ~ArrayShare() = default;

  const std::vector<ArrayPartner>& partners() const& { return partners_; }
  const std::vector<ArrayPartner>& partners() && = delete;  // they point into the share

 private:
  Share share_;
  std::vector<ArrayPartner> partners_;
};

/// One dimension of an ArrayBox, neighbouring dimensions that are whole in both memories taken
/// together: its elements are `runs`, each run and each place times `scale`; without runs they are
/// the `scale` elements from 0 on, in both memories.
struct BoxDim {
  const RunList* runs = nullptr;
  Index scale = 1;
  Index count = 1;          ///< elements of this dimension
  Index source_stride = 1;  ///< elements from one to the next in the sender's local array
  Index target_stride = 1;  ///< the same in the receiver's
};

/// What goes from one rank to one other, in the order in which it travels: the first dimension is
/// fastest. Sender and receiver compute the same box.
struct ArrayBox {
  std::vector<BoxDim> dims;  ///< at least one
  Index elements = 0;
};

/// Which elements of one n-dimensional array go from whom to whom when it becomes another: pure
/// arithmetic, each dimension by itself. A value; nothing is stored per block or per rank.
///
/// What a rank sends to another is the product of one list of runs for each dimension.
class ArrayTransfers {
 public:
  /// @throws ArgumentError if the numbers of dimensions differ, `axes` is not a permutation of
  /// them, a range is outside its array, or the extents do not match
  ArrayTransfers(Distribution source, Distribution target,
                 const ArrayTransferOptions& options = {});

  const Distribution& source() const { return source_; }
  const Distribution& target() const { return target_; }
  /// Dimension d of the target is dimension axes()[d] of the source.
  const std::vector<int>& axes() const { return axes_; }
  /// The parts that move, one range for each dimension.
  const std::vector<Range>& source_box() const { return source_box_; }
  const std::vector<Range>& target_box() const { return target_box_; }
  /// Elements that move.
  Index elements() const { return elements_; }

  /// What `rank` sends, itself included; nothing for a rank outside the grid.
  /// @cost in proportion to its partners and pattern, not to all ranks
  Share sent_by(int rank) const;
  /// What `rank` receives. @cost as sent_by
  Share received_by(int rank) const;

  /// The same as partners.
  ArrayShare sends_of(int rank) const { return ArrayShare(sent_by(rank)); }
  ArrayShare receives_of(int rank) const { return ArrayShare(received_by(rank)); }

  /// What `sender` sends to `receiver`, for a partner of a share of either. It travels along the
  /// source's fastest dimension, then along the target's fastest, so that both ends find many
  /// neighbours in a small message, then along the others from the source's fastest to its slowest.
  /// The box points into the partner's share.
  ArrayBox box(const ArrayPartner& partner, int sender, int receiver) const;

  /// What `rank` sends, receives and keeps, and its messages. @cost as sent_by and received_by
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
  Index elements_ = 0;
};

}  // namespace ashlar
