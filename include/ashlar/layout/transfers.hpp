// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <ashlar/base/enums.hpp>
#include <ashlar/base/index.hpp>
#include <ashlar/layout/layout.hpp>
#include <ashlar/layout/runs.hpp>
#include <ashlar/layout/shape.hpp>
#include <ashlar/layout/share.hpp>
#include <ashlar/layout/triangle.hpp>

namespace ashlar {

/// Options of Transfers and Patchwork: sections, operation and triangle. All are [same].
struct TransferOptions {
  Op op = Op::None;
  std::optional<Section> source = std::nullopt;  ///< part of the source; all of it if not given
  std::optional<Section> target = std::nullopt;  ///< part of the target; all of it if not given
  Uplo uplo = Uplo::General;                     ///< part of the target section that is written
  Index diagonal = 0;                            ///< bounding diagonal j - i of the triangle
  Diag diag = Diag::NonUnit;                     ///< Unit: the bounding diagonal is not moved
};

/// Volume of communication of one rank: what it sends, receives and keeps, in elements.
struct Traffic {
  Index sent = 0, received = 0, kept = 0;
  Index messages_out = 0, messages_in = 0;
};

/// A whole move in figures, the same on all ranks.
struct TransferSummary {
  Index elements = 0;       ///< that the move writes
  Index elements_kept = 0;  ///< of them, on the rank where they are already
  Index messages = 0;       ///< pairs of different ranks that share elements
  Index max_received = 0;   ///< most elements that a rank receives from others or itself
  Index max_sent = 0;       ///< most elements that a rank sends to others
  Index max_buffered =
      0;  ///< most elements that a rank sends to others plus receives: the busiest one
  double imbalance = 1;  ///< max_received over the mean of the target's ranks; 1 is even
  int element_bytes = 0;

  /// A few lines for people: messages, bytes moved, bytes that stay, imbalance, busiest rank.
  std::string to_string() const;
};

/// Communication pattern of a redistribution: which elements go from which rank to which when
/// `source` becomes `target`. Pure arithmetic, in closed form from the periodic patterns of the
/// axes. A value; nothing is stored per block or per rank.
class Transfers {
 public:
  /// @throws ArgumentError if a section is outside its matrix or the shapes do not match
  Transfers(const Layout& source, const Layout& target, const TransferOptions& options = {});

  const Layout& source() const { return source_; }
  const Layout& target() const { return target_; }
  Op op() const { return op_; }
  const Section& source_section() const { return source_section_; }
  const Section& target_section() const { return target_section_; }
  /// Shape of the target section.
  Shape shape() const { return target_section_.shape(); }
  /// The elements that are moved, relative to the target section (with Diag::Unit: without its
  /// diagonal).
  const Triangle& moved() const { return moved_; }
  /// The triangle that was asked for, its bounding diagonal included.
  const Triangle& triangle() const { return triangle_; }
  /// Both ways along the target's rows and along the target's columns.
  const AxisPairing& row_pairing() const { return rows_; }
  const AxisPairing& col_pairing() const { return cols_; }

  /// Elements that `rank` sends, itself included. @cost in proportion to its partners and pattern,
  /// not to all ranks
  Share sent_by(int rank) const;
  /// Elements that `rank` receives. @cost as sent_by
  Share received_by(int rank) const;

  /// Volume that `rank` sends, receives and keeps, and its messages. @cost as sent_by and
  /// received_by
  Traffic traffic_of(int rank) const;

  /// True if both move the same elements between the same places.
  /// @cost O(1), with rank tables of their own O(P)
  friend bool operator==(const Transfers& a, const Transfers& b) {
    return a.op_ == b.op_ && a.source_section_ == b.source_section_ &&
           a.target_section_ == b.target_section_ && a.triangle_ == b.triangle_ &&
           a.moved_ == b.moved_ && a.source_ == b.source_ && a.target_ == b.target_;
  }

  /// Figures of the whole move. @cost that of the shares of all processes along each dimension, and
  /// a few look-ups for each rank; of a triangle also a few operations for each block that a rank
  /// has along one dimension, and a count for each rank that keeps a part of what it has
  TransferSummary summary(int element_bytes) const;

  /// The plan for people: both layouts, what is moved, the summary and, up to 64 ranks, who sends
  /// how much to whom. @cost that of the summary
  std::string to_string(int element_bytes) const;

 private:
  Share share_of(std::vector<AxisShare> rows, std::vector<AxisShare> cols, bool sending) const;

  Layout source_, target_;
  Op op_;
  Section source_section_, target_section_;
  Triangle triangle_, moved_;
  AxisPairing rows_, cols_;
};

/// The same as the constructor, as a verb. @example transfers(tall, flat, {.op = Op::Trans})
inline Transfers transfers(const Layout& source, const Layout& target,
                           const TransferOptions& options = {}) {
  return {source, target, options};
}

/// The target's layout with its grid positions given to other ranks, so that as many elements of
/// the move as possible stay on the rank where they are. Never worse than the target as it is,
/// which is returned where nothing is gained; the same on all ranks. If the target's processes are
/// the source's under other names, everything stays. On grids of more than 1024 positions a greedy
/// choice among the largest partners of each position keeps at least half as many elements in place
/// as the best choice among these.
/// @param processes  ranks 0 … processes-1 may be chosen; 0: those that the target has
/// @throws ArgumentError if the target has a rank that is not among the processes
/// @cost the shares of all ranks, and the assignment. On the grids of the greedy choice only the 16
/// largest counts along each dimension are looked at, so that a million ranks take seconds.
/// @example Transfers(source, relabelled(Transfers(source, target)))
Layout relabelled(const Transfers& moves, int processes = 0);

}  // namespace ashlar
