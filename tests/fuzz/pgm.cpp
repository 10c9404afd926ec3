// SPDX-License-Identifier: BSD-3-Clause
#include "io/pgm.hpp"

#include <cstdint>
#include <cstdlib>
#include <string>

#include "support/text_source.hpp"

using namespace ashlar;

// What is accepted has as many pixels as its header says, and none beyond the largest.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t count) {
  const test::TextSource source(std::string(reinterpret_cast<const char*>(bytes), count));
  try {
    const io::PgmHeader header =
        io::parse_pgm_header(source.read_prefix(io::pgm_max_header_bytes), source.path());
    io::check_pgm_size(header, source);
    if (!header.is_plain) return 0;
    io::PlainPixels pixels(source, header);
    while (pixels.at() < header.shape.rows * header.shape.cols)
      if (pixels.next() > header.largest) std::abort();
  } catch (const FileError&) {
    return 0;
  }
  return 0;
}
