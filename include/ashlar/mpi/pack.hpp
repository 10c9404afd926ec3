// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include <ashlar/mpi/communicator.hpp>
#include <ashlar/mpi/datatype.hpp>

namespace ashlar::mpi {

/// Packs the elements of `type` at `data` (MPI_Pack).
/// @pre equal number representations on the ranks of `comm`
/// @throws OverflowError for 2^31 bytes or more, where MPI_Pack_size returns a negative size
/// without an error
std::vector<std::byte> pack(CommunicatorView comm, const void* data, const Datatype& type);

/// Unpacks elements of `type` (MPI_Unpack).
/// @throws ArgumentError if the type holds more bytes; OverflowError as pack
void unpack(CommunicatorView comm, std::span<const std::byte> bytes, void* data,
            const Datatype& type);

}  // namespace ashlar::mpi
