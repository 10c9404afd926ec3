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

/// Distribution of one dimension (HPF, MPI_Type_create_darray): MPI_DISTRIBUTE_BLOCK, _CYCLIC or
/// _NONE, with an optional distribution argument.
class Dist {
 public:
  enum class Kind { Block, Cyclic, None };

  /// NONE.
  constexpr Dist() = default;

  /// BLOCK with MPI_DISTRIBUTE_DFLT_DARG: ceil(extent / nprocs) elements per process, fewer or none
  /// on the last ones.
  static constexpr Dist block() { return {Kind::Block, 0}; }
  /// BLOCK(k): k elements per process, with k * nprocs >= extent.
  /// @throws ArgumentError if k < 1
  static constexpr Dist block(Index k) { return {Kind::Block, positive(k, "BLOCK")}; }
  /// CYCLIC with MPI_DISTRIBUTE_DFLT_DARG: CYCLIC(1).
  static constexpr Dist cyclic() { return {Kind::Cyclic, 0}; }
  /// CYCLIC(k): blocks of k elements, round robin.
  /// @throws ArgumentError if k < 1
  static constexpr Dist cyclic(Index k) { return {Kind::Cyclic, positive(k, "CYCLIC")}; }
  /// NONE: the dimension is not distributed. MPI ignores its distribution argument.
  static constexpr Dist none() { return {}; }

  constexpr Kind kind() const { return kind_; }

  /// Distribution argument; empty: MPI_DISTRIBUTE_DFLT_DARG.
  constexpr std::optional<Index> arg() const {
    return arg_ == 0 ? std::nullopt : std::optional<Index>(arg_);
  }

  /// Axis of one dimension, with the defaults and error rules of MPI_Type_create_darray.
  ///
  /// The source is process 0. Unlike in MPI, an extent of 0 is valid.
  /// @throws ArgumentError if BLOCK(k) does not reach the extent, NONE has several processes, or
  /// extent or nprocs is out of range
  /// @example 9 elements, BLOCK, 2 processes -> blocks of 5: 5 and 4 elements
  /// @example 7 elements, BLOCK(10), 3 processes -> 7, 0 and 0 elements
  constexpr Axis axis(Index extent, int nprocs) const;

  /// Inverse of to_string, in upper or lower case; "*" is HPF's NONE. Empty for other texts.
  static std::optional<Dist> from_string(std::string_view text);

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

constexpr Axis Dist::axis(Index extent, int nprocs) const {
  Axis axis{extent, 1, nprocs, 0};
  axis.check("distribution");
  const Index share = extent / nprocs + (extent % nprocs != 0 ? 1 : 0);
  switch (kind_) {
    case Dist::Kind::Block:
      axis.block = arg().value_or(share > 0 ? share : 1);
      expect(axis.block >= share, "distribution: BLOCK(", axis.block, ") on ",
             ashlar::detail::counted(nprocs, "process", "processes"), " holds fewer than ",
             ashlar::detail::counted(extent, "element"), "; give at least BLOCK(", share,
             ") or take CYCLIC(", axis.block, ")");
      break;
    case Dist::Kind::Cyclic: axis.block = arg().value_or(1); break;
    case Dist::Kind::None:
      expect(nprocs == 1, "distribution: NONE leaves a dimension whole, but it was given ",
             ashlar::detail::counted(nprocs, "process", "processes"),
             "; give it 1, or BLOCK or CYCLIC");
      axis.block = extent > 0 ? extent : 1;
      break;
  }
  return axis;
}

/// Arguments of MPI_Type_create_darray without rank and element type.
struct DistributionSpec {
  std::vector<Index> sizes;              ///< [same] array_of_gsizes
  std::vector<Dist> dists;               ///< [same] array_of_distribs and array_of_dargs
  std::vector<int> psizes;               ///< [same] array_of_psizes: processes along each dimension
  StorageOrder order = StorageOrder::C;  ///< [same] order of global and local arrays
};

/// Distribution of an n-dimensional array over a process grid (MPI_Type_create_darray), one axis
/// per dimension.
///
/// Ranks are row-major on the grid for both storage orders; `order` is that of global and local
/// elements. Local arrays are packed, in the order of global offsets. Unlike in MPI, dimensions may
/// be empty.
class Distribution {
 public:
  /// Contiguous elements of a global array in storage order.
  struct Run {
    Index offset = 0;
    Index length = 0;
    friend constexpr bool operator==(const Run&, const Run&) = default;
  };

  /// @throws ArgumentError if `axes` is empty, an axis is invalid or the processes exceed an int
  /// @throws OverflowError if the array has more than 2^63 - 1 elements
  Distribution(std::vector<Axis> axes, StorageOrder order);

  /// @throws ArgumentError as the other constructor and Dist::axis, or if the lists differ in
  /// length
  explicit Distribution(const DistributionSpec& spec);

  const std::vector<Axis>& axes() const { return axes_; }
  StorageOrder storage_order() const { return order_; }
  int ndims() const { return static_cast<int>(axes_.size()); }

  int nprocs() const { return nprocs_; }
  /// Number of global elements.
  Index count() const { return count_; }

  /// Grid position of `rank`, row-major (MPI_Cart_coords).
  /// @throws ArgumentError unless 0 <= rank < nprocs()
  std::vector<int> coords_of(int rank) const;

  /// Rank at a grid position, row-major (MPI_Cart_rank).
  /// @pre one coordinate per dimension, each in its range
  int rank_of(std::span<const int> coords) const;

  /// Rank of the element with these global indices.
  /// @pre one index per dimension, 0 <= index < extent
  int owner_rank(std::span<const Index> indices) const;

  /// Offset in the global array, in storage order.
  Index offset_of(std::span<const Index> indices) const;

  /// Offset in the owner's packed local array.
  Index local_offset_of(std::span<const Index> indices) const;

  /// Extents of the local array of `rank`.
  std::vector<Index> local_extents(int rank) const;
  /// Strides of the local array in elements.
  std::vector<Index> local_strides(int rank) const;
  /// Number of elements of `rank`.
  Index local_count(int rank) const;

  /// The k-th fastest dimension in memory.
  /// @pre 0 <= k < ndims()
  /// @example 3 dimensions in C order: k=0 -> 2; in Fortran order: k=0 -> 0
  std::size_t fastest_to_slowest(std::size_t k) const;

  /// Typemap of the darray of `rank`: maximal runs of the global array, ascending, which is the
  /// order of the packed local array.
  /// @cost memory proportional to the number of runs
  /// @example 6x4 in C order, CYCLIC(2) x BLOCK(2) on 2x2: rank 0 -> {0,2} {4,2} {16,2} {20,2}
  std::vector<Run> runs(int rank) const;

  friend bool operator==(const Distribution&, const Distribution&) = default;

 private:
  std::vector<Axis> axes_;
  StorageOrder order_ = StorageOrder::C;
  int nprocs_ = 1;
  Index count_ = 1;
};

}  // namespace ashlar
