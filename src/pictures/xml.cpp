// SPDX-License-Identifier: BSD-3-Clause
#include "xml.hpp"

#include <algorithm>

namespace ashlar::pictures {
namespace {

struct CodePoint {
  char32_t value = 0;
  std::size_t bytes = 0;  // 0: invalid UTF-8
};

bool continues(char c) { return (static_cast<unsigned char>(c) & 0xc0) == 0x80; }

CodePoint first_of(std::string_view text) {
  const auto lead = static_cast<unsigned char>(text.front());
  if (lead < 0x80) return {lead, 1};
  const std::size_t bytes = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  if (lead < 0xc0 || lead > 0xf4 || text.size() < bytes) return {};
  char32_t value = lead & (0x7f >> bytes);
  for (std::size_t k = 1; k < bytes; ++k) {
    if (!continues(text[k])) return {};
    value = value << 6 | (static_cast<unsigned char>(text[k]) & 0x3f);
  }
  constexpr char32_t smallest[] = {0, 0, 0x80, 0x800, 0x10000};
  if (value < smallest[bytes]) return {};
  return {value, bytes};
}

/// Char of XML 1.0.
bool is_xml_character(char32_t c) {
  if (c < 0x20) return c == '\t' || c == '\n' || c == '\r';
  return c < 0xd800 || (c >= 0xe000 && c < 0xfffe) || (c >= 0x10000 && c < 0x110000);
}

}  // namespace

std::string xml_escaped(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const CodePoint c = first_of(text);
    const std::size_t bytes = std::max<std::size_t>(c.bytes, 1);
    if (c.bytes == 0 || !is_xml_character(c.value)) result += "\xef\xbf\xbd";
    else if (c.value == '&') result += "&amp;";
    else if (c.value == '<') result += "&lt;";
    else if (c.value == '>') result += "&gt;";
    else if (c.value == '"') result += "&quot;";
    else if (c.value == '\'') result += "&apos;";
    else result += text.substr(0, bytes);
    text.remove_prefix(bytes);
  }
  return result;
}

std::size_t length_of_utf8(std::string_view text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return !continues(c); }));
}

}  // namespace ashlar::pictures
