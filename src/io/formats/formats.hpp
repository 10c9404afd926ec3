// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "io/formats/format.hpp"

// All file formats, one function each, and the choice among them.

namespace ashlar::io {

const FormatTraits& npy_format();

/// All formats of this build.
std::span<const FormatTraits* const> formats();

}  // namespace ashlar::io
