// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <concepts>
#include <type_traits>
#include <utility>

#include <ashlar/matrix/apply.hpp>
#include <ashlar/move/aligned.hpp>

namespace ashlar {

namespace detail {
/// @throws ArgumentError if both are overlapping, unequal sections of one matrix
template <class A, class B>
void expect_same_or_apart(const char* function, const MatrixView<A>& a, const MatrixView<B>& b) {
  if constexpr (std::same_as<std::remove_const_t<A>, std::remove_const_t<B>>)
    expect(&a.matrix() != &b.matrix() || a.section() == b.section() ||
               intersection(a.section().rows, b.section().rows).empty() ||
               intersection(a.section().cols, b.section().cols).empty(),
           function, ": A and B are overlapping sections of one matrix; copy B first");
}
}  // namespace detail

/// Sets every element x of `a` to f(i, j, x, y) with its indices and the element y of `b` there.
/// `b` has any layout and element type; `a` and `b` may be the same matrix or section.
/// @param f  (Index, Index, const T&, const U&) -> T, called once per element in any order
/// @throws ArgumentError  if shapes or communicators differ, or `a` and `b` are overlapping,
/// unequal sections of one matrix
/// @collective
/// @cost one pass; a copy of b in a's layout if the layouts differ
/// @example zip(a, b, [](Index, Index, double x, double y) { return std::max(x, y); });
template <MatrixLike A, MatrixLike B, class F>
requires detail::WrittenTo<A> &&
         std::invocable<F&, Index, Index, const ValueOf<A>&, const ValueOf<B>&>
void zip(A&& a, const B& b, F&& f) {
  const MatrixView<ValueOf<A>> view(a);
  const MatrixView<const ValueOf<B>> other = detail::const_view(b);
  detail::expect_same_shape_and_comm("zip", view, other);
  detail::expect_same_or_apart("zip", view, other);
  const detail::Aligned<ValueOf<B>> second(other, view);
  const LocalView<ValueOf<A>> xs = view.local();
  const LocalView<const ValueOf<B>> ys = second.local();
  detail::for_each_element_of(view, [&](Index il, Index jl, Index i, Index j) {
    ValueOf<A>& x = xs(il, jl);
    x = static_cast<ValueOf<A>>(f(i, j, std::as_const(x), ys(il, jl)));
  });
}

}  // namespace ashlar
