// SPDX-License-Identifier: BSD-3-Clause
#include "io/formats/matlab_5.hpp"

#include <algorithm>
#include <cstring>
#include <limits>
#include <optional>
#include <string_view>
#include <utility>

#include "io/file_error.hpp"
#include "io/inflated_source.hpp"

namespace ashlar::io {
namespace {

// Types of data elements.
enum : std::uint32_t { mi_int8 = 1, mi_int32 = 5, mi_uint32 = 6, mi_matrix = 14, mi_packed = 15 };
constexpr Index tag_bytes = 8;
// Suffices for 30 dimensions and 1000 bytes of name; MATLAB's limit is 63.
constexpr Index largest_head = 2048;

std::optional<DType> dtype_of_element(std::uint32_t type) {
  switch (type) {
    case 1: return DType::Int8;
    case 2: return DType::UInt8;
    case 3: return DType::Int16;
    case 4: return DType::UInt16;
    case 5: return DType::Int32;
    case 6: return DType::UInt32;
    case 7: return DType::Float32;
    case 9: return DType::Float64;
    case 12: return DType::Int64;
    case 13: return DType::UInt64;
    default: return std::nullopt;
  }
}

class PartOfFile final : public ByteSource {
 public:
  PartOfFile(std::shared_ptr<const ByteSource> file, Index first, Index bytes)
      : file_(std::move(file)), first_(first), bytes_(bytes) {}
  const std::string& path() const override { return file_->path(); }
  Index size() const override { return bytes_; }
  void read(Index offset, void* out, Index bytes) const override {
    if (offset > bytes_ - bytes) throw file_error(path(), "is cut short");
    file_->read(first_ + offset, out, bytes);
  }
  void will_read(Index offset, Index bytes) const noexcept override {
    file_->will_read(first_ + offset, bytes);
  }

 private:
  std::shared_ptr<const ByteSource> file_;
  Index first_, bytes_;
};

class BytesInMemory final : public ByteSource {
 public:
  BytesInMemory(std::string bytes, const std::string& path)
      : bytes_(std::move(bytes)), path_(path) {}
  const std::string& path() const override { return path_; }
  Index size() const override { return std::ssize(bytes_); }
  void read(Index offset, void* out, Index bytes) const override {
    if (offset > size() - bytes) throw file_error(path_, "a variable is cut short");
    std::memcpy(out, bytes_.data() + offset, static_cast<std::size_t>(bytes));
  }

 private:
  std::string bytes_;
  std::string path_;
};

std::uint32_t number_at(const ByteSource& bytes, bool swapped, Index place) {
  if (place > bytes.size() - 4) throw file_error(bytes.path(), "a variable is cut short");
  std::uint32_t number = 0;
  bytes.read(place, &number, sizeof number);
  return swapped ? __builtin_bswap32(number) : number;
}

/// Tag of a data element: 8 bytes, or 4 before at most 4 bytes of data.
struct Tag {
  std::uint32_t type = 0;
  Index first = 0, bytes = 0;  // data
  Index end = 0;               // data and padding
};

Tag read_tag(const ByteSource& bytes, bool swapped, Index place) {
  const std::uint32_t type = number_at(bytes, swapped, place);
  if (type >> 16 != 0)
    return {type & 0xffff, place + 4, static_cast<Index>(type >> 16), place + tag_bytes};
  const Index count = number_at(bytes, swapped, place + 4);
  const Index first = place + tag_bytes;
  return {type, first, count, first + (count + 7) / 8 * 8};
}

Tag read_element(const ByteSource& bytes, bool swapped, Index& place, const char* what) {
  const Tag tag = read_tag(bytes, swapped, place);
  const bool is_small = tag.first == place + 4;
  // The last padding is optional.
  if (tag.bytes > bytes.size() - tag.first || (is_small && tag.bytes > 4))
    throw file_error(bytes.path(), "is malformed: ", what, " of a variable are cut short");
  place = tag.end;
  return tag;
}

}  // namespace

DType Matlab5Variable::class_dtype() const {
  constexpr DType classes[] = {DType::Float64, DType::Float32, DType::Int8,  DType::UInt8,
                               DType::Int16,   DType::UInt16,  DType::Int32, DType::UInt32,
                               DType::Int64,   DType::UInt64};
  return classes[array_class - 6];
}

Matlab5Variable read_matlab_5_variable(const ByteSource& bytes, bool swapped) {
  const auto fail = [&](const auto&... reason) {
    throw file_error(bytes.path(), "is malformed: ", reason...);
  };
  Index place = 0;
  const Tag flags = read_element(bytes, swapped, place, "the array flags");
  if (flags.type != mi_uint32 || flags.bytes != 8) fail("a variable has no array flags");
  const std::uint32_t word = number_at(bytes, swapped, flags.first);
  Matlab5Variable variable{.name = {},
                           .array_class = static_cast<int>(word & 0xff),
                           .is_complex = (word & 0x800) != 0,
                           .is_logical = (word & 0x200) != 0,
                           .extents = {}};
  // Function handles and tables have no dimensions.
  if (variable.array_class > 15) return variable;
  const Tag dimensions = read_element(bytes, swapped, place, "the dimensions");
  if (dimensions.type != mi_int32 || dimensions.bytes % 4 != 0 || dimensions.bytes < 8)
    fail("a variable has no dimensions");
  for (Index at = 0; at < dimensions.bytes; at += 4) {
    const auto extent = static_cast<std::int32_t>(number_at(bytes, swapped, dimensions.first + at));
    if (extent < 0) fail("a variable has the extent ", extent);
    variable.extents.push_back(extent);
  }
  const Tag name = read_element(bytes, swapped, place, "the name");
  if (name.type != mi_int8) fail("a variable has no name");
  variable.name.resize(static_cast<std::size_t>(name.bytes));
  bytes.read(name.first, variable.name.data(), name.bytes);
  variable.numbers_at = place;
  return variable;
}

Matlab5Numbers read_matlab_5_numbers(const ByteSource& bytes, bool swapped, Index& place) {
  const Tag tag = read_element(bytes, swapped, place, "the numbers");
  const std::optional<DType> dtype = dtype_of_element(tag.type);
  if (!dtype)
    throw file_error(bytes.path(), "is malformed: numbers of a variable have the type ", tag.type,
                     ", which is not a numeric type");
  return {*dtype, tag.first, tag.bytes};
}

std::unique_ptr<const ByteSource> matlab_5_bytes(const std::shared_ptr<const ByteSource>& file,
                                                 const Matlab5Place& place, bool swapped) {
  if (!place.is_packed) return std::make_unique<PartOfFile>(file, place.first, place.bytes);
  const std::string& path = file->path();
  auto unpacked = std::make_shared<InflatedSource>(
      file, PackedBytes{place.first, place.bytes, PackedForm::Zlib}, path);
  const Tag tag = read_tag(*unpacked, swapped, 0);
  if (tag.type != mi_matrix || tag.bytes > unpacked->size() - tag.first)
    throw file_error(path, "is malformed: a packed variable is cut short");
  return std::make_unique<PartOfFile>(std::move(unpacked), tag.first, tag.bytes);
}

std::vector<Matlab5Entry> matlab_5_variables(const ByteSource& file, bool swapped) {
  std::vector<Matlab5Entry> entries;
  for (Index place = matlab_5_header_bytes; place < file.size();) {
    const Tag tag = read_tag(file, swapped, place);
    if (tag.bytes > file.size() - tag.first)
      throw file_error(file.path(), "is cut short: a variable of ", tag.bytes,
                       " bytes begins at byte ", tag.first);
    const bool is_packed = tag.type == mi_packed;
    if (!is_packed && tag.type != mi_matrix)
      throw file_error(file.path(), "is malformed: the data element at byte ", place,
                       " has the type ", tag.type, " and is not a variable");
    std::string head(static_cast<std::size_t>(std::min(tag.bytes, largest_head)), '\0');
    file.read(tag.first, head.data(), std::ssize(head));
    if (is_packed) {
      head = inflated_prefix(head, PackedForm::Zlib, largest_head);
      head.erase(0, static_cast<std::size_t>(std::min(tag_bytes, std::ssize(head))));
    }
    const BytesInMemory bytes(std::move(head), file.path());
    entries.push_back({read_matlab_5_variable(bytes, swapped), {tag.first, tag.bytes, is_packed}});
    // Packed variables have no padding.
    place = is_packed ? tag.first + tag.bytes : tag.end;
  }
  return entries;
}

}  // namespace ashlar::io
