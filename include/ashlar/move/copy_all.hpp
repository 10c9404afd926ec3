// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <initializer_list>
#include <span>

#include <ashlar/move/copy.hpp>

namespace ashlar {

/// One of several copies that are made together: what copy_into takes.
template <Element T>
struct CopyTask {
  template <MatrixLike S, MatrixLike D>
  requires std::same_as<ValueOf<S>, T> && ElementMovableTo<T, ValueOf<D>> CopyTask(
      const S& from, D&& to, const CopyOptions& what = {}, const Scaling<ValueOf<D>>& scaling = {})
      : source(const_view(from)),
        target_comm(to.comm()),
        target(detail::landing(MatrixView<ValueOf<D>>(to), scaling)),
        options(what) {}

  MatrixView<const T> source;
  mpi::CommunicatorView target_comm;
  detail::Landing target;
  CopyOptions options;
};
template <MatrixLike S, MatrixLike D>
CopyTask(const S&, D&&) -> CopyTask<ValueOf<S>>;
template <MatrixLike S, MatrixLike D>
CopyTask(const S&, D&&, const CopyOptions&) -> CopyTask<ValueOf<S>>;

namespace detail {
template <Element T>
void copy_all(std::span<const CopyTask<T>> tasks);
}

/// copy_into for several pairs of matrices of one communicator in one exchange: whatever two ranks
/// have for each other shares messages, and the ranks of a node meet once (COSTA's transform of
/// several layouts). The sources have elements of one type; all else may differ, the transport and
/// max_extra_bytes apart.
/// @throws ArgumentError  as copy_into; if the tasks' communicators, transports or max_extra_bytes
/// differ; if one task reads from a section that another writes, or both write an element in
/// common: two triangles of one section may, where their bounding diagonals do not meet
/// @collective over the communicator of all
/// @example copy_all({CopyTask(a, b), CopyTask(c, d, {.op = Op::Trans})});
template <Element T>
void copy_all(std::span<const CopyTask<T>> tasks) {
  detail::copy_all<T>(tasks);
}
template <Element T>
void copy_all(std::initializer_list<CopyTask<T>> tasks) {
  detail::copy_all<T>(std::span(tasks.begin(), tasks.end()));
}

}  // namespace ashlar
