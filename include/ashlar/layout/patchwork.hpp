// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <ashlar/base/enums.hpp>
#include <ashlar/layout/placement.hpp>
#include <ashlar/layout/runs.hpp>
#include <ashlar/layout/share.hpp>
#include <ashlar/layout/triangle.hpp>

namespace ashlar {

/// What moves, apart from the two placements.
struct PatchworkOptions {
  Op op = Op::None;
  std::optional<Section> source = std::nullopt;  ///< part of the source; all of it if not given
  std::optional<Section> target = std::nullopt;  ///< part of the target; all of it if not given
  Uplo uplo = Uplo::General;                     ///< part of the target section that is written
  Index diagonal = 0;                            ///< bounding diagonal j - i of the triangle
  Diag diag = Diag::NonUnit;                     ///< Unit: the bounding diagonal is not moved
  /// Longest patch along the source's columns, in elements, so that a piece of a message can hold
  /// one of them.
  Index longest_column = Index{1} << 62;

  friend bool operator==(const PatchworkOptions&, const PatchworkOptions&) = default;
};

/// Elements that one block of this rank exchanges with one block of another: (row runs) x (column
/// runs). Runs stand in the orientation of the target and count from the start of the moved range,
/// local places from the start of the blocks.
struct Patch {
  int rank = 0;         ///< the other rank, or this one where elements stay
  Index own_block = 0;  ///< which of this rank's blocks; 0 where a layout deals
  BlockAt other_block;  ///< the other rank's block in its map; {0, 0} where a layout deals
  Coord other_coord;    ///< the other rank's position in its grid; {0, 0} where a map deals
  const RunList* rows = nullptr;  ///< along the target's rows; owned by the share
  const RunList* cols = nullptr;  ///< along the target's columns; owned by the share
  Index first_row = 0;            ///< where the row runs begin
  Index first_col = 0;            ///< where the column runs begin
  Triangle triangle = {};         ///< General where it keeps all
  Index elements = 0;             ///< that the triangle keeps, > 0
};

/// One rank's side of a move between two placements.
class PatchShare {
 public:
  PatchShare() = default;
  PatchShare(Share share, std::vector<Patch> patches)
      : share_(std::move(share)), patches_(std::move(patches)) {}
  PatchShare(PatchShare&&) noexcept = default;
  PatchShare& operator=(PatchShare&&) noexcept = default;
  PatchShare(const PatchShare&) = delete;  // patches point into the lists
  PatchShare& operator=(const PatchShare&) = delete;
  ~PatchShare() = default;

  /// By rank; those of one rank in the order in which both ends exchange them.
  const std::vector<Patch>& patches() const& { return patches_; }
  const std::vector<Patch>& patches() && = delete;  // they point into the share
  /// The same in stretches of one rank each, none of them empty.
  std::vector<std::span<const Patch>> by_rank() const&;
  std::vector<std::span<const Patch>> by_rank() && = delete;

 private:
  Share share_;
  std::vector<Patch> patches_;
};

/// Which elements go from whom to whom when `source` becomes `target`, for any two placements: pure
/// arithmetic. Where both are single copies of layouts, Transfers says the same with less.
///
/// A rank looks only at its own blocks and at those of the other side that meet them, found by
/// bisection among the cuts; a layout's periods are never expanded. Every copy of a replicated
/// target is written; of a replicated source each reader takes the nearest copy.
class Patchwork {
 public:
  /// @param nearest  [same] the source's copies and who is near to whom; all are equally near if
  /// not given
  /// @throws ArgumentError if a section is outside its matrix or the shapes do not match
  Patchwork(const Placement& source, const Placement& target, const PatchworkOptions& options = {},
            std::optional<NearestCopy> nearest = std::nullopt);

  const Placement& source() const { return source_; }
  const Placement& target() const { return target_; }
  const PatchworkOptions& options() const { return options_; }
  Op op() const { return options_.op; }
  const Section& source_section() const { return source_section_; }
  const Section& target_section() const { return target_section_; }
  /// The elements that are moved (with Diag::Unit: without the bounding diagonal).
  const Triangle& moved() const { return moved_; }
  /// The triangle that was asked for, its bounding diagonal included.
  const Triangle& triangle() const { return triangle_; }

  /// Whether both move the same elements between the same places, with the same nearest copies.
  friend bool operator==(const Patchwork&, const Patchwork&) = default;

  /// What `rank` sends, itself included. @cost in proportion to its boxes and its cuts
  Share sent_by(int rank) const { return share_of(rank, true, unsliced); }
  /// What `rank` receives. @cost as sent_by
  Share received_by(int rank) const { return share_of(rank, false, unsliced); }

  /// The same as patches, none of which has longer columns than the options say.
  PatchShare sends_of(int rank) const { return patches_of(rank, true); }
  PatchShare receives_of(int rank) const { return patches_of(rank, false); }

 private:
  static constexpr Index unsliced = PatchworkOptions{}.longest_column;

  Share share_of(int rank, bool sending, Index longest_column) const;
  PatchShare patches_of(int rank, bool sending) const;
  std::vector<AxisShare> shares_of(bool along_rows, bool sending, Index band, int coord,
                                   Index longest_column) const;

  Placement source_, target_;
  PatchworkOptions options_;
  Section source_section_, target_section_;
  Triangle triangle_, moved_;
  NearestCopy nearest_;
};

}  // namespace ashlar
