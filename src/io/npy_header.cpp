// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/io/detail/npy_header.hpp>

#include <optional>
#include <vector>

#include <ashlar/base/concat.hpp>
#include <ashlar/base/error.hpp>

#include "extents.hpp"
#include "file_error.hpp"
#include "npy_dictionary.hpp"

namespace ashlar::io {
namespace {

constexpr std::string_view magic = "\x93NUMPY";

std::string shape_text(const detail::NpyHeader& header) {
  return to_text(header.extents.empty() ? std::vector{header.shape.rows, header.shape.cols}
                                        : header.extents);
}

/// Sets the matrix shape of an array and checks its size in bytes.
void complete(detail::NpyHeader& header, const std::string& path) {
  bool fits = true;
  if (!header.extents.empty()) {
    const std::optional<Shape> shape = flattened(header.extents, header.order);
    fits = shape.has_value();
    header.shape = shape.value_or(Shape{});
  }
  Index elements = 0, bytes = 0;
  if (!fits || __builtin_mul_overflow(header.shape.rows, header.shape.cols, &elements) ||
      __builtin_mul_overflow(elements, header.element_bytes(), &bytes) ||
      __builtin_add_overflow(bytes, header.data_offset, &bytes))
    throw file_error(path, "its shape ", shape_text(header), " of ", header.element_name(),
                     " exceeds the range of 64-bit file sizes");
}

void check_dimensions(const detail::NpyHeader& header) {
  const auto [rows, cols] = header.shape;
  const int dimensions = header.dimensions;
  const bool fits =
      dimensions > 2
          ? dimensions == std::ssize(header.extents) && dimensions <= detail::npy_max_dimensions &&
                flattened(header.extents, header.order) == header.shape
          : header.extents.empty() && (dimensions == 2 || (dimensions == 1 && cols == 1) ||
                                       (dimensions == 0 && rows == 1 && cols == 1));
  expect(fits, "npy header: a ", shape_text(header), header.extents.empty() ? " matrix" : " array",
         " cannot be written with ", ashlar::detail::counted(dimensions, "dimension"));
}

/// Shape in Python's syntax.
std::string tuple(const detail::NpyHeader& header) {
  const auto [rows, cols] = header.shape;
  if (header.dimensions == 0) return "()";
  if (header.dimensions == 1) return concat("(", rows, ",)");
  if (header.dimensions == 2) return concat("(", rows, ", ", cols, ")");
  std::string text;
  for (const Index extent : header.extents) text += concat(text.empty() ? "(" : ", ", extent);
  return text + ")";
}

Index unsigned_at(std::string_view bytes, std::size_t first, std::size_t count) {
  Index value = 0;
  for (std::size_t k = count; k-- > 0;)
    value = value * 256 + static_cast<unsigned char>(bytes[first + k]);
  return value;
}

}  // namespace

detail::NpyHeader detail::parse_npy_header(std::string_view prefix, const std::string& path) {
  if (prefix.empty()) throw file_error(path, "the file is empty, so it is not a .npy file");
  if (prefix.substr(0, magic.size()) != magic)
    throw file_error(path, "not a .npy file: it does not start with the bytes 0x93 NUMPY");
  if (prefix.size() < 10) throw file_error(path, "the file is cut short within its header");
  const int major = static_cast<unsigned char>(prefix[6]),
            minor = static_cast<unsigned char>(prefix[7]);
  if (major < 1 || major > 3 || minor != 0)
    throw file_error(path, "its .npy format version is ", major, ".", minor,
                     "; Ashlar reads 1.0, 2.0 and 3.0");
  const std::size_t text_at = major == 1 ? 10 : 12;
  if (prefix.size() < text_at) throw file_error(path, "the file is cut short within its header");
  const Index length = unsigned_at(prefix, 8, text_at - 8);
  if (length > detail::npy_max_header_bytes)
    throw file_error(path, "its header claims ", ashlar::detail::counted(length, "byte"),
                     "; more than ", detail::npy_max_header_bytes, " are refused, as NumPy does");
  if (static_cast<Index>(prefix.size() - text_at) < length)
    throw file_error(path, "the file is cut short within its header");
  detail::NpyHeader header =
      read_npy_dictionary(prefix.substr(text_at, static_cast<std::size_t>(length)), path);
  header.data_offset = static_cast<Index>(text_at) + length;
  complete(header, path);
  return header;
}

void detail::check_npy_size(const detail::NpyHeader& header, Index file_bytes,
                            const std::string& path) {
  const Index available = file_bytes - header.data_offset;
  if (available == header.data_bytes()) return;
  const std::string claim = concat(shape_text(header), " ", header.element_name(), " needs ",
                                   ashlar::detail::counted(header.data_bytes(), "byte"),
                                   " of data, but the file has ", available);
  throw file_error(
      path, available < header.data_bytes() ? "the file is cut short: " : "the file is too long: ",
      claim);
}

std::string detail::format_npy_header(const detail::NpyHeader& header) {
  check_dimensions(header);
  std::string text =
      concat("{'descr': '", npy_descr(header),
             "', 'fortran_order': ", header.order == StorageOrder::Fortran ? "True" : "False",
             ", 'shape': ", tuple(header), ", }");
  const std::size_t total = (10 + text.size() + 1 + 63) / 64 * 64;
  text.resize(total - 11, ' ');
  text += '\n';
  const auto length = static_cast<unsigned>(text.size());
  return std::string(magic) + '\x01' + '\x00' + static_cast<char>(length % 256) +
         static_cast<char>(length / 256) + text;
}

}  // namespace ashlar::io
