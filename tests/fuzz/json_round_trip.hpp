// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include <ashlar/base/error.hpp>

namespace ashlar::fuzz {

/// Aborts if the text of an accepted record does not parse to an equal record.
/// @param parse   (text, name): the record; throws FileError for a malformed text
/// @param format  (record): its text
template <class Parse, class Format>
int try_json_round_trip(const std::uint8_t* bytes, std::size_t count, Parse&& parse,
                        Format&& format) {
  const std::string_view text(reinterpret_cast<const char*>(bytes), count);
  try {
    const std::string written = format(parse(text, "given.json"));
    if (format(parse(written, "again.json")) != written) std::abort();
  } catch (const FileError&) {
    return 0;
  }
  return 0;
}

}  // namespace ashlar::fuzz
