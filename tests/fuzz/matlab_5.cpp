// SPDX-License-Identifier: BSD-3-Clause
#include "io/formats/matlab_5.hpp"

#include "file_in_memory.hpp"
#include "read_boxes.hpp"

using namespace ashlar;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t count) {
  const fuzz::FileInMemory file(bytes, count);
  fuzz::read_boxes([&] { return io::open_matlab_5({file.path(), {}}); });
  fuzz::read_boxes([&] { return io::open_matlab_5({file.path(), "a"}); });
  return 0;
}
