// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <mpi.h>

#include <cstddef>

#include <ashlar/base/scalar.hpp>

namespace ashlar::mpi {

/// A C++ type that MPI knows by name.
template <class T>
concept NativeElement = Element<T> || OneOf<T, char, std::byte>;

/// MPI's name for the C++ type T: MPI_DOUBLE for double. Never freed, always committed.
template <NativeElement T>
MPI_Datatype native_type() noexcept {
  if constexpr (std::same_as<T, float>) return MPI_FLOAT;
  else if constexpr (std::same_as<T, double>) return MPI_DOUBLE;
  else if constexpr (std::same_as<T, c64>) return MPI_C_FLOAT_COMPLEX;
  else if constexpr (std::same_as<T, c128>) return MPI_C_DOUBLE_COMPLEX;
  else if constexpr (std::same_as<T, std::int8_t>) return MPI_INT8_T;
  else if constexpr (std::same_as<T, std::int16_t>) return MPI_INT16_T;
  else if constexpr (std::same_as<T, std::int32_t>) return MPI_INT32_T;
  else if constexpr (std::same_as<T, std::int64_t>) return MPI_INT64_T;
  else if constexpr (std::same_as<T, std::uint8_t>) return MPI_UINT8_T;
  else if constexpr (std::same_as<T, std::uint16_t>) return MPI_UINT16_T;
  else if constexpr (std::same_as<T, std::uint32_t>) return MPI_UINT32_T;
  else if constexpr (std::same_as<T, std::uint64_t>) return MPI_UINT64_T;
  else if constexpr (std::same_as<T, char>) return MPI_CHAR;
  else return MPI_BYTE;
}

}  // namespace ashlar::mpi
