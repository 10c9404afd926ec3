// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <mpi.h>

#include <ashlar/base/index.hpp>

namespace ashlar::detail {

/// Memory of equal stretches at equal distances, in bytes; or of any that MPI was told of. Byte may
/// be const.
template <class Byte>
struct Stretches {
  Byte* data = nullptr;
  Index bytes = 0;  ///< of each
  Index count = 1;
  Index stride = 0;                       ///< from one to the next, where there are several
  MPI_Datatype type = MPI_DATATYPE_NULL;  ///< one of it, from `data` on, is all, `bytes` in size

  bool empty() const { return data == nullptr; }
  Index size() const { return count * bytes; }
};

}  // namespace ashlar::detail
