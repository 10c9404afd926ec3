// SPDX-License-Identifier: BSD-3-Clause
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include <ashlar/base/error.hpp>
#include <ashlar/io/pieces.hpp>

using namespace ashlar;

// A layout that is accepted must be written as one that says the same.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t count) {
  const std::string_view text(reinterpret_cast<const char*>(bytes), count);
  try {
    const io::PiecesInfo pieces = io::parse_layout_json(text, "layout.json");
    const std::string written = io::format_layout_json(pieces);
    if (io::format_layout_json(io::parse_layout_json(written, "again")) != written) std::abort();
  } catch (const FileError&) {
    return 0;
  }
  return 0;
}
