// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>

namespace ashlar::pictures {

/// Text for XML 1.0, also in attributes: special characters are escaped, invalid ones (controls,
/// broken UTF-8) become U+FFFD.
std::string xml_escaped(std::string_view text);

/// Code points of UTF-8 text.
std::size_t length_of_utf8(std::string_view text);

}  // namespace ashlar::pictures
