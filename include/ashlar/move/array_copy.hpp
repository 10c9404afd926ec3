// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <ashlar/layout/array_transfers.hpp>
#include <ashlar/matrix/dist_array.hpp>
#include <ashlar/move/plan.hpp>

namespace ashlar {

/// What happens to an array on its way: a box of either side, a permutation of the dimensions.
struct ArrayCopyOptions : ArrayTransferOptions {
  Transport transport = Transport::Automatic;  ///< [same] shared memory or messages
};

/// target := source, between any two distributions of arrays with as many dimensions. Bit-exact;
/// nothing outside the target's box is written.
/// @throws ArgumentError  as ArrayTransfers; if the communicators differ or both overlap in memory
/// @collective over the communicator of both, ranks without elements included
/// @cost  repeated moves keep their plan
/// @example copy_into(u, v, {{.axes = {2, 0, 1}}});  // v(i, j, k) = u(j, k, i)
template <Element T>
void copy_into(const DistArray<T>& source, DistArray<T>& target,
               const ArrayCopyOptions& options = {});

/// The same array dealt in another way. @collective
template <Element T>
DistArray<T> redistribute(const DistArray<T>& a, const Distribution& distribution) {
  DistArray<T> result(a.comm(), distribution, {.init = Init::Uninitialized});
  copy_into(a, result);
  return result;
}

/// The array whose dimension d is dimension axes[d] of `a` (NumPy's transpose), dealt as
/// `distribution` says. @collective
template <Element T>
DistArray<T> permute(const DistArray<T>& a, const std::vector<int>& axes,
                     const Distribution& distribution) {
  DistArray<T> result(a.comm(), distribution, {.init = Init::Uninitialized});
  copy_into(a, result, {{.axes = axes}});
  return result;
}

}  // namespace ashlar
