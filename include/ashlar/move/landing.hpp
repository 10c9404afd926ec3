// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstddef>
#include <cstring>
#include <optional>

#include <ashlar/matrix/dist_matrix.hpp>
#include <ashlar/move/scaling.hpp>

namespace ashlar::detail {

/// Where a move ends and what it computes there, with the element type as a value: so a move is
/// compiled once for each type of source and not for each pair.
struct Landing {
  const void* matrix;  ///< which matrix it is, to tell it from the source
  mpi::CommunicatorView comm;
  const Layout* layout;
  Section section;
  std::optional<Coord> coord;
  bool is_wrapped;
  Index number;                 ///< of the matrix
  const mpi::Storage* storage;  ///< empty if wrapped
  DType dtype;
  LocalView<std::byte> block;  ///< strides in elements; only its first element can be pointed at
  std::array<std::byte, 16> alpha{}, beta{};
};

template <Element T>
Landing landing(const MatrixView<T>& target, const Scaling<T>& scaling) {
  const LocalView<T> local = target.matrix().local();
  Landing result{.matrix = &target.matrix(),
                 .comm = target.comm(),
                 .layout = &target.layout(),
                 .section = target.section(),
                 .coord = target.matrix().coord(),
                 .is_wrapped = target.matrix().is_wrapped(),
                 .number = target.matrix().number(),
                 .storage = &target.matrix().storage(),
                 .dtype = dtype_of<T>(),
                 .block = {reinterpret_cast<std::byte*>(local.data), local.rows, local.cols,
                           local.row_stride, local.col_stride}};
  std::memcpy(result.alpha.data(), &scaling.alpha, sizeof(T));
  std::memcpy(result.beta.data(), &scaling.beta, sizeof(T));
  return result;
}

}  // namespace ashlar::detail
