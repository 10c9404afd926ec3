// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>

#include <ashlar/base/concat.hpp>
#include <ashlar/io/detail/npy_header.hpp>

#include "checkpoint_files.hpp"
#include "file_error.hpp"
#include "formats/lines.hpp"
#include "posix_file.hpp"

namespace ashlar::io {
namespace {

/// Bytes of an element and of the file header.
struct Place {
  Index width, offset;

  explicit Place(const CheckpointInfo::Member& member)
      : width(static_cast<Index>(size_of(member.dtype))),
        offset(member.bytes - member.layout.shape().rows * member.layout.shape().cols * width) {}
};

/// "rows 5:10"; for a part of one line "columns 3:9 of row 4".
std::string describe(Section part, StorageOrder order) {
  const bool by_rows = order == StorageOrder::C;
  const Range lines = lines_of(part, order), within = within_lines(part, order);
  if (lines.empty()) return "the header";
  if (lines.size() > 1) return concat(by_rows ? "rows " : "columns ", lines.first, ":", lines.last);
  return concat(by_rows ? "columns " : "rows ", within.first, ":", within.last, " of ",
                by_rows ? "row " : "column ", lines.first);
}

}  // namespace

Index chunk_count(const CheckpointInfo::Member& member) {
  return member.bytes / member.chunk_bytes + (member.bytes % member.chunk_bytes != 0 ? 1 : 0);
}

Range chunk_range(const CheckpointInfo::Member& member, Index chunk) {
  const Index first = chunk * member.chunk_bytes;
  return {first, first + std::min(member.chunk_bytes, member.bytes - first)};
}

void check_member_header(const std::string& path, const CheckpointInfo::Member& member) {
  const InputFile file(path);
  if (file.size() != member.bytes)
    throw file_error(path, "is ", ashlar::detail::counted(file.size(), "byte"),
                     " long, but was written with ", member.bytes);
  const detail::NpyHeader header =
      detail::parse_npy_header(file.read_prefix(detail::npy_max_prefix_bytes), path);
  detail::check_npy_size(header, file.size(), path);
  const Shape shape = member.layout.shape();
  const bool has_one_order = shape.rows <= 1 || shape.cols <= 1;
  if (header.dimensions > 2 || !header.stored_as.empty() || header.shape != shape ||
      header.dtype != member.dtype || (header.order != member.order && !has_one_order))
    throw file_error(path, "is ", header.shape.rows, "x", header.shape.cols, " ",
                     to_string(header.dtype), " in ", to_string(header.order),
                     " order, but by checkpoint.json it must be ", shape.rows, "x", shape.cols, " ",
                     to_string(member.dtype), " in ", to_string(member.order), " order");
}

Range chunks_of(const CheckpointInfo::Member& member, Section part) {
  const Shape shape = member.layout.shape();
  const auto [width, offset] = Place(member);
  const Range lines = lines_of(part, member.order), within = within_lines(part, member.order);
  if (lines.empty() || within.empty()) return {0, 1};
  const Index length = line_length(shape, member.order);
  const Index first = offset + (lines.first * length + within.first) * width;
  const Index last = offset + ((lines.last - 1) * length + within.last) * width;
  return {first / member.chunk_bytes, (last - 1) / member.chunk_bytes + 1};
}

Section part_of_bytes(Shape shape, StorageOrder order, Index offset, Index width, Range bytes) {
  const Index length = line_length(shape, order);
  const Index first = std::max<Index>(0, bytes.first - offset) / width;
  const Index last = std::min(line_count(shape, order) * length,
                              (std::max<Index>(0, bytes.last - offset) + width - 1) / width);
  if (first >= last) return {};
  const Range lines{first / length, (last - 1) / length + 1};
  if (lines.size() > 1) return section_of(lines, {0, length}, order);
  const Index start = lines.first * length;
  return section_of(lines, {first - start, last - start}, order);
}

Damage damage_of_chunk(const CheckpointInfo::Member& member, Index chunk) {
  const Range bytes = chunk_range(member, chunk);
  const auto [width, offset] = Place(member);
  const Section part = part_of_bytes(member.layout.shape(), member.order, offset, width, bytes);
  return {.file = {},
          .reason = concat("chunk ", chunk, " (bytes ", bytes.first, ":", bytes.last, ", ",
                           describe(part, member.order), ") does not match its checksum"),
          .bytes = bytes,
          .part = part};
}

}  // namespace ashlar::io
