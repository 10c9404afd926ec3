// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <utility>

#include <ashlar/matrix/dist_matrix.hpp>
#include <ashlar/matrix/random.hpp>
#include <ashlar/matrix/special.hpp>

namespace ashlar {

/// A new matrix whose element (i, j) is f(i, j); every rank computes its own, nothing travels.
/// @param f  [same] function of the global indices: Uniform, Hilbert, a lambda, …
/// @collective over the grid's communicator
/// @example auto a = generate<double>(grid, {n, n}, {.block = {64, 64}},
/// PositiveDefinite<double>(seed, n));
template <Element T, class F>
DistMatrix<T> generate(const ProcessGrid& grid, Shape shape, Blocking blocking, F&& f) {
  DistMatrix<T> result(grid, shape, blocking, {.init = Init::Uninitialized});
  result.fill_with(std::forward<F>(f));
  return result;
}

/// The same in any layout. @collective over `comm`
template <Element T, class F>
DistMatrix<T> generate(mpi::CommunicatorView comm, const Layout& layout, F&& f) {
  DistMatrix<T> result(comm, layout, {.init = Init::Uninitialized});
  result.fill_with(std::forward<F>(f));
  return result;
}

}  // namespace ashlar
