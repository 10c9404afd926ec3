// SPDX-License-Identifier: BSD-3-Clause
#include "io/formats/array_reader.hpp"

#include <cstring>
#include <utility>

#include <ashlar/base/concat.hpp>

#include "io/elements.hpp"
#include "io/file_error.hpp"
#include "io/formats/lines.hpp"
#include "io/formats/stored_types.hpp"
#include "io/half.hpp"

namespace ashlar::io {
namespace {

void check_bools(const ByteSource& file, const ArrayPlace& place, Section box, const char* bytes,
                 Index count) {
  for (Index k = 0; k < count; ++k) {
    const auto byte = static_cast<unsigned char>(bytes[k]);
    if (byte <= 1) continue;
    const ElementPlace at = place_of(k, box, place.order);
    throw file_error(file.path(), concat("element (", at.row, ", ", at.col, ") is the byte ", +byte,
                                         ", but a bool is 0 or 1"));
  }
}

/// Half-precision numbers at the end of the room for as many single ones become those, from the
/// first on: the room of each was read before.
void widen(char* room, Index count, bool swapped) {
  char* halves = room + count * 2;
  if (swapped) swap_bytes(halves, count, 2);
  for (Index k = 0; k < count; ++k) {
    std::uint16_t half = 0;
    std::memcpy(&half, halves + k * 2, sizeof half);
    const float x = float_from_half(half);
    std::memcpy(room + k * 4, &x, sizeof x);
  }
}

}  // namespace

void read_array(const ByteSource& file, const ArrayPlace& place, Section box, void* out) {
  const Range lines = lines_of(box, place.order), within = within_lines(box, place.order);
  if (lines.empty() || within.empty()) return;
  const Index count = lines.size() * within.size();
  const Index width = stored_bytes(place.dtype, place.stored_as);
  const Index length = line_length(place.shape, place.order);
  // Whole lines stand together.
  const Index step = within.size() == length ? lines.size() : 1;
  const bool is_half = place.stored_as == "float16";
  char* const room = static_cast<char*>(out);
  char* to = is_half ? room + count * width : room;
  for (Index line = lines.first; line < lines.last; line += step) {
    const Index bytes = step * within.size() * width;
    file.read(place.offset + (line * length + within.first) * width, to, bytes);
    to += bytes;
  }
  if (is_half) widen(room, count, place.swapped);
  else if (place.swapped) swap_elements(out, count, place.dtype);
  if (place.stored_as == "bool") check_bools(file, place, box, room, count);
}

ArrayReader::ArrayReader(std::unique_ptr<const ByteSource> file, FileInfo info, Index offset)
    : file_(std::move(file)),
      place_{info.dtype, info.stored_as, info.swapped, info.order, info.shape, offset} {
  info_ = std::move(info);
  info_.bytes = file_->size();
}

void ArrayReader::read(Section box, void* out) const { read_array(*file_, place_, box, out); }

}  // namespace ashlar::io
