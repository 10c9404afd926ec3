// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include <ashlar/layout/array_transfers.hpp>
#include <ashlar/layout/patchwork.hpp>
#include <ashlar/layout/transfers.hpp>

namespace ashlar {

namespace detail {
/// Shape and position of a block in the owned memory of its rank.
struct BlockPlace {
  Shape shape;
  Index offset = 0;       ///< elements before it
  bool is_tight = false;  ///< true for a tile or array without gaps between columns (C: rows)
};
/// @pre the rank is in a group of the placement's replicas
BlockPlace place_of_block(const Placement& placement, int rank, int block);
}  // namespace detail

/// Communication pattern of a move between layouts (Transfers), between placements with block maps
/// or replicas (Patchwork), or between arrays (ArrayTransfers).
///
/// Dimensions are those of the target.
class Moves {
 public:
  Moves(Transfers moves);       // NOLINT(google-explicit-constructor): each pattern is a move
  Moves(Patchwork moves);       // NOLINT(google-explicit-constructor)
  Moves(ArrayTransfers moves);  // NOLINT(google-explicit-constructor)

  /// True if these are the moves of a pattern with these arguments, as Transfers::is_between.
  template <class End, class Options>
  bool is_between(const End& source, const End& target, const Options& options) const {
    return visit([&]<class Pattern>(const Pattern& pattern) {
      if constexpr (std::is_same_v<decltype(pattern.source()), const End&>)
        return pattern.is_between(source, target, options);
      else return false;
    });
  }

  int ndims() const;
  /// True for arrays, whose dimensions are permuted by axes instead of an Op.
  bool is_of_arrays() const { return std::holds_alternative<ArrayTransfers>(what_); }
  /// True if source or target has a block map or replicas.
  bool has_placements() const { return std::holds_alternative<Patchwork>(what_); }
  /// True if source or target has a block map.
  bool has_block_map() const;
  /// Op::None for arrays.
  Op op() const;
  /// Moved elements, in the last two dimensions.
  const detail::Triangle& moved() const;
  /// Section of the target that is written. @pre two dimensions
  Section target_section() const;
  /// Number of moved elements over all ranks and replicas.
  double volume() const;
  /// Smallest communicator size for the source, and for the target.
  Index source_size() const;
  Index target_size() const;

  /// Elements that `rank` sends, or receives, also to or from itself. @cost as Transfers::sent_by
  detail::Share sent_by(int rank) const;
  detail::Share received_by(int rank) const;
  /// Volume that `rank` sends, receives and keeps. @cost as sent_by and received_by
  Traffic traffic_of(int rank) const;
  /// @pre is_of_arrays()
  std::vector<detail::BoxDim> wire_dims(const detail::Box& box, int sender, int receiver) const;

  /// Target dimension along which a source stored in `order` is contiguous.
  int source_dim(StorageOrder order) const;
  int target_dim(StorageOrder order) const {
    return order == StorageOrder::Fortran ? 0 : ndims() - 1;
  }
  /// True if source and target (matrices: column-major) are contiguous along different dimensions.
  bool is_transposing() const;
  /// Maximum number of elements along a dimension that are contiguous in source and target. [same]
  Index run_length(int dim) const;

  /// Position of a block in owned memory. @pre at most two dimensions
  detail::BlockPlace source_block(int rank, int block) const;
  detail::BlockPlace target_block(int rank, int block) const;
  /// Equal number for target blocks with the same elements along `dim`.
  int target_band(int rank, int block, int dim) const;

  /// True if this move reads an element that `writer` writes, in one object.
  bool reads_from(const Moves& writer) const;
  /// True if this move, within one object, reads an element that it writes.
  bool reads_own_target() const;
  /// True if both moves write the same element of one object.
  /// @param whole, other_whole  true if that move also writes the rest of its target section
  bool writes_same(const Moves& other, bool whole, bool other_whole) const;

  /// Replicas of the target, which the reversed move reads; for arrays a single one.
  Replicas target_replicas() const;
  /// Move of the same elements from the target to the source.
  /// @param nearest  as for Patchwork
  Moves reversed(std::optional<detail::NearestReplica> nearest) const;

  /// Text: Transfers::to_string, the summary of ArrayTransfers, or both placements in a line.
  std::string to_string(int element_bytes) const;

  /// Calls f with the Transfers, Patchwork or ArrayTransfers.
  template <class F>
  decltype(auto) visit(F&& f) const {
    return std::visit(std::forward<F>(f), what_);
  }

  friend bool operator==(const Moves&, const Moves&) = default;

 private:
  std::variant<Transfers, Patchwork, ArrayTransfers> what_;
};

}  // namespace ashlar
