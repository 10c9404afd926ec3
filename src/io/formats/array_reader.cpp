// SPDX-License-Identifier: BSD-3-Clause
#include "io/formats/array_reader.hpp"

#include <utility>

#include "io/elements.hpp"
#include "io/formats/lines.hpp"

namespace ashlar::io {

void read_array(const InputFile& file, const ArrayPlace& place, Section box, void* out) {
  const Range lines = lines_of(box, place.order), within = within_lines(box, place.order);
  if (lines.empty() || within.empty()) return;
  const Index width = static_cast<Index>(size_of(place.dtype));
  const Index length = line_length(place.shape, place.order);
  // Whole lines stand together.
  const Index step = within.size() == length ? lines.size() : 1;
  char* to = static_cast<char*>(out);
  for (Index line = lines.first; line < lines.last; line += step) {
    const Index bytes = step * within.size() * width;
    file.read(place.offset + (line * length + within.first) * width, to, bytes);
    to += bytes;
  }
  if (place.swapped) swap_elements(out, lines.size() * within.size(), place.dtype);
}

ArrayReader::ArrayReader(InputFile file, FileInfo info, Index offset)
    : file_(std::move(file)), place_{info.dtype, info.swapped, info.order, info.shape, offset} {
  info_ = std::move(info);
  info_.bytes = file_.size();
}

void ArrayReader::read(Section box, void* out) const { read_array(file_, place_, box, out); }

}  // namespace ashlar::io
