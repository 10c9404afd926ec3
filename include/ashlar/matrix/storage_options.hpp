// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <ashlar/base/enums.hpp>
#include <ashlar/mpi/shared_memory.hpp>

namespace ashlar {

/// Contents of a new matrix.
enum class Init { Zero, Uninitialized };

/// Storage of a new matrix's local blocks.
struct StorageOptions {
  Init init = Init::Zero;  ///< [same]
  mpi::StorageKind kind =
      mpi::StorageKind::Automatic;  ///< [same] shared where the node allows it, else heap
  StorageOrder order = StorageOrder::Fortran;  ///< [same] column-major (Fortran) or row-major (C)
                                               ///< blocks of a matrix of any kind
};

}  // namespace ashlar
