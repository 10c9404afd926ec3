// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <vector>

#include <ashlar/base/enums.hpp>
#include <ashlar/layout/detail/runs.hpp>
#include <ashlar/layout/detail/share.hpp>
#include <ashlar/layout/detail/triangle.hpp>
#include <ashlar/layout/placement.hpp>
#include <ashlar/layout/transfers.hpp>

namespace ashlar {

/// Communication pattern between any two placements, without MPI. Transfers is cheaper for two
/// single layouts.
///
/// For each block of a rank, bisection of the block boundaries finds the overlapping blocks of the
/// other placement. Blocks of a layout are not listed one by one. All replicas of a target are
/// written; each reader uses the nearest replica of a source.
class Patchwork {
 public:
  /// @param nearest  [same] choice of the source's replica; default: all equally near
  /// @throws ArgumentError if a section is outside its matrix or the shapes do not match
  Patchwork(const Placement& source, const Placement& target, const TransferOptions& options = {},
            std::optional<detail::NearestReplica> nearest = std::nullopt);

  /// As Transfers::is_between. The choice of replicas is not compared.
  bool is_between(const Placement& source, const Placement& target,
                  const TransferOptions& options) const;

  const Placement& source() const { return source_; }
  const Placement& target() const { return target_; }
  Op op() const { return part_.op; }
  const Section& source_section() const { return part_.source; }
  const Section& target_section() const { return part_.target; }
  /// As Transfers::moved.
  const detail::Triangle& moved() const { return part_.moved; }
  /// As Transfers::triangle.
  const detail::Triangle& triangle() const { return part_.triangle; }

  /// Equality of placements, sections, triangle, op and choice of replicas.
  friend bool operator==(const Patchwork&, const Patchwork&) = default;

  /// Elements that `rank` sends, also to itself. @cost proportional to the number
  /// of block boundaries plus the number of overlaps between blocks
  detail::Share sent_by(int rank) const { return share_of(rank, true); }
  /// Elements that `rank` receives. @cost as sent_by
  detail::Share received_by(int rank) const { return share_of(rank, false); }

 private:
  detail::Share share_of(int rank, bool sending) const;
  std::vector<detail::AxisShare> shares_of(bool along_rows, bool sending, Index band,
                                           int coord) const;

  Placement source_, target_;
  detail::MovedPart part_;
  detail::NearestReplica nearest_;
};

}  // namespace ashlar
