// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <vector>

#include <ashlar/base/scalar.hpp>
#include <ashlar/layout/layout.hpp>

#include "json_fields.hpp"

// The fields that say in JSON what a matrix is and how it was dealt, for all files that have them.

namespace ashlar::io {

/// The field "dtype".
/// @throws FileError
DType dtype_field(const JsonFields& fields);

/// The field "shape".
/// @throws FileError if elements of `dtype` need more bytes than 63 bits count
Shape shape_field(const JsonFields& fields, DType dtype);

/// The fields "block", "grid", "source", "order" and, if it is there, "ranks".
/// @throws FileError; ArgumentError if they are no layout
Layout layout_fields(const JsonFields& fields, Shape shape);

/// Writes what layout_fields reads.
void add_layout_fields(Json& json, const Layout& layout);

/// Ranks by position in the grid's order.
std::vector<int> ranks_in_order(const Layout& layout);

/// A list of `count` checksums, as texts of eight digits.
/// @throws FileError
std::vector<std::uint32_t> checksums_field(const JsonFields& fields, const char* name, Index count);

/// Writes what checksums_field reads.
Json checksums_json(const std::vector<std::uint32_t>& checksums);

}  // namespace ashlar::io
