// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <concepts>
#include <utility>
#include <vector>

#include <ashlar/matrix/dist_matrix.hpp>
#include <ashlar/matrix/matrix_view.hpp>

namespace ashlar {

namespace detail {
/// Indices of the elements of `process` in `section`, relative to its start.
inline std::vector<Index> indices_of(const Axis& axis, int process, Range section) {
  std::vector<Index> indices;
  const Range mine = axis.local_range(process, section);
  for (Index local = mine.first; local < mine.last; ++local)
    indices.push_back(axis.to_global(process, local) - section.first);
  return indices;
}

/// Calls f(il, jl, i, j) for this rank's elements of a view in memory order, with local and view
/// indices. [local]
template <class T, class F>
void for_each_element_of(const MatrixView<T>& view, F&& f) {
  const auto& coord = view.matrix().coord();
  if (!coord) return;
  const std::vector<Index> rows = indices_of(view.layout().rows(), coord->row, view.section().rows);
  const std::vector<Index> cols = indices_of(view.layout().cols(), coord->col, view.section().cols);
  const auto at = [&](std::size_t il, std::size_t jl) {
    f(static_cast<Index>(il), static_cast<Index>(jl), rows[il], cols[jl]);
  };
  if (view.matrix().storage_order() == StorageOrder::Fortran) {
    for (std::size_t jl = 0; jl < cols.size(); ++jl)
      for (std::size_t il = 0; il < rows.size(); ++il) at(il, jl);
  } else {
    for (std::size_t il = 0; il < rows.size(); ++il)
      for (std::size_t jl = 0; jl < cols.size(); ++jl) at(il, jl);
  }
}
}  // namespace detail

/// Replaces every element x of a matrix or view by f(i, j, x). [local]
/// @param f  (Index, Index, const T&) -> T; called once per element, in any order
/// @example apply(k, [](Index, Index, double x) { return std::exp(-x); });
template <MatrixLike A, class F>
requires detail::WrittenTo<A> && std::invocable<F&, Index, Index, const ValueOf<A>&>
void apply(A&& a, F&& f) {
  const MatrixView<ValueOf<A>> view(a);
  const LocalView<ValueOf<A>> local = view.local();
  detail::for_each_element_of(view, [&](Index il, Index jl, Index i, Index j) {
    ValueOf<A>& x = local(il, jl);
    x = static_cast<ValueOf<A>>(f(i, j, std::as_const(x)));
  });
}

}  // namespace ashlar
