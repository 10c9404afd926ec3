// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>

#include <ashlar/base/concat.hpp>
#include <ashlar/base/error.hpp>
#include <ashlar/linalg/wrap.hpp>

namespace ashlar::bench {

/// Whole matrix with its ScaLAPACK descriptor.
template <Scalar T>
struct ScalapackMatrix {
  DistMatrix<T> matrix;
  std::array<int, 9> descriptor;

  /// @collective
  ScalapackMatrix(mpi::CommunicatorView comm, const Layout& layout)
      : matrix(comm, layout), descriptor(ashlar::descriptor(matrix).to_array()) {}

  int order() const { return static_cast<int>(matrix.rows()); }
  T* data() { return matrix.local().data; }
  const int* desc() const { return descriptor.data(); }
};

/// @throws ForeignError unless INFO of a peer is zero
inline void check_info(int info, const char* routine) {
  if (info != 0) throw ForeignError(concat(routine, " returned INFO = ", info));
}

}  // namespace ashlar::bench
