// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <ashlar/layout/array_transfers.hpp>
#include <ashlar/layout/patchwork.hpp>
#include <ashlar/layout/transfers.hpp>

namespace ashlar {

namespace detail {
/// A block of a rank in memory that its matrix owns.
struct BlockPlace {
  Shape shape;
  Index offset = 0;       ///< elements before it
  bool is_tight = false;  ///< a tile or array without gaps between lines
};
/// @pre the rank has a seat in `placement`
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

  int ndims() const;
  /// True of arrays, whose dimensions are permuted by axes instead of an Op.
  bool is_of_arrays() const { return std::holds_alternative<ArrayTransfers>(what_); }
  /// True if an end has a block map or replicas.
  bool has_placements() const { return std::holds_alternative<Patchwork>(what_); }
  /// True if an end has a block map.
  bool has_block_map() const;
  /// Op::None of arrays.
  Op op() const;
  /// Elements that move, in the last two dimensions.
  const Triangle& moved() const;
  /// Section of the target that is written. @pre two dimensions
  Section target_section() const;
  /// Elements of all ranks that move, every replica counted.
  double volume() const;
  /// Least size of a communicator for each end.
  Index source_size() const;
  Index target_size() const;

  /// Elements that `rank` sends or receives, itself included. @cost as Transfers::sent_by
  Share sent_by(int rank) const;
  Share received_by(int rank) const;
  /// Volume that `rank` sends, receives and keeps. @cost as sent_by and received_by
  Traffic traffic_of(int rank) const;
  /// @pre is_of_arrays()
  std::vector<BoxDim> wire_dims(const Box& box, int sender, int receiver) const;

  /// Dimension along which memory of the source in `order` is contiguous.
  int source_dim(StorageOrder order) const;
  int target_dim(StorageOrder order) const {
    return order == StorageOrder::Fortran ? 0 : ndims() - 1;
  }
  /// True if source and target, both in their usual order, are contiguous along different
  /// dimensions.
  bool is_transposing() const;
  /// Neighbouring elements along a dimension that are neighbours at both ends, at most. [same]
  Index run_length(int dim) const;

  /// Place of a block in owned memory, of two dimensions at most.
  detail::BlockPlace source_block(int rank, int block) const;
  detail::BlockPlace target_block(int rank, int block) const;
  /// A number that blocks of the target share if they have the same elements along `dim`.
  int target_band(int rank, int block, int dim) const;

  /// True if this move reads an element of an object that `writer` writes there.
  bool reads_from(const Moves& writer) const;
  /// True if this move, within one object, reads an element that it writes.
  bool reads_own_target() const;
  /// True if both moves write an element of one object.
  /// @param whole, other_whole  the rest of the target section is written, too
  bool writes_same(const Moves& other, bool whole, bool other_whole) const;

  /// Replicas of the target, which the reversed move reads; a single one of arrays.
  Replicas target_replicas() const;
  /// The same elements from the target to the source.
  /// @param nearest  as for Patchwork
  Moves reversed(std::optional<NearestReplica> nearest) const;

  /// Layouts with a summary; a line of placements; the summary of arrays.
  std::string to_string(int element_bytes) const;

  /// f(pattern) of the Transfers, Patchwork or ArrayTransfers.
  template <class F>
  decltype(auto) visit(F&& f) const {
    return std::visit(std::forward<F>(f), what_);
  }

  friend bool operator==(const Moves&, const Moves&) = default;

 private:
  std::variant<Transfers, Patchwork, ArrayTransfers> what_;
};

}  // namespace ashlar
