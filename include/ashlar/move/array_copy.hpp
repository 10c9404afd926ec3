// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <concepts>
#include <cstddef>
#include <span>
#include <type_traits>
#include <vector>

#include <ashlar/layout/array_transfers.hpp>
#include <ashlar/matrix/dist_array.hpp>
#include <ashlar/move/copy.hpp>
#include <ashlar/mpi/agree.hpp>
#include <ashlar/mpi/context.hpp>

namespace ashlar {

namespace detail {
/// @throws ArgumentError for an invalid `root` or number of elements
void check_whole(mpi::CommunicatorView comm, Index given, Index wanted, int root);
}  // namespace detail

/// Redistributes an array. @collective
template <Storable T>
DistArray<T> redistribute(const DistArray<T>& a, const Distribution& distribution) {
  DistArray<T> result(a.comm(), distribution, {.init = Init::Uninitialized});
  copy_into(a, result);
  return result;
}

/// Permutes dimensions (NumPy's transpose): dimension d of the result, distributed by
/// `distribution`, is dimension axes[d] of `a`. @collective
template <Storable T>
DistArray<T> permute(const DistArray<T>& a, const std::vector<int>& axes,
                     const Distribution& distribution) {
  DistArray<T> result(a.comm(), distribution, {.init = Init::Uninitialized});
  copy_into(a, result, {.axes = axes});
  return result;
}

/// Distribution of an array like `array` on rank `root` only. [local]
/// @throws ArgumentError if `root` is negative
Distribution on_one_rank(const Distribution& array, int root = 0);

/// Gathers array `a` into memory of rank `root`, in a's storage order.
/// @param root   [same]
/// @param whole  [local] all elements on the root; ignored elsewhere
/// @throws ArgumentError for an invalid root or number of elements
/// @collective
/// @example gather_into(a, buffer, 3);
template <Storable T>
void gather_into(const DistArray<T>& a, std::type_identity_t<std::span<T>> whole, int root = 0) {
  detail::check_whole(a.comm(), std::ssize(whole), a.distribution().count(), root);
  auto target = DistArray<T>::wrap(a.comm(), on_one_rank(a.distribution(), root), whole.data());
  copy_into(a, target);
}

/// Gathers array `a` on rank `root`, in a's storage order; empty on other ranks.
/// @throws ArgumentError for an invalid root; OutOfMemory on all ranks
/// @collective
/// @example std::vector<double> all = gather(a);  // on rank 0
template <Storable T>
std::vector<T> gather(const DistArray<T>& a, int root = 0) {
  static_assert(!std::same_as<T, bool>,
                "std::vector<bool> keeps no bool in memory: gather_into an array of them");
  const mpi::Context& context = mpi::Context::of(a.comm());
  std::vector<T> whole;
  mpi::together(context.comm(), [&] {
    if (context.rank() == root) whole.resize(static_cast<std::size_t>(a.distribution().count()));
  });
  gather_into(a, whole, root);
  return whole;
}

/// Scatters memory of rank `root` into array `a`, inverse of gather_into.
/// @param root   [same]
/// @param whole  [local] all elements on the root, in a's order; ignored elsewhere
/// @throws ArgumentError for an invalid root or number of elements
/// @collective
template <detail::Movable A>
requires detail::IsArray<std::remove_const_t<A>>::value && detail::WrittenTo<A>
void scatter(std::span<const detail::MovableValueOf<A>> whole, A& a, int root = 0) {
  using T = detail::MovableValueOf<A>;
  detail::check_whole(a.comm(), std::ssize(whole), a.distribution().count(), root);
  const auto source =
      DistArray<T>::wrap_const(a.comm(), on_one_rank(a.distribution(), root), whole.data());
  copy_into(*source, a);
}

}  // namespace ashlar
