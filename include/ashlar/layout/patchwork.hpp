// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <vector>

#include <ashlar/base/enums.hpp>
#include <ashlar/layout/placement.hpp>
#include <ashlar/layout/runs.hpp>
#include <ashlar/layout/share.hpp>
#include <ashlar/layout/transfers.hpp>
#include <ashlar/layout/triangle.hpp>

namespace ashlar {

/// Communication pattern between any two placements: which elements go from which rank to which.
/// Pure arithmetic. Where both are single replicas of layouts, Transfers says the same with less.
///
/// A rank looks only at its own blocks and at those of the other side that meet them, found by
/// bisection among the cuts; a layout's periods are never expanded. Every replica of a replicated
/// target is written; of a replicated source each reader takes the nearest one.
class Patchwork {
 public:
  /// @param nearest  [same] the source's replicas and who is near to whom; all are equally near if
  /// not given
  /// @throws ArgumentError if a section is outside its matrix or the shapes do not match
  Patchwork(const Placement& source, const Placement& target, const TransferOptions& options = {},
            std::optional<NearestReplica> nearest = std::nullopt);

  const Placement& source() const { return source_; }
  const Placement& target() const { return target_; }
  Op op() const { return op_; }
  const Section& source_section() const { return source_section_; }
  const Section& target_section() const { return target_section_; }
  /// The elements that are moved (with Diag::Unit: without the bounding diagonal).
  const Triangle& moved() const { return moved_; }
  /// The triangle that was asked for, its bounding diagonal included.
  const Triangle& triangle() const { return triangle_; }

  /// True if both move the same elements between the same places, with the same nearest replicas.
  friend bool operator==(const Patchwork&, const Patchwork&) = default;

  /// Elements that `rank` sends, itself included. @cost in proportion to its boxes and its cuts
  Share sent_by(int rank) const { return share_of(rank, true); }
  /// Elements that `rank` receives. @cost as sent_by
  Share received_by(int rank) const { return share_of(rank, false); }

 private:
  Share share_of(int rank, bool sending) const;
  std::vector<AxisShare> shares_of(bool along_rows, bool sending, Index band, int coord) const;

  Placement source_, target_;
  Op op_;
  Section source_section_, target_section_;
  Triangle triangle_, moved_;
  NearestReplica nearest_;
};

}  // namespace ashlar
