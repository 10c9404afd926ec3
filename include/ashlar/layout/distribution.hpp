// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>
#include <vector>

#include <ashlar/base/enums.hpp>
#include <ashlar/layout/axis.hpp>
#include <ashlar/layout/dist.hpp>

namespace ashlar {

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
