// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <ashlar/base/enums.hpp>
#include <ashlar/layout/axis.hpp>

namespace ashlar {

/// Distribution of one dimension, in the words of HPF and MPI_Type_create_darray:
/// MPI_DISTRIBUTE_BLOCK, MPI_DISTRIBUTE_CYCLIC or MPI_DISTRIBUTE_NONE, with or without a
/// distribution argument.
class Dist {
 public:
  enum class Kind { Block, Cyclic, None };

  /// NONE: the dimension is not distributed.
  constexpr Dist() = default;

  /// BLOCK with MPI_DISTRIBUTE_DFLT_DARG: ceil(extent / nprocs) elements each, the last ones fewer
  /// or none.
  static constexpr Dist block() { return {Kind::Block, 0}; }
  /// BLOCK(k): k elements each; k * nprocs must reach the extent.
  /// @throws ArgumentError if k < 1
  static constexpr Dist block(Index k) { return {Kind::Block, positive(k, "BLOCK")}; }
  /// CYCLIC with MPI_DISTRIBUTE_DFLT_DARG: CYCLIC(1).
  static constexpr Dist cyclic() { return {Kind::Cyclic, 0}; }
  /// CYCLIC(k): blocks of k elements, distributed round robin.
  /// @throws ArgumentError if k < 1
  static constexpr Dist cyclic(Index k) { return {Kind::Cyclic, positive(k, "CYCLIC")}; }
  /// NONE: one process keeps the whole dimension; MPI ignores a distribution argument here.
  static constexpr Dist none() { return {}; }

  constexpr Kind kind() const { return kind_; }

  /// The distribution argument; nothing stands for MPI_DISTRIBUTE_DFLT_DARG.
  constexpr std::optional<Index> arg() const {
    return arg_ == 0 ? std::nullopt : std::optional<Index>(arg_);
  }

  friend constexpr bool operator==(const Dist&, const Dist&) = default;

 private:
  constexpr Dist(Kind kind, Index arg) : kind_(kind), arg_(arg) {}

  static constexpr Index positive(Index k, const char* name) {
    expect(k >= 1, name, "(", k,
           "): the distribution argument must be at least 1; without one the default holds");
    return k;
  }

  Kind kind_ = Kind::None;
  Index arg_ = 0;  // 0: the default
};

/// "BLOCK", "BLOCK(5)", "CYCLIC", "CYCLIC(10)" or "NONE".
std::string to_string(const Dist& dist);

/// The distribution that `text` names, as to_string writes it, in upper or lower case; "*" is HPF's
/// NONE. Nothing if it names none.
std::optional<Dist> dist_from_string(std::string_view text);

/// The axis that MPI_Type_create_darray makes of one dimension: its defaults and its error rules.
///
/// The source is always process 0. MPI refuses an extent of 0; here it gives an empty axis.
/// @throws ArgumentError if BLOCK(k) does not reach the extent, if NONE meets more than one
/// process, or if extent or nprocs is out of its range
/// @example 9 elements, BLOCK, 2 processes -> blocks of 5: 5 and 4 elements
/// @example 7 elements, BLOCK(10), 3 processes -> 7, 0 and 0 elements
/// @example 10 elements, CYCLIC(3), 2 processes -> 6 and 4 elements
constexpr Axis make_axis(Index extent, const Dist& dist, int nprocs) {
  Axis axis{extent, 1, nprocs, 0};
  axis.check("distribution");
  const Index share = extent / nprocs + (extent % nprocs != 0 ? 1 : 0);
  switch (dist.kind()) {
    case Dist::Kind::Block:
      axis.block = dist.arg().value_or(share > 0 ? share : 1);
      expect(axis.block >= share, "distribution: BLOCK(", axis.block, ") on ",
             ashlar::detail::counted(nprocs, "process", "processes"), " holds fewer than ",
             ashlar::detail::counted(extent, "element"), "; give at least BLOCK(", share,
             ") or take CYCLIC(", axis.block, ")");
      break;
    case Dist::Kind::Cyclic: axis.block = dist.arg().value_or(1); break;
    case Dist::Kind::None:
      expect(nprocs == 1, "distribution: NONE leaves a dimension whole, but it was given ",
             ashlar::detail::counted(nprocs, "process", "processes"),
             "; give it 1, or BLOCK or CYCLIC");
      axis.block = extent > 0 ? extent : 1;
      break;
  }
  return axis;
}

/// Neighbouring elements of a global array: `length` of them from `offset` on, in storage order.
struct ArrayRun {
  Index offset = 0;
  Index length = 0;
  friend constexpr bool operator==(const ArrayRun&, const ArrayRun&) = default;
};

/// Arguments of a Distribution, by name: those of MPI_Type_create_darray without rank and element
/// type.
struct DistributionSpec {
  std::vector<Index> sizes;              ///< [same] array_of_gsizes
  std::vector<Dist> dists;               ///< [same] array_of_distribs and array_of_dargs
  std::vector<int> psizes;               ///< [same] array_of_psizes: processes along each dimension
  StorageOrder order = StorageOrder::C;  ///< [same] of the global array and of local ones
};

/// An n-dimensional array dealt to a grid of processes, one axis per dimension, as
/// MPI_Type_create_darray defines it.
///
/// Ranks are counted row by row (the last grid dimension fastest) in both storage orders; `order`
/// only says how the elements of the global array, and of each local array, follow each other. A
/// rank's local array is packed: its elements stand in the order of their global offsets. Empty
/// dimensions are allowed, MPI refuses them.
class Distribution {
 public:
  /// @throws ArgumentError if there is no axis, an axis is invalid or there are more processes than
  /// an int counts
  /// @throws OverflowError if the array has more than 2^63 - 1 elements
  Distribution(std::vector<Axis> axes, StorageOrder order);

  /// @throws ArgumentError as the other constructor, if the three lists differ in length, or as
  /// make_axis
  explicit Distribution(const DistributionSpec& spec);

  const std::vector<Axis>& axes() const { return axes_; }
  StorageOrder storage_order() const { return order_; }
  int ndims() const { return static_cast<int>(axes_.size()); }

  /// Number of processes: the product of the grid's dimensions.
  int nprocs() const { return nprocs_; }
  /// Number of elements of the global array.
  Index count() const { return count_; }

  /// Grid position of `rank`, row-major (MPI_Cart_coords).
  /// @throws ArgumentError unless 0 <= rank < nprocs()
  std::vector<int> coords_of(int rank) const;

  /// Rank at a grid position, row-major (MPI_Cart_rank).
  /// @pre one coordinate per dimension, each in its range
  int rank_of(std::span<const int> coords) const;

  /// Rank that owns the element with these global indices.
  /// @pre one index per dimension, 0 <= index < extent
  int owner_rank(std::span<const Index> indices) const;

  /// Place of an element in the global array, counted in storage order.
  Index offset_of(std::span<const Index> indices) const;

  /// Place of an element in its owner's packed local array.
  Index local_offset_of(std::span<const Index> indices) const;

  /// Extents of the local array of `rank`.
  std::vector<Index> local_extents(int rank) const;
  /// Elements from one index to the next along each dimension of the local array of `rank`.
  std::vector<Index> local_strides(int rank) const;
  /// Elements of `rank`.
  Index local_count(int rank) const;

  /// The k-th dimension when counted from the one whose neighbours are contiguous in memory.
  /// @pre 0 <= k < ndims()
  /// @example 3 dimensions in C order: k=0 -> 2; in Fortran order: k=0 -> 0
  std::size_t fastest_to_slowest(std::size_t k) const;

  /// The typemap of the darray of `rank`: where its elements lie in the global array, as maximal
  /// runs in increasing order, which is the order of the packed local array.
  /// @cost memory in proportion to the runs, whatever their length
  /// @example 6x4 in C order, CYCLIC(2) x BLOCK(2) on 2x2: rank 0 -> {0,2} {4,2} {16,2} {20,2}
  std::vector<ArrayRun> runs(int rank) const;

  friend bool operator==(const Distribution&, const Distribution&) = default;

 private:
  std::vector<Axis> axes_;
  StorageOrder order_ = StorageOrder::C;
  int nprocs_ = 1;
  Index count_ = 1;
};

}  // namespace ashlar
