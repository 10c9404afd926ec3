// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include <ashlar/pictures/picture.hpp>

#include "image.hpp"

namespace ashlar::pictures {

/// PNG file, eight bits a channel, one channel for grey images. Deterministic.
/// @throws ArgumentError  if the library was built without libpng; the message names the package
std::string encode_png(const Image& image);

}  // namespace ashlar::pictures
