// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <ashlar/base/enums.hpp>
#include <ashlar/mpi/shared_memory.hpp>

namespace ashlar {

/// Initial values of a new matrix.
enum class Init { Zero, Uninitialized };

/// Storage of the local blocks of a new matrix.
struct StorageOptions {
  Init init = Init::Zero;                               ///< [same]
  mpi::StorageKind kind = mpi::StorageKind::Automatic;  ///< [same]
  StorageOrder order = StorageOrder::Fortran;           ///< [same] of elements in a local block
};

}  // namespace ashlar
