// SPDX-License-Identifier: BSD-3-Clause
#include "file_in_memory.hpp"
#include "io/formats/table_row.hpp"
#include "read_boxes.hpp"

using namespace ashlar;

// The length of the input selects the hints.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t count) {
  const fuzz::FileInMemory file(bytes, count);
  const char delimiters[] = {'\0', ',', ' ', '\t', ';'};
  const io::FileHints hints = {
      .dtype = fuzz::some_dtype(count),
      .delimiter = delimiters[count % std::size(delimiters)],
      .header = count % 3 == 0 ? std::nullopt : std::optional(count % 3 == 1),
      .missing = count % 2 == 0 ? io::Missing::Nan : io::Missing::Refused};
  fuzz::read_boxes([&] { return io::open_table(file.path(), io::FileHints{}); });
  fuzz::read_boxes([&] { return io::open_table(file.path(), hints); });
  fuzz::read_boxes(
      [&] { return io::open_table(file.path(), io::FileHints{}, io::TableForm::Txt); });
  return 0;
}
