// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <ashlar/base/enums.hpp>
#include <ashlar/base/index.hpp>
#include <ashlar/layout/detail/runs.hpp>
#include <ashlar/layout/detail/share.hpp>
#include <ashlar/layout/detail/triangle.hpp>
#include <ashlar/layout/layout.hpp>
#include <ashlar/layout/shape.hpp>

namespace ashlar {

/// Options of Transfers and Patchwork. All are [same].
struct TransferOptions {
  Op op = Op::None;
  std::optional<Section> source = std::nullopt;  ///< part of the source; default: all
  std::optional<Section> target = std::nullopt;  ///< part of the target; default: all
  Uplo uplo = Uplo::General;                     ///< written part of the target section
  Index diagonal = 0;                            ///< bounding diagonal j - i of the triangle
  Diag diag = Diag::NonUnit;                     ///< Unit: the bounding diagonal is not moved
};

namespace detail {
/// Sections and elements of the move of a matrix.
struct MovedPart {
  Op op = Op::None;
  Section source = {}, target = {};
  Triangle triangle = {};  ///< of the target section, with its bounding diagonal
  Triangle moved = {};     ///< without the bounding diagonal for Diag::Unit

  friend bool operator==(const MovedPart&, const MovedPart&) = default;
};
}  // namespace detail

/// Communication volume of one rank, in elements.
struct Traffic {
  Index sent = 0, received = 0, kept = 0;
  Index messages_out = 0, messages_in = 0;
};

/// Summary of a move, equal on all ranks.
struct TransferSummary {
  Index elements = 0;       ///< written elements
  Index elements_kept = 0;  ///< written elements that stay on their rank
  Index messages = 0;       ///< pairs of different ranks with elements
  Index max_received = 0;   ///< most elements that a rank receives, including kept ones
  Index max_sent = 0;       ///< most elements that a rank sends to others
  Index max_buffered = 0;   ///< most elements that a rank sends to and receives from others
  double imbalance = 1;     ///< max_received over the mean of the target's ranks; 1 is even
  int element_bytes = 0;

  /// Lines with messages, moved and kept bytes, imbalance, busiest rank.
  std::string to_string() const;
};

/// Communication pattern of a redistribution: the elements that each rank sends to each other rank.
/// Computed in closed form from the periodic axes, without MPI. Nothing is stored per block or per
/// rank.
class Transfers {
 public:
  /// @throws ArgumentError if a section is outside its matrix or the shapes do not match
  Transfers(const Layout& source, const Layout& target, const TransferOptions& options = {});

  /// True if this equals Transfers(source, target, options), without its construction.
  /// @throws ArgumentError as the constructor if the layouts are equal
  bool is_between(const Layout& source, const Layout& target, const TransferOptions& options) const;

  const Layout& source() const { return source_; }
  const Layout& target() const { return target_; }
  Op op() const { return part_.op; }
  const Section& source_section() const { return part_.source; }
  const Section& target_section() const { return part_.target; }
  /// Shape of the target section.
  Shape shape() const { return part_.target.shape(); }
  /// Moved elements, relative to the target section (without the bounding diagonal for Diag::Unit).
  const detail::Triangle& moved() const { return part_.moved; }
  /// Requested triangle, with its bounding diagonal.
  const detail::Triangle& triangle() const { return part_.triangle; }
  /// Pairings of the target's rows and columns, up to the last with moved elements.
  const detail::AxisPairing& row_pairing() const { return rows_; }
  const detail::AxisPairing& col_pairing() const { return cols_; }

  /// Elements that `rank` sends, also to itself. @cost proportional to its partners and the runs of
  /// a period, not to all ranks
  detail::Share sent_by(int rank) const;
  /// Elements that `rank` receives. @cost as sent_by
  detail::Share received_by(int rank) const;

  /// Volume and messages of `rank`. @cost as sent_by and received_by
  Traffic traffic_of(int rank) const;

  /// Equality of elements and positions.
  /// @cost O(1), O(P) for two rank tables
  friend bool operator==(const Transfers& a, const Transfers& b) {
    return a.part_ == b.part_ && a.source_ == b.source_ && a.target_ == b.target_;
  }

  /// @cost computes the AxisShares of all processes and look-ups per rank; for a triangle also
  /// operations per block along one dimension, and a count per rank with kept elements
  TransferSummary summary(int element_bytes) const;

  /// Text: both layouts, options, summary and, up to 64 ranks, a traffic table. @cost as summary
  std::string to_string(int element_bytes) const;

 private:
  detail::Share share_of(std::vector<detail::AxisShare> rows, std::vector<detail::AxisShare> cols,
                         bool sending) const;

  Layout source_, target_;
  detail::MovedPart part_;
  detail::AxisPairing rows_, cols_;
};

/// Makes a Transfers. @example transfers(tall, flat, {.op = Op::Trans})
inline Transfers transfers(const Layout& source, const Layout& target,
                           const TransferOptions& options = {}) {
  return {source, target, options};
}

/// Target layout with reordered ranks (MPI_Cart_create, reorder), to keep as many elements of the
/// move as possible on their rank. Equal on all ranks. Returns the target unchanged if nothing is
/// gained. If only the rank order of source and target differs, all elements stay. Above 1024
/// positions a greedy choice among the largest partners of each position keeps at least half as
/// many elements as their best assignment.
/// @param processes  candidate ranks 0 … processes-1; 0: the ranks of the target
/// @throws ArgumentError if a rank of the target is not a candidate
/// @cost computes all Shares and the assignment; the greedy choice reads only the 16 largest counts
/// along each dimension (seconds for a million ranks)
/// @example Transfers(source, relabelled(Transfers(source, target)))
Layout relabelled(const Transfers& moves, int processes = 0);

}  // namespace ashlar
