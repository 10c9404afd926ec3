// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include <ashlar/pictures/picture.hpp>

#include "image.hpp"

namespace ashlar::pictures {

/// The bytes of a PNG file, eight bits a channel; one channel if all pixels are grey. The same
/// image gives the same bytes.
/// @throws ArgumentError  if the library was built without libpng; the message names the package
std::string encode_png(const Image& image);

}  // namespace ashlar::pictures
