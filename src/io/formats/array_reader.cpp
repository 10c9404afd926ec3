// SPDX-License-Identifier: BSD-3-Clause
#include "io/formats/array_reader.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "io/elements.hpp"
#include "io/file_error.hpp"
#include "io/formats/lines.hpp"
#include "io/half.hpp"

namespace ashlar::io {
namespace {

void check_bools(const ByteSource& file, const ArrayPlace& place, Section box, const char* bytes,
                 Index count) {
  for (Index k = 0; k < count; ++k) {
    const auto byte = static_cast<unsigned char>(bytes[k]);
    if (byte <= 1) continue;
    const ElementPlace at = place_of(k, box, place.order);
    throw file_error(file.path(), "element (", at.row, ", ", at.col, ") is the byte ", +byte,
                     ", but a bool is 0 or 1");
  }
}

/// Byte ranges of equal length at equal distances.
struct Stretches {
  Index count = 0, first = 0, bytes = 0, distance = 0;
  Index at(Index k) const { return first + k * distance; }
};

Stretches stretches_of(const ArrayPlace& place, Section box) {
  const Range lines = lines_of(box, place.order), within = within_lines(box, place.order);
  if (lines.empty() || within.empty()) return {};
  const Index width = stored_bytes(place.dtype, place.stored_as);
  const Index length = line_length(place.shape, place.order);
  const Stretches all{lines.size(), place.offset + (lines.first * length + within.first) * width,
                      within.size() * width, length * width};
  // Whole lines are contiguous.
  return within.size() == length ? Stretches{1, all.first, all.count * all.bytes, 0} : all;
}

// Number of prefetched byte ranges: single small reads are far below the disk's rate.
constexpr Index stretches_ahead = 64;

}  // namespace

void read_array(const ByteSource& file, const ArrayPlace& place, Section box, void* out) {
  const Stretches stretches = stretches_of(place, box);
  const Index count = box.rows.size() * box.cols.size();
  const bool is_half = place.stored_as == "float16";
  char* const room = static_cast<char*>(out);
  char* to = is_half ? room + count * 2 : room;
  Index ahead = 0;
  for (Index k = 0; k < stretches.count; ++k, to += stretches.bytes) {
    for (; stretches.count > 1 && ahead < std::min(stretches.count, k + stretches_ahead); ++ahead)
      file.will_read(stretches.at(ahead), stretches.bytes);
    file.read(stretches.at(k), to, stretches.bytes);
  }
  if (is_half && place.swapped) swap_bytes(room + count * 2, count, 2);
  else if (place.swapped) swap_elements(out, count, place.dtype);
  if (is_half) widen_halves(room, count);
  if (place.stored_as == "bool") check_bools(file, place, box, room, count);
}

void will_read_array(const ByteSource& file, const ArrayPlace& place, Section box) noexcept {
  const Stretches stretches = stretches_of(place, box);
  for (Index k = 0; k < stretches.count; ++k) file.will_read(stretches.at(k), stretches.bytes);
}

ArrayReader::ArrayReader(std::unique_ptr<const ByteSource> file, FileInfo info, Index offset)
    : file_(std::move(file)),
      place_{info.dtype, info.stored_as, info.swapped, info.order, info.shape, offset} {
  info_ = std::move(info);
  info_.bytes = file_->size();
}

void ArrayReader::read(Section box, void* out) const { read_array(*file_, place_, box, out); }

void ArrayReader::will_read(Section box) const noexcept { will_read_array(*file_, place_, box); }

}  // namespace ashlar::io
