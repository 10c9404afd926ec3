// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>
#include <type_traits>
#include <vector>

#include <ashlar/layout/array_transfers.hpp>
#include <ashlar/matrix/dist_array.hpp>
#include <ashlar/move/copy.hpp>

namespace ashlar {

namespace detail {
/// @throws ArgumentError on all ranks, if rank 0 has another number of elements than the array
void check_whole(mpi::CommunicatorView comm, Index given, Index wanted);
}  // namespace detail

/// The same array dealt in another way. @collective
template <Storable T>
DistArray<T> redistribute(const DistArray<T>& a, const Distribution& distribution) {
  DistArray<T> result(a.comm(), distribution, {.init = Init::Uninitialized});
  copy_into(a, result);
  return result;
}

/// The array whose dimension d is dimension axes[d] of `a` (NumPy's transpose), dealt as
/// `distribution` says. @collective
template <Storable T>
DistArray<T> permute(const DistArray<T>& a, const std::vector<int>& axes,
                     const Distribution& distribution) {
  DistArray<T> result(a.comm(), distribution, {.init = Init::Uninitialized});
  copy_into(a, result, {.axes = axes});
  return result;
}

/// The distribution of an array with the extents and order of `array` that lies on rank 0 alone.
Distribution on_one_rank(const Distribution& array);

/// The whole array in memory of rank 0, in its own order; nothing on the others. @collective
template <Storable T>
std::vector<T> gather(const DistArray<T>& a) {
  static_assert(!std::same_as<T, bool>,
                "std::vector<bool> keeps no bool in memory: copy_into an array on one rank");
  std::vector<T> whole(a.comm().rank() == 0 ? static_cast<std::size_t>(a.distribution().count())
                                            : 0);
  auto target = DistArray<T>::wrap(a.comm(), on_one_rank(a.distribution()), whole.data());
  copy_into(a, target);
  return whole;
}

/// Fills `a` with the whole array that rank 0 has in memory, in a's order.
/// @param whole  [local] on rank 0 as many elements as `a` has; ignored elsewhere
/// @throws ArgumentError on all ranks, if there are fewer or more on rank 0
/// @collective
template <Storable T>
void scatter(std::type_identity_t<std::span<const T>> whole, DistArray<T>& a) {
  detail::check_whole(a.comm(), std::ssize(whole), a.distribution().count());
  const auto source =
      DistArray<T>::wrap_const(a.comm(), on_one_rank(a.distribution()), whole.data());
  copy_into(*source, a);
}

}  // namespace ashlar
