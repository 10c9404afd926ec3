// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <type_traits>

#include <ashlar/matrix/matrix_view.hpp>
#include <ashlar/matrix/placed_view.hpp>

namespace ashlar {

namespace detail {
/// True of a matrix or array that is const, and of a view of one: a view that is itself const
/// still writes.
template <class M>
struct IsConstant : std::is_const<M> {};
template <class T>
struct IsConstant<MatrixView<T>> : std::is_const<T> {};
template <class T>
struct IsConstant<const MatrixView<T>> : std::is_const<T> {};
template <class M>
struct IsConstant<PlacedView<M>> : std::is_const<M> {};
template <class M>
struct IsConstant<const PlacedView<M>> : std::is_const<M> {};

/// Refuses a constant target in a sentence, where a conversion that fails would name types only.
template <class M>
consteval bool expect_writable() {
  static_assert(!IsConstant<std::remove_reference_t<M>>::value,
                "the target is constant, or a view of a constant matrix, and is not written: "
                "declare it without const; memory that may be written is wrapped by wrap, not by "
                "wrap_const");
  return true;
}
}  // namespace detail

/// A matrix, array or view that an operation may write to.
template <class M>
concept WrittenTo = detail::expect_writable<M>();

}  // namespace ashlar
