// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>

#include <ashlar/base/error.hpp>
#include <ashlar/matrix/dist_matrix.hpp>
#include <ashlar/move/copy.hpp>

// Operands with corresponding elements on the same ranks.

namespace ashlar::detail {

/// True if element k of both ranges has the same owner for all k.
inline bool has_same_distribution(const Axis& a, Range in_a, const Axis& b, Range in_b) {
  if (a.nprocs != b.nprocs || in_a.size() != in_b.size()) return false;
  if (in_a.empty()) return true;
  return a.owner(in_a.first) == b.owner(in_b.first) &&
         (a.nprocs == 1 || (a.block == b.block && in_a.first % a.block == in_b.first % b.block));
}

template <class A, class B>
bool has_same_distribution(const MatrixView<A>& a, const MatrixView<B>& b) {
  return a.layout().ranks() == b.layout().ranks() &&
         has_same_distribution(a.layout().rows(), a.section().rows, b.layout().rows(),
                               b.section().rows) &&
         has_same_distribution(a.layout().cols(), a.section().cols, b.layout().cols(),
                               b.section().cols);
}

/// @throws ArgumentError with `function`, if shapes or communicators differ
template <class A, class B>
void expect_same_shape_and_comm(const char* function, const MatrixView<A>& a,
                                const MatrixView<B>& b) {
  expect(a.shape() == b.shape(), function, ": A is ", a.shape().rows, "x", a.shape().cols,
         " and B is ", b.shape().rows, "x", b.shape().cols, "; they must have one shape");
  expect(a.comm() == b.comm(), function, ": A and B have different communicators; put both on one");
}

/// View of `b` if it is distributed like `model`, else of a redistributed copy.
template <Storable T>
class Aligned {
 public:
  /// @collective
  template <class V>
  Aligned(const MatrixView<const T>& b, const MatrixView<V>& model) : view_(b) {
    if (b.shape().empty() || has_same_distribution(b, model)) return;
    const auto part = [](Axis axis, Range range) {
      axis.source = axis.owner(range.first);
      axis.extent = range.first % axis.block + range.size();
      return axis;
    };
    const Axis rows = part(model.layout().rows(), model.section().rows);
    const Axis cols = part(model.layout().cols(), model.section().cols);
    copy_.emplace(b.comm(), Layout(rows, cols, model.layout().ranks()),
                  StorageOptions{.init = Init::Uninitialized});
    const MatrixView<T> target = copy_->view({rows.extent - b.shape().rows, rows.extent},
                                             {cols.extent - b.shape().cols, cols.extent});
    copy_into(b, target);
    view_ = target;
  }
  Aligned(const Aligned&) = delete;
  Aligned& operator=(const Aligned&) = delete;

  /// Local elements, in the local shape of the model.
  LocalView<const T> local() const { return view_.local(); }

 private:
  std::optional<DistMatrix<T>> copy_;
  MatrixView<const T> view_;
};

}  // namespace ashlar::detail
