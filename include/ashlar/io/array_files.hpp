// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include <ashlar/io/files.hpp>
#include <ashlar/matrix/dist_array.hpp>

namespace ashlar::io {

/// An array from a .npy file, or one of an .npz archive, of any number of dimensions; also from
/// every other file that load reads, as it holds a matrix or a vector.
///
/// Every rank reads one contiguous part of the file, a slab of its slowest dimension, which is then
/// moved into place.
/// @param distribution  [same] its sizes are those of the file; in either order
/// @throws FileError on all ranks: unreadable, malformed, a single number, or of another element
/// type than T
/// @throws ArgumentError  if the sizes are not the file's; as DistArray
/// @collective over `comm`
/// @cost twice the array's memory while it runs
template <Element T>
DistArray<T> load_array(const std::string& path, mpi::CommunicatorView comm,
                        const Distribution& distribution, const FileHints& hints = {});
/// The same with the sizes of the file.
/// @param spec  [same] without sizes
/// @example auto u = load_array<double>("u.npy", comm, {.sizes = {},
///                                                      .dists = {Dist::none(), Dist::block()},
///                                                      .psizes = {1, comm.size()}});
template <Element T>
DistArray<T> load_array(const std::string& path, mpi::CommunicatorView comm,
                        const DistributionSpec& spec, const FileHints& hints = {});

/// Writes an array to a .npy file; one of one or two dimensions to every file that save writes. The
/// file appears whole or not at all.
/// @param path   [same]
/// @param order  [same] of the file
/// @param style  [same]
/// @throws FileError on all ranks; nothing remains of what was begun
/// @collective over a.comm()
/// @cost twice the array's memory while it runs
/// @example save_array("u.npy", u, StorageOrder::Fortran);
template <Element T>
void save_array(const std::string& path, const DistArray<T>& a,
                StorageOrder order = StorageOrder::C, const FileStyle& style = {});

}  // namespace ashlar::io
