// SPDX-License-Identifier: BSD-3-Clause
#include "pgm.hpp"

#include <algorithm>

#include <ashlar/base/concat.hpp>

#include "file_error.hpp"

namespace ashlar::io {
namespace {

bool is_blank(int c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
bool is_digit(int c) { return c >= '0' && c <= '9'; }

/// Walks through the header.
class HeaderReader {
 public:
  HeaderReader(std::string_view text, const std::string& path) : text_(text), path_(path) {}

  PgmHeader read() {
    PgmHeader header;
    if (!text_.starts_with("P2") && !text_.starts_with("P5"))
      fail("not a grey image: it does not start with P2 or P5");
    header.is_plain = text_[1] == '2';
    at_ = 2;
    header.shape.cols = read_number("width");
    header.shape.rows = read_number("height");
    const Index largest = read_number("largest value");
    if (header.shape.rows == 0 || header.shape.cols == 0) fail("the image has no pixel");
    if (largest < 1 || largest > 65535)
      fail(concat("its largest value is ", largest, "; PGM has 1 to 65535"));
    header.largest = static_cast<int>(largest);
    if (!is_blank(peek())) fail("its header is malformed: a blank must end it");
    header.data_offset = static_cast<Index>(at_) + 1;
    Index bytes = 0;
    // A plain pixel takes two bytes as well, but for the blank behind the last.
    if (__builtin_mul_overflow(header.shape.rows, header.shape.cols, &bytes) ||
        __builtin_mul_overflow(bytes, Index{2}, &bytes) ||
        __builtin_add_overflow(bytes, header.data_offset, &bytes))
      fail(concat(header.shape.rows, "x", header.shape.cols,
                  " pixels exceed what 64-bit file sizes can hold"));
    return header;
  }

 private:
  [[noreturn]] void fail(const std::string& reason) const { throw file_error(path_, reason); }

  int peek() const {
    if (at_ < text_.size()) return static_cast<unsigned char>(text_[at_]);
    fail(static_cast<Index>(text_.size()) == pgm_max_header_bytes
             ? concat("its header has more than ", pgm_max_header_bytes, " bytes")
             : "the file is cut short within its header");
  }

  /// Blanks and comments, which end with their line; at least one.
  void skip_blanks() {
    if (!is_blank(peek()) && peek() != '#') fail("its header is malformed: a blank is missing");
    while (is_blank(peek()) || peek() == '#') {
      if (peek() == '#')
        while (peek() != '\n' && peek() != '\r') ++at_;
      ++at_;
    }
  }

  Index read_number(const char* what) {
    skip_blanks();
    if (!is_digit(peek()))
      fail(concat("its header is malformed: its ", what, " is not a number at its byte ", at_));
    Index value = 0;
    for (; is_digit(peek()); ++at_)
      if (__builtin_mul_overflow(value, Index{10}, &value) ||
          __builtin_add_overflow(value, Index{peek() - '0'}, &value))
        fail(concat("its ", what, " exceeds 64-bit integers"));
    return value;
  }

  std::string_view text_;
  const std::string& path_;
  std::size_t at_ = 0;
};

}  // namespace

PgmHeader parse_pgm_header(std::string_view prefix, const std::string& path) {
  return HeaderReader(prefix, path).read();
}

void check_pgm_size(const PgmHeader& header, const ByteSource& source) {
  const auto [rows, cols] = header.shape;
  const Index available = source.size() - header.data_offset;
  const Index width = header.is_plain ? 2 : static_cast<Index>(size_of(header.dtype()));
  const Index needed = rows * cols * width - (header.is_plain ? 1 : 0);
  if (available < needed)
    throw file_error(source.path(),
                     concat("the file is cut short: ", rows, "x", cols, " pixels need ",
                            header.is_plain ? "at least " : "",
                            ashlar::detail::counted(needed, "byte"), ", but it has ", available));
  if (!header.is_plain && available > needed)
    throw file_error(source.path(),
                     concat("the file is too long: ", rows, "x", cols, " pixels need ",
                            ashlar::detail::counted(needed, "byte"), ", but it has ", available,
                            "; Ashlar reads one image a file"));
}

PlainPixels::PlainPixels(const ByteSource& source, const PgmHeader& header)
    : source_(source), header_(header), file_at_(header.data_offset) {}

int PlainPixels::peek() {
  if (used_ == buffer_.size()) {
    constexpr Index chunk = 65536;
    buffer_.resize(static_cast<std::size_t>(std::min(chunk, source_.size() - file_at_)));
    source_.read(file_at_, buffer_.data(), std::ssize(buffer_));
    file_at_ += std::ssize(buffer_);
    used_ = 0;
    if (buffer_.empty()) return -1;
  }
  return static_cast<unsigned char>(buffer_[used_]);
}

void PlainPixels::skip_blanks() {
  while (is_blank(peek())) ++used_;
}

int PlainPixels::next() {
  const auto fail = [&](const char* reason) {
    throw file_error(source_.path(), concat("pixel (", at_ / header_.shape.cols, ", ",
                                            at_ % header_.shape.cols, ") ", reason));
  };
  skip_blanks();
  if (peek() < 0) fail("is missing: the file is cut short");
  if (!is_digit(peek())) fail("is not a number");
  int value = 0;
  for (; is_digit(peek()); ++used_) {
    value = 10 * value + peek() - '0';
    if (value > header_.largest) fail("exceeds the largest value of the header");
  }
  if (peek() >= 0 && !is_blank(peek())) fail("is not a number");
  if (++at_ == header_.shape.rows * header_.shape.cols) {
    skip_blanks();
    if (peek() >= 0) throw file_error(source_.path(), "the file goes on after its last pixel");
  }
  return value;
}

}  // namespace ashlar::io
