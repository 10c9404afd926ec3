// SPDX-License-Identifier: BSD-3-Clause
#include "npy_dictionary.hpp"

#include <array>
#include <bit>
#include <utility>
#include <vector>

#include <ashlar/base/concat.hpp>

#include "file_error.hpp"

namespace ashlar::io {
namespace {

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

/// Sets element type and byte order from "descr".
/// @returns false for an unsupported type
bool take_npy_descr(detail::NpyHeader& header, std::string_view descr) {
  const bool has_mark =
      !descr.empty() && std::string_view("<>=|").find(descr.front()) != std::string_view::npos;
  const char mark = has_mark ? descr.front() : '=';
  const std::string_view name = has_mark ? descr.substr(1) : descr;
  for (const Code& code : codes) {
    if (code.text != name) continue;
    header.dtype = code.dtype;
    header.stored_as = code.stored_as;
    header.swapped = code.bytes() > 1 && mark == (little_endian ? '>' : '<');
    return true;
  }
  return false;
}

/// Recursive-descent parser; its state is the position.
class DictionaryReader {
 public:
  DictionaryReader(std::string_view text, const std::string& path) : text_(text), path_(path) {}

  detail::NpyHeader read() {
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
  template <class... Parts>
  [[noreturn]] void fail(const Parts&... reason) const {
    throw file_error(path_, reason...);
  }

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
    if (!take(c)) fail("the header is malformed: ", what, " was expected at its byte ", at_);
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
      fail("the header is malformed: ", what, " in quotes was expected at its byte ", at_);
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
      fail("the header has the unknown key ", in_quotes(key));
    }
  }

  void once(bool& seen, std::string_view key) {
    if (seen) fail("the header gives ", in_quotes(key), " twice");
    seen = true;
  }

  void read_descr() {
    if (peek() == '[' || peek() == '(')
      fail(
          "its elements are records; Ashlar holds plain numbers (float, complex and integer "
          "types)");
    const std::string_view descr = read_string("an element type");
    if (take_npy_descr(header_, descr)) return;
    fail("its elements are of type ", in_quotes(descr),
         "; Ashlar reads bool, float16, float32, float64, complex64, complex128, int8 to "
         "int64 and uint8 to uint64");
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
      if (std::ssize(sizes) == detail::npy_max_dimensions)
        fail("it has more than ", detail::npy_max_dimensions, " dimensions");
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
    if (at_ < text_.size() && text_[at_] == 'L') ++at_;  // Python 2's long integers
    return value;
  }

  std::string_view text_;
  const std::string& path_;
  std::size_t at_ = 0;
  detail::NpyHeader header_;
  bool has_descr_ = false, has_order_ = false, has_shape_ = false;
};

}  // namespace

detail::NpyHeader read_npy_dictionary(std::string_view text, const std::string& path) {
  return DictionaryReader(text, path).read();
}

std::string npy_descr(const detail::NpyHeader& header) {
  for (const Code& code : codes) {
    if (code.dtype != header.dtype || code.stored_as != header.stored_as) continue;
    const char mark = code.bytes() == 1 ? '|' : little_endian != header.swapped ? '<' : '>';
    return concat(mark, code.text);
  }
  throw ArgumentError(concat("npy header: ", to_string(header.dtype), " cannot be stored as ",
                             in_quotes(header.stored_as),
                             "; give 'bool' for uint8 or 'float16' for float32"));
}

}  // namespace ashlar::io
