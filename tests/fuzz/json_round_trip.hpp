// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include <ashlar/base/error.hpp>

namespace ashlar::fuzz {

/// Aborts where a record that is accepted is not written as one that says the same.
/// @param parse   (text, name): the record; throws FileError where it is none
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
