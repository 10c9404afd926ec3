// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>

#include <ashlar/io/detail/npy_header.hpp>

// Element types in .npy headers: "<f8", "|b1".

namespace ashlar::io {

/// Sets element type and byte order from "descr".
/// @returns false for an unsupported type
bool take_npy_descr(detail::NpyHeader& header, std::string_view descr);

namespace detail {
/// The "descr" of element type and byte order.
/// @throws ArgumentError for an unsupported type
std::string npy_descr(const NpyHeader& header);
}  // namespace detail

}  // namespace ashlar::io
