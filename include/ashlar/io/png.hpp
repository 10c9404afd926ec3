// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include <ashlar/io/image.hpp>
#include <ashlar/mpi/communicator.hpp>

namespace ashlar::io {

/// True if the library was built with libpng.
bool png_is_available() noexcept;

/// The bytes of a PNG file, eight bits a channel; one channel if all pixels are grey. The same
/// image gives the same bytes. Pure.
/// @throws ArgumentError  if the library was built without libpng; the message names the package
std::string encode_png(const Image& image);

/// Writes a picture to a .png file, which appears whole or not at all. [local]
/// @throws FileError, and ArgumentError as encode_png
void save_png(const std::string& path, const Image& image);

/// Writes rank 0's picture; those of the other ranks do not matter.
/// @throws what rank 0 met, on all ranks
/// @collective over `comm`
void save_png(mpi::CommunicatorView comm, const std::string& path, const Image& image);

}  // namespace ashlar::io
