// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <span>
#include <string>

#include <ashlar/base/index.hpp>

#include "call.hpp"

namespace ashlar::io::hdf5 {

/// Text of an attribute, none if there is no such attribute or it is no single short text.
/// @throws FileError
std::optional<std::string> text_attribute(const Calls& call, hid_t object, const char* name);

/// True if the object has such an attribute.
/// @throws FileError
bool has_attribute(const Calls& call, hid_t object, const char* name);

/// Adds a text of fixed length.
/// @throws FileError
/// @collective where the file was opened by several ranks, as the next ones
void add_text(const Calls& call, hid_t object, const char* name, const std::string& text);

/// Adds one number.
/// @param type  of the file and of `value`: H5T_NATIVE_UINT8, …
void add_number(const Calls& call, hid_t object, const char* name, hid_t type, const void* value);

/// Adds a list of 64-bit integers.
void add_numbers(const Calls& call, hid_t object, const char* name, std::span<const Index> numbers);

}  // namespace ashlar::io::hdf5
