// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <utility>

namespace ashlar {

/// A matrix or array in memory of the caller that is only read: whoever holds it reaches it as
/// constant.
/// @example const auto a = DistMatrix<double>::wrap_const(comm, layout, {data, ld});
///          copy_into(*a, b);
template <class M>
class ReadOnly {
 public:
  explicit ReadOnly(M matrix) : matrix_(std::move(matrix)) {}

  const M& operator*() const { return matrix_; }
  const M* operator->() const { return &matrix_; }

 private:
  M matrix_;
};

}  // namespace ashlar
