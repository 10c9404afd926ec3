// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include <ashlar/mpi/communicator.hpp>
#include <ashlar/mpi/datatype.hpp>

namespace ashlar::mpi {

/// The elements that `type` names at `data`, one after the other (MPI_Pack).
/// @pre the ranks of `comm` share one representation of numbers
/// @throws OverflowError if they fill 2^31 bytes or more, where MPI_Pack_size answers with a
/// negative size and no error
std::vector<std::byte> pack(CommunicatorView comm, const void* data, const Datatype& type);

/// Puts packed elements back where `type` names them (MPI_Unpack).
/// @throws ArgumentError if there are fewer bytes than the type holds; OverflowError as pack
void unpack(CommunicatorView comm, std::span<const std::byte> bytes, void* data,
            const Datatype& type);

}  // namespace ashlar::mpi
