// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>

namespace ashlar::pictures {

/// Text of any origin as XML 1.0 takes it, also within attributes: the five marks escaped, what is
/// no character of XML (controls, broken UTF-8) as U+FFFD.
std::string xml_escaped(std::string_view text);

/// Number of characters that UTF-8 text shows, roughly: its code points.
std::size_t length_of_utf8(std::string_view text);

}  // namespace ashlar::pictures
