// SPDX-License-Identifier: BSD-3-Clause
#include "base64.hpp"

#include <cstdint>

namespace ashlar::pictures {

std::string base64(std::string_view bytes) {
  constexpr std::string_view alphabet =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t k = 0; k < bytes.size(); k += 3) {
    const std::string_view three = bytes.substr(k, 3);
    std::uint32_t bits = 0;
    for (std::size_t b = 0; b < 3; ++b)
      bits = bits << 8 | (b < three.size() ? static_cast<unsigned char>(three[b]) : 0U);
    for (std::size_t c = 0; c < 4; ++c)
      text += c <= three.size() ? alphabet[bits >> (18 - 6 * c) & 63] : '=';
  }
  return text;
}

}  // namespace ashlar::pictures
