// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <initializer_list>
#include <span>
#include <vector>

#include <ashlar/move/copy.hpp>

namespace ashlar {

/// One of several copies that are made together: what copy_into takes.
template <Storable T>
struct CopyTask {
  template <Movable S, Movable D>
  requires std::same_as<MovableValueOf<S>, T> && ElementMovableTo<T, MovableValueOf<D>>
  CopyTask(const S& from, D&& to, const CopyOptions& what = {}, const ScalingOf<D>& scaling = {})
      : source(detail::operand_of(from)), target(detail::target_of(to, scaling)), options(what) {
    if constexpr (!Element<T>) detail::expect_bytes_only(what);
  }

  detail::Operand source;
  detail::Target target;
  CopyOptions options;
};
template <Movable S, Movable D>
CopyTask(const S&, D&&) -> CopyTask<MovableValueOf<S>>;
template <Movable S, Movable D>
CopyTask(const S&, D&&, const CopyOptions&) -> CopyTask<MovableValueOf<S>>;

namespace detail {
/// A task of any element type.
struct AnyTask {
  const Operand* source;
  const Target* target;
  const CopyOptions* options;
};
void copy_all(std::span<const AnyTask> tasks);
}  // namespace detail

/// copy_into for several pairs of matrices or arrays of one communicator in one exchange: whatever
/// two ranks have for each other shares messages, and the ranks of a node meet once (COSTA's
/// transform of several layouts). The sources have elements of one type; all else may differ, the
/// transport and max_extra_bytes apart.
/// @throws ArgumentError  as copy_into; if the tasks' communicators, transports or max_extra_bytes
/// differ; if one task reads from a section that another writes, or both write an element in
/// common: two triangles of one section may, where their bounding diagonals do not meet
/// @collective over the communicator of all
/// @example copy_all({CopyTask(a, b), CopyTask(c, d, {.op = Op::Trans})});
template <Storable T>
void copy_all(std::span<const CopyTask<T>> tasks) {
  std::vector<detail::AnyTask> all;
  for (const CopyTask<T>& task : tasks) all.push_back({&task.source, &task.target, &task.options});
  detail::copy_all(all);
}
template <Storable T>
void copy_all(std::initializer_list<CopyTask<T>> tasks) {
  copy_all<T>(std::span(tasks.begin(), tasks.end()));
}

}  // namespace ashlar
