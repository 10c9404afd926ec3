// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>

#include <ashlar/io/npy_header.hpp>

// Element types as .npy headers name them: "<f8", "|b1".

namespace ashlar::io {

/// Takes element type and byte order of the header from its "descr".
/// @returns false if Ashlar does not hold such elements
bool take_npy_descr(NpyHeader& header, std::string_view descr);

/// The "descr" of the header's element type and byte order.
/// @throws ArgumentError if no type of that name can be stored so
std::string npy_descr(const NpyHeader& header);

}  // namespace ashlar::io
