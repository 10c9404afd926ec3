// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include <ashlar/io/files.hpp>
#include <ashlar/matrix/dist_array.hpp>

namespace ashlar::io {

/// Reads an n-dimensional array from a .npy file or .npz archive, or a matrix or vector from any
/// file that load reads. Every rank reads a slab of the slowest dimension, which is then
/// redistributed.
/// @param distribution  [same] with the sizes of the file; any storage order
/// @throws FileError on all ranks: unreadable, malformed, a scalar, or not of type T
/// @throws ArgumentError  for other sizes than the file's, and as DistArray's constructor
/// @collective
/// @cost twice the memory of the array
template <Element T>
DistArray<T> load_array(const std::string& path, mpi::CommunicatorView comm,
                        const Distribution& distribution, const FileHints& hints = {});
/// Overload that takes the sizes from the file.
/// @param spec  [same] without sizes
/// @example auto u = load_array<double>("u.npy", comm, {.sizes = {},
///                                                      .dists = {Dist::none(), Dist::block()},
///                                                      .psizes = {1, comm.size()}});
template <Element T>
DistArray<T> load_array(const std::string& path, mpi::CommunicatorView comm,
                        const DistributionSpec& spec, const FileHints& hints = {});

/// Writes an array to a .npy file; an array of one or two dimensions to any format of save.
/// Replaces the file atomically.
/// @param path, order, style  [same]
/// @throws FileError on all ranks
/// @collective
/// @cost twice the memory of the array
/// @example save_array("u.npy", u, StorageOrder::Fortran);
template <Element T>
void save_array(const std::string& path, const DistArray<T>& a,
                StorageOrder order = StorageOrder::C, const FileStyle& style = {});

}  // namespace ashlar::io
