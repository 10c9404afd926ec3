// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <vector>

#include <ashlar/base/scalar.hpp>
#include <ashlar/layout/layout.hpp>

#include "json_fields.hpp"

// JSON fields of a matrix and its layout.

namespace ashlar::io {

/// The field "dtype".
/// @throws FileError
DType dtype_field(const JsonFields& fields);

/// The field "shape".
/// @throws FileError if elements of `dtype` need more bytes than 63 bits count
Shape shape_field(const JsonFields& fields, DType dtype);

/// The fields "block", "grid", "source", "order" and the optional "ranks".
/// @throws FileError; ArgumentError for an invalid layout
Layout layout_fields(const JsonFields& fields, Shape shape);

/// Writes the fields of layout_fields.
void add_layout_fields(Json& json, const Layout& layout);

/// Ranks by grid position, in the grid's order.
std::vector<int> ranks_in_order(const Layout& layout);

/// Reads `count` checksums, texts of eight digits.
/// @throws FileError
std::vector<std::uint32_t> checksums_field(const JsonFields& fields, const char* name, Index count);

/// Writes the list of checksums_field.
Json checksums_json(const std::vector<std::uint32_t>& checksums);

}  // namespace ashlar::io
