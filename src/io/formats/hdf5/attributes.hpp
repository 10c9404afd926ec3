// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <span>
#include <string>

#include <ashlar/base/index.hpp>

#include "call.hpp"

namespace ashlar::io::hdf5 {

/// String attribute; nullopt if missing or not a single short string.
/// @throws FileError
std::optional<std::string> text_attribute(const Calls& call, hid_t object, const char* name);

/// @throws FileError
bool has_attribute(const Calls& call, hid_t object, const char* name);

/// Adds a fixed-length string.
/// @throws FileError
/// @collective where several ranks opened the file, as the next ones
void add_text(const Calls& call, hid_t object, const char* name, const std::string& text);

/// Adds a number.
/// @param type  of the file and of `value`: H5T_NATIVE_UINT8, …
void add_number(const Calls& call, hid_t object, const char* name, hid_t type, const void* value);

void add_numbers(const Calls& call, hid_t object, const char* name, std::span<const Index> numbers);

}  // namespace ashlar::io::hdf5
