// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/io/npy_header.hpp>

#include <array>
#include <bit>
#include <optional>
#include <vector>

#include <ashlar/base/concat.hpp>
#include <ashlar/base/expect.hpp>

#include "extents.hpp"
#include "file_error.hpp"
#include "in_quotes.hpp"

namespace ashlar::io {
namespace {

constexpr std::string_view magic = "\x93NUMPY";
constexpr bool little_endian = std::endian::native == std::endian::little;

struct Code {
  std::string_view text;
  DType dtype;
  std::string_view stored_as = {};
  std::size_t bytes() const { return stored_as == "float16" ? 2 : size_of(dtype); }
};
constexpr std::array codes = {
    Code{"f4", DType::Float32},       Code{"f8", DType::Float64},
    Code{"c8", DType::Complex64},     Code{"c16", DType::Complex128},
    Code{"i1", DType::Int8},          Code{"i2", DType::Int16},
    Code{"i4", DType::Int32},         Code{"i8", DType::Int64},
    Code{"u1", DType::UInt8},         Code{"u2", DType::UInt16},
    Code{"u4", DType::UInt32},        Code{"u8", DType::UInt64},
    Code{"b1", DType::UInt8, "bool"}, Code{"f2", DType::Float32, "float16"}};

/// Walks through the header's Python dictionary. Its only memory is the position.
class HeaderReader {
 public:
  HeaderReader(std::string_view text, const std::string& path) : text_(text), path_(path) {}

  NpyHeader read() {
    require('{', "a dictionary");
    while (!take('}')) {
      read_entry();
      if (take(',')) continue;
      require('}', "',' or '}' after an entry");
      break;
    }
    skip_blanks();
    if (at_ < text_.size()) fail("the header goes on after its dictionary");
    if (!has_descr_) fail("the header has no 'descr' (the element type)");
    if (!has_order_) fail("the header has no 'fortran_order'");
    if (!has_shape_) fail("the header has no 'shape'");
    return header_;
  }

 private:
  [[noreturn]] void fail(const std::string& reason) const { throw file_error(path_, reason); }

  void skip_blanks() {
    while (at_ < text_.size() &&
           (text_[at_] == ' ' || text_[at_] == '\n' || text_[at_] == '\t' || text_[at_] == '\r'))
      ++at_;
  }

  char peek() {
    skip_blanks();
    return at_ < text_.size() ? text_[at_] : '\0';
  }

  bool take(char c) {
    if (peek() != c || at_ >= text_.size()) return false;
    ++at_;
    return true;
  }

  void require(char c, const char* what) {
    if (!take(c))
      fail(concat("the header is malformed: ", what, " was expected at its byte ", at_));
  }

  bool take_word(std::string_view word) {
    skip_blanks();
    if (text_.substr(at_, word.size()) != word) return false;
    at_ += word.size();
    return true;
  }

  std::string_view read_string(const char* what) {
    const char quote = peek();
    if (quote != '\'' && quote != '"')
      fail(concat("the header is malformed: ", what, " in quotes was expected at its byte ", at_));
    const std::size_t end = text_.find(quote, at_ + 1);
    if (end == std::string_view::npos) fail("the header is malformed: a quoted text has no end");
    const std::string_view content = text_.substr(at_ + 1, end - at_ - 1);
    at_ = end + 1;
    return content;
  }

  void read_entry() {
    const std::string_view key = read_string("a key");
    require(':', "':' after a key");
    if (key == "descr") {
      once(has_descr_, key);
      read_descr();
    } else if (key == "fortran_order") {
      once(has_order_, key);
      read_order();
    } else if (key == "shape") {
      once(has_shape_, key);
      read_shape();
    } else {
      fail(concat("the header has the unknown key ", in_quotes(key)));
    }
  }

  void once(bool& seen, std::string_view key) {
    if (seen) fail(concat("the header gives ", in_quotes(key), " twice"));
    seen = true;
  }

  void read_descr() {
    if (peek() == '[' || peek() == '(')
      fail(
          "its elements are records; Ashlar holds plain numbers (float, complex and integer "
          "types)");
    const std::string_view descr = read_string("an element type");
    const bool has_mark =
        !descr.empty() && std::string_view("<>=|").find(descr.front()) != std::string_view::npos;
    const char mark = has_mark ? descr.front() : '=';
    const std::string_view name = has_mark ? descr.substr(1) : descr;
    for (const Code& code : codes) {
      if (code.text != name) continue;
      header_.dtype = code.dtype;
      header_.stored_as = code.stored_as;
      header_.swapped = code.bytes() > 1 && mark == (little_endian ? '>' : '<');
      return;
    }
    fail(concat("its elements are of type ", in_quotes(descr),
                "; Ashlar reads bool, float16, float32, float64, complex64, complex128, int8 to "
                "int64 and uint8 to uint64"));
  }

  void read_order() {
    if (take_word("True")) header_.order = StorageOrder::Fortran;
    else if (take_word("False")) header_.order = StorageOrder::C;
    else fail("the header's 'fortran_order' is neither True nor False");
  }

  void read_shape() {
    std::vector<Index> sizes;
    bool comma = true;
    require('(', "the shape as '(…)'");
    while (!take(')')) {
      if (!comma) fail("the header's 'shape' is malformed: its sizes must be separated by commas");
      if (std::ssize(sizes) == npy_max_dimensions)
        fail(concat("it has more than ", npy_max_dimensions, " dimensions"));
      sizes.push_back(read_size());
      comma = take(',');
    }
    if (sizes.size() == 1 && !comma)
      fail("the header's 'shape' is malformed: one size must be followed by a comma");
    header_.dimensions = static_cast<int>(sizes.size());
    if (header_.dimensions > 2) {
      header_.extents = std::move(sizes);
    } else {
      sizes.resize(2, 1);
      header_.shape = {sizes[0], sizes[1]};
    }
  }

  Index read_size() {
    const char first = peek();
    const std::size_t start = at_;
    Index value = 0;
    for (; at_ < text_.size() && text_[at_] >= '0' && text_[at_] <= '9'; ++at_)
      if (__builtin_mul_overflow(value, Index{10}, &value) ||
          __builtin_add_overflow(value, Index{text_[at_] - '0'}, &value))
        fail("a size in the header's 'shape' exceeds 64-bit integers");
    if (at_ == start || (first == '0' && value != 0))
      fail("the header's 'shape' is malformed: it must consist of integers that are at least 0");
    if (at_ < text_.size() && text_[at_] == 'L') ++at_;  // Python 2 wrote long integers so
    return value;
  }

  std::string_view text_;
  const std::string& path_;
  std::size_t at_ = 0;
  NpyHeader header_;
  bool has_descr_ = false, has_order_ = false, has_shape_ = false;
};

std::string shape_text(const NpyHeader& header) {
  return to_text(header.extents.empty() ? std::vector{header.shape.rows, header.shape.cols}
                                        : header.extents);
}

/// The shape of an array of many dimensions, and a check that its bytes can be counted.
void complete(NpyHeader& header, const std::string& path) {
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
    throw file_error(path, concat("its shape ", shape_text(header), " of ", header.element_name(),
                                  " exceeds what 64-bit file sizes can hold"));
}

std::string descr(const NpyHeader& header) {
  for (const Code& code : codes) {
    if (code.dtype != header.dtype || code.stored_as != header.stored_as) continue;
    const char mark = code.bytes() == 1 ? '|' : little_endian != header.swapped ? '<' : '>';
    return concat(mark, code.text);
  }
  throw ArgumentError(concat("npy header: ", to_string(header.dtype), " cannot be stored as ",
                             in_quotes(header.stored_as),
                             "; give 'bool' for uint8 or 'float16' for float32"));
}

void check_dimensions(const NpyHeader& header) {
  const auto [rows, cols] = header.shape;
  const int dimensions = header.dimensions;
  const bool fits =
      dimensions > 2
          ? dimensions == std::ssize(header.extents) && dimensions <= npy_max_dimensions &&
                flattened(header.extents, header.order) == header.shape
          : header.extents.empty() && (dimensions == 2 || (dimensions == 1 && cols == 1) ||
                                       (dimensions == 0 && rows == 1 && cols == 1));
  expect(fits, "npy header: a ", shape_text(header), header.extents.empty() ? " matrix" : " array",
         " cannot be written with ", dimensions, " dimensions");
}

/// The shape as Python writes it.
std::string tuple(const NpyHeader& header) {
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

NpyHeader parse_npy_header(std::string_view prefix, const std::string& path) {
  if (prefix.empty()) throw file_error(path, "the file is empty, so it is not a .npy file");
  if (prefix.substr(0, magic.size()) != magic)
    throw file_error(path, "not a .npy file: it does not start with the bytes 0x93 NUMPY");
  if (prefix.size() < 10) throw file_error(path, "the file is cut short within its header");
  const int major = static_cast<unsigned char>(prefix[6]),
            minor = static_cast<unsigned char>(prefix[7]);
  if (major < 1 || major > 3 || minor != 0)
    throw file_error(path, concat("its .npy format version is ", major, ".", minor,
                                  "; Ashlar reads 1.0, 2.0 and 3.0"));
  const std::size_t text_at = major == 1 ? 10 : 12;
  if (prefix.size() < text_at) throw file_error(path, "the file is cut short within its header");
  const Index length = unsigned_at(prefix, 8, text_at - 8);
  if (length > npy_max_header_bytes)
    throw file_error(path, concat("its header claims ", length, " bytes; more than ",
                                  npy_max_header_bytes, " are refused, as NumPy does"));
  if (static_cast<Index>(prefix.size() - text_at) < length)
    throw file_error(path, "the file is cut short within its header");
  NpyHeader header =
      HeaderReader(prefix.substr(text_at, static_cast<std::size_t>(length)), path).read();
  header.data_offset = static_cast<Index>(text_at) + length;
  complete(header, path);
  return header;
}

void check_npy_size(const NpyHeader& header, Index file_bytes, const std::string& path) {
  const Index available = file_bytes - header.data_offset;
  if (available == header.data_bytes()) return;
  const std::string claim =
      concat(shape_text(header), " ", header.element_name(), " needs ", header.data_bytes(),
             " bytes of data, but the file has ", available);
  throw file_error(path, concat(available < header.data_bytes() ? "the file is cut short: "
                                                                : "the file is too long: ",
                                claim));
}

std::string npy_descr(DType dtype) { return descr({.dtype = dtype, .shape = {}}); }

std::string format_npy_header(const NpyHeader& header) {
  check_dimensions(header);
  std::string text =
      concat("{'descr': '", descr(header),
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
