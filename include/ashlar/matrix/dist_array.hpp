// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <span>
#include <utility>
#include <vector>

#include <ashlar/base/error.hpp>
#include <ashlar/base/scalar.hpp>
#include <ashlar/layout/distribution.hpp>
#include <ashlar/matrix/detail/any_dist_array.hpp>
#include <ashlar/matrix/local_view.hpp>
#include <ashlar/matrix/matrix_view.hpp>
#include <ashlar/matrix/storage_options.hpp>

namespace ashlar {

/// Dense n-dimensional array with a Distribution: BLOCK, CYCLIC(k) or NONE in each dimension. The
/// local elements are packed in the storage order of the array (C or Fortran), in owned or in the
/// caller's memory.
///
/// Rank r of the communicator is rank r of the distribution's grid; further ranks are idle.
/// Construction, copy, move and destruction are as for DistMatrix.
/// @example DistArray<double> u(comm, Distribution({.sizes = {nx, ny, nz},
///                                                  .dists = {Dist::none(), Dist::block(),
///                                                            Dist::block()},
///                                                  .psizes = {1, p, q}}));
template <class T>
class DistArray : public detail::TypedObject<detail::AnyDistArray> {
 public:
  using Value = T;

  /// Array without communicator. [local]
  DistArray() : DistArray(detail::AnyDistArray(element_type())) {}

  /// New array, zero by default.
  /// @param distribution  [same] its processes must exist in `comm`
  /// @throws ArgumentError  if the distribution has more processes than `comm`
  /// @throws OutOfMemory    on all ranks, if one cannot allocate its block
  /// @collective over `comm`
  DistArray(mpi::CommunicatorView comm, const Distribution& distribution,
            StorageOptions options = {})
      : DistArray(detail::AnyDistArray::make(comm, distribution, options, element_type())) {}

  /// Deep copy in new storage. @collective over comm()
  DistArray copy() const { return DistArray(any_.copy()); }

  /// Array in the caller's memory, which must outlive it; no copy.
  /// @param local  [local] packed elements of this rank; may be null for 0 elements
  /// @throws ArgumentError on all ranks, if `local` is null or misaligned on a rank with elements
  /// @collective over `comm`
  static DistArray wrap(mpi::CommunicatorView comm, const Distribution& distribution, T* local) {
    return DistArray(detail::AnyDistArray::wrap(
        comm, distribution, reinterpret_cast<std::byte*>(local), element_type()));
  }
  /// `wrap` for read-only memory. @collective over `comm`
  static ReadOnly<DistArray> wrap_const(mpi::CommunicatorView comm,
                                        const Distribution& distribution, const T* local) {
    return ReadOnly(wrap(comm, distribution, static_cast<T*>(detail::writable(local))));
  }

  const Distribution& distribution() const { return *any_.distribution; }
  int ndims() const { return distribution().ndims(); }

  /// Grid position of this rank; empty outside the grid. [local]
  const std::vector<int>& coords() const { return any_.coords; }
  /// Local extents; zeros outside the grid. [local]
  const std::vector<Index>& local_extents() const { return any_.extents; }
  /// Local strides in elements. [local]
  const std::vector<Index>& local_strides() const { return any_.strides; }

  /// Elements of this rank: local index (i, j, …) is at i * local_strides()[0] + j *
  /// local_strides()[1] + …; the pointer is never null. [local]
  std::span<T> local() & { return elements(); }
  std::span<const T> local() const& { return elements(); }
  template <class Refused = T>
  std::span<const T> local() const&& {
    detail::refuse_temporary<Refused>();
  }

  /// Pointer to the element with these global indices on its owner, else null. [local]
  /// @throws ArgumentError unless there is one index per dimension, inside the array
  T* find(std::span<const Index> indices) { return place_of(indices); }
  const T* find(std::span<const Index> indices) const { return place_of(indices); }
  T* find(std::initializer_list<Index> indices) {
    return find(std::span(indices.begin(), indices.size()));
  }
  const T* find(std::initializer_list<Index> indices) const {
    return find(std::span(indices.begin(), indices.size()));
  }

  /// Sets every element to f(indices) of its global indices. [local]
  /// f: (std::span<const Index>) -> T
  template <class F>
  void fill_with(F&& f) {
    if (elements().empty()) return;
    const auto& axes = distribution().axes();
    std::vector<Index> at(axes.size(), 0), global(axes.size());
    for (std::size_t d = 0; d < axes.size(); ++d) global[d] = axes[d].to_global(coords()[d], 0);
    for (T& element : elements()) {
      element = static_cast<T>(f(std::span<const Index>(global)));
      // Next element in memory: fastest index first, with carry.
      for (std::size_t k = 0; k < axes.size(); ++k) {
        const std::size_t d = distribution().fastest_to_slowest(k);
        const bool carries = ++at[d] == local_extents()[d];
        if (carries) at[d] = 0;
        global[d] = axes[d].to_global(coords()[d], at[d]);
        if (!carries) break;
      }
    }
  }
  /// Sets every element to `value`. [local]
  void fill(T value) { std::ranges::fill(elements(), value); }

 private:
  static_assert(detail::expect_storable<T>());
  static constexpr detail::ElementType element_type() { return detail::ElementType::of<T>(); }

  explicit DistArray(detail::AnyDistArray&& made) noexcept
      : detail::TypedObject<detail::AnyDistArray>(std::move(made)) {}

  std::span<T> elements() const {
    return {reinterpret_cast<T*>(any_.local), static_cast<std::size_t>(any_.count)};
  }

  T* place_of(std::span<const Index> indices) const {
    const auto& axes = distribution().axes();
    expect(indices.size() == axes.size(), "DistArray::find: the list has ",
           ashlar::detail::counted(indices.size(), "index", "indices"), ", but the array has ",
           ashlar::detail::counted(axes.size(), "dimension"));
    for (std::size_t d = 0; d < axes.size(); ++d)
      expect(0 <= indices[d] && indices[d] < axes[d].extent, "DistArray::find: index ", indices[d],
             " along dimension ", d, " is outside 0:", axes[d].extent);
    if (distribution().owner_rank(indices) != comm().rank()) return nullptr;
    return elements().data() + distribution().local_offset_of(indices);
  }
};

}  // namespace ashlar
