// SPDX-License-Identifier: BSD-3-Clause
#include "io/grey_png.hpp"

#include <cstdint>
#include <string>
#include <vector>

#include "support/text_source.hpp"

using namespace ashlar;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t count) {
  const test::TextSource source(std::string(reinterpret_cast<const char*>(bytes), count));
  try {
    io::GreyPngReader image(source);
    std::vector<char> row(
        static_cast<std::size_t>(image.shape().cols * static_cast<Index>(size_of(image.dtype()))));
    while (image.at() < image.shape().rows) image.read_row(row.data());
  } catch (const FileError&) {
    return 0;
  }
  return 0;
}
