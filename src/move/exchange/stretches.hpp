// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <mpi.h>

#include <ashlar/base/index.hpp>

namespace ashlar::detail {

/// Equal stretches of memory at equal distances, or memory of an MPI datatype. Byte may be const.
template <class Byte>
struct Stretches {
  Byte* data = nullptr;
  Index bytes = 0;  ///< of each
  Index count = 1;
  Index stride = 0;                       ///< bytes from one to the next, for several
  MPI_Datatype type = MPI_DATATYPE_NULL;  ///< else describes all `bytes` bytes from `data` on

  bool empty() const { return data == nullptr; }
  Index size() const { return count * bytes; }
};

}  // namespace ashlar::detail
