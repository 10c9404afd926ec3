// SPDX-License-Identifier: BSD-3-Clause
#include "file_in_memory.hpp"
#include "io/formats/matrix_market_reader.hpp"
#include "read_boxes.hpp"

using namespace ashlar;

// The length of the input selects the requested element type.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t count) {
  const fuzz::FileInMemory file(bytes, count);
  fuzz::read_boxes(
      [&] { return io::open_matrix_market(file.path(), {.dtype = fuzz::some_dtype(count)}); });
  return 0;
}
