// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>
#include <string>
#include <string_view>

#include <ashlar/matrix/dist_matrix.hpp>

#include "linalg/setting.hpp"
#include "support/huge_array.hpp"

namespace ashlar::bench {

/// Names of good and bad layouts that users of Ashlar may have.
std::span<const std::string_view> user_layout_names();

/// Layout `name` of a matrix on `ranks` ranks.
/// @throws ArgumentError if there is no such name
Layout user_layout(std::string_view name, Shape shape, int ranks);

/// Matrix of the user: in segments of Ashlar, or row-major in memory of the caller.
template <Scalar T>
struct UserOperand {
  HugeArray<T> memory;
  DistMatrix<T> matrix;

  /// @collective
  UserOperand(const Setting& setting, Shape shape) {
    const Layout layout = user_layout(setting.layout, shape, setting.comm.size());
    if (setting.layout != "row-major") {
      matrix = DistMatrix<T>(setting.comm, layout);
      return;
    }
    const Shape local = layout.local_shape(setting.comm.rank());
    const Index ld = std::max<Index>(1, local.cols);
    memory = HugeArray<T>(std::max<Index>(1, local.rows * ld));
    matrix = DistMatrix<T>::wrap(setting.comm, layout, {memory.data(), ld, StorageOrder::C});
  }
  template <class F>
  UserOperand(const Setting& setting, Shape shape, F&& element) : UserOperand(setting, shape) {
    matrix.fill_with(element);
  }
};

}  // namespace ashlar::bench
