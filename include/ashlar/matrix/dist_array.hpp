// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <ashlar/base/error.hpp>
#include <ashlar/base/scalar.hpp>
#include <ashlar/layout/distribution.hpp>
#include <ashlar/matrix/detail/any_dist_array.hpp>
#include <ashlar/matrix/detail/stored_object.hpp>
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
class DistArray : public detail::StoredObject {
 public:
  using Value = T;

  /// Array without communicator. [local]
  DistArray() = default;

  /// New array, zero by default.
  /// @param distribution  [same] its processes must exist in `comm`
  /// @throws ArgumentError  if the distribution has more processes than `comm`
  /// @throws OutOfMemory    on all ranks, if one cannot allocate its block
  /// @collective over `comm`
  DistArray(mpi::CommunicatorView comm, const Distribution& distribution,
            StorageOptions options = {})
      : DistArray(detail::AnyDistArray::make(comm, distribution, options, element_type())) {}

  DistArray(const DistArray&) = delete;             // take a.copy(), which is collective
  DistArray& operator=(const DistArray&) = delete;  // take a.copy(), which is collective
  DistArray(DistArray&& other) noexcept { swap(other); }
  DistArray& operator=(DistArray&& other) noexcept {
    DistArray(std::move(other)).swap(*this);
    return *this;
  }
  ~DistArray() = default;

  /// Deep copy in new storage. @collective over comm()
  DistArray copy() const { return DistArray(untyped().copy()); }

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

  const Distribution& distribution() const { return *distribution_; }
  int ndims() const { return distribution_->ndims(); }

  /// Grid position of this rank; empty outside the grid. [local]
  const std::vector<int>& coords() const { return coords_; }
  /// Local extents; zeros outside the grid. [local]
  const std::vector<Index>& local_extents() const { return extents_; }
  /// Local strides in elements. [local]
  const std::vector<Index>& local_strides() const { return strides_; }

  /// Elements of this rank: local index (i, j, …) is at i * local_strides()[0] + j *
  /// local_strides()[1] + …; the pointer is never null. [local]
  std::span<T> local() & { return local_; }
  std::span<const T> local() const& { return local_; }
  template <class Refused = T>
  std::span<const T> local() const&& {
    detail::refuse_temporary<Refused>();
  }

  /// Pointer to the element with these global indices on its owner, else null. [local]
  /// @throws ArgumentError unless there is one index per dimension, inside the array
  T* find(std::span<const Index> indices) {
    const auto offset = offset_of(indices);
    return offset ? local_.data() + *offset : nullptr;
  }
  const T* find(std::span<const Index> indices) const {
    const auto offset = offset_of(indices);
    return offset ? local_.data() + *offset : nullptr;
  }
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
    if (local_.empty()) return;
    const auto& axes = distribution_->axes();
    std::vector<Index> at(axes.size(), 0), global(axes.size());
    for (std::size_t d = 0; d < axes.size(); ++d) global[d] = axes[d].to_global(coords_[d], 0);
    for (T& element : local_) {
      element = static_cast<T>(f(std::span<const Index>(global)));
      // Next element in memory: fastest index first, with carry.
      for (std::size_t k = 0; k < axes.size(); ++k) {
        const std::size_t d = distribution_->fastest_to_slowest(k);
        const bool carries = ++at[d] == extents_[d];
        if (carries) at[d] = 0;
        global[d] = axes[d].to_global(coords_[d], at[d]);
        if (!carries) break;
      }
    }
  }
  /// Sets every element to `value`. [local]
  void fill(T value) { std::fill(local_.begin(), local_.end(), value); }

 private:
  static_assert(detail::expect_storable<T>());
  static constexpr detail::ElementType element_type() { return detail::ElementType::of<T>(); }

  /// Type-erased reference to this array.
  detail::AnyDistArray untyped() const {
    detail::AnyDistArray result(element_type(), *this);
    result.distribution = distribution_;
    result.local = reinterpret_cast<std::byte*>(local_.data());
    result.count = std::ssize(local_);
    return result;
  }
  explicit DistArray(detail::AnyDistArray&& made) noexcept
      : detail::StoredObject(std::move(made)),
        distribution_(std::move(made.distribution)),
        coords_(std::move(made.coords)),
        extents_(std::move(made.extents)),
        strides_(std::move(made.strides)),
        local_(reinterpret_cast<T*>(made.local), static_cast<std::size_t>(made.count)) {}

  /// Local offset of an element; empty on other ranks.
  std::optional<Index> offset_of(std::span<const Index> indices) const {
    const auto& axes = distribution_->axes();
    expect(indices.size() == axes.size(), "DistArray::find: the list has ",
           ashlar::detail::counted(indices.size(), "index", "indices"), ", but the array has ",
           ashlar::detail::counted(axes.size(), "dimension"));
    for (std::size_t d = 0; d < axes.size(); ++d)
      expect(0 <= indices[d] && indices[d] < axes[d].extent, "DistArray::find: index ", indices[d],
             " along dimension ", d, " is outside 0:", axes[d].extent);
    if (distribution_->owner_rank(indices) != comm().rank()) return std::nullopt;
    return distribution_->local_offset_of(indices);
  }

  void swap(DistArray& other) noexcept {
    detail::StoredObject::swap(other);
    std::swap(distribution_, other.distribution_);
    std::swap(coords_, other.coords_);
    std::swap(extents_, other.extents_);
    std::swap(strides_, other.strides_);
    std::swap(local_, other.local_);
  }

  std::optional<Distribution> distribution_;
  std::vector<int> coords_;
  std::vector<Index> extents_, strides_;
  std::span<T> local_;
};

}  // namespace ashlar
