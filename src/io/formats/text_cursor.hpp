// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include <ashlar/base/concat.hpp>

#include "io/byte_source.hpp"

namespace ashlar::io {

/// Separators of words, and characters that end a word; a line end always does.
struct TextSyntax {
  constexpr TextSyntax(std::string_view between, std::string_view ends) {
    for (const char c : between) is_blank[static_cast<unsigned char>(c)] = true;
    for (const char c : ends) is_end[static_cast<unsigned char>(c)] = true;
    is_end['\n'] = true;
  }
  std::array<bool, 256> is_blank = {}, is_end = {};
};

/// Position in a text file.
struct TextPlace {
  Index offset = 0;
  Index line = 1;  ///< 1-based
};

/// Reads a text file word by word through a window in memory. Lines have any length, words a
/// limited one. Lines end in LF or CR LF; the last line end is optional.
class TextCursor {
 public:
  /// Longest word with blanks and quotes; sufficient for any number.
  static constexpr Index longest_word = 4096;

  /// @param file, syntax  outlive the cursor
  TextCursor(const ByteSource& file, const TextSyntax& syntax, TextPlace from = {});
  TextCursor(const TextCursor&) = delete;
  TextCursor& operator=(const TextCursor&) = delete;

  /// Position of the next character.
  TextPlace place() const { return {window_at_ + (at_ - window_.data()), line_}; }

  void go_to(TextPlace place);

  /// Next non-blank character; '\n' at the end of a line and of the file.
  char peek() {
    skip_blanks();
    return *at_;
  }
  bool at_line_end() { return peek() == '\n'; }
  bool at_file_end() { return peek() == '\n' && at_ == end_; }

  /// Characters up to the next word end, trimmed; may be empty. A quoted word may have any
  /// character of its line; quotes are removed. Valid until the next call.
  /// @throws FileError beyond `longest_word`
  std::string_view word();
  /// Skips one character. @pre not at the end of the line
  void skip() { ++at_; }
  /// Goes to the next line, or to the end of the file.
  void next_line();
  /// Goes to this or the next line with a word, past those that begin with `comment`; false at the
  /// end.
  bool find_line(char comment);

  /// Rest of the line, at least `longest_word` characters of a longer one.
  std::string_view rest_of_line();

  /// Throws a FileError about this line.
  template <class... Parts>
  [[noreturn]] void fail(const Parts&... reason) const {
    fail_in(0, concat(reason...));
  }
  /// Throws a FileError about a column of this line.
  [[noreturn]] void fail_in(Index column, const std::string& reason) const;

 private:
  void skip_blanks();
  const char* quoted_end() const;
  void refill();

  const ByteSource& file_;
  const TextSyntax& syntax_;
  std::vector<char> window_;  // filled with '\n' after the file's part
  Index window_at_ = 0;       // file offset of its first character
  const char* at_ = nullptr;
  const char* end_ = nullptr;
  Index line_ = 1;
};

/// Positions of some records of a text file, about one per mebibyte, to start reading nearby.
/// Records are rows of a table or entries of an array, numbered from 0.
class RecordIndex {
 public:
  struct Entry {
    Index record;
    TextPlace place;
  };

  /// Counts a record; stores its position if far from the last one.
  void note(TextPlace place) {
    constexpr Index step = Index{1} << 20;
    if (entries_.empty() || place.offset - entries_.back().place.offset >= step)
      entries_.push_back({count_, place});
    ++count_;
  }
  Index count() const { return count_; }

  /// Last entry at or before `record`. @pre 0 <= record < count()
  const Entry& before(Index record) const {
    const auto behind =
        std::upper_bound(entries_.begin(), entries_.end(), record,
                         [](Index wanted, const Entry& entry) { return wanted < entry.record; });
    return *(behind - 1);
  }

 private:
  std::vector<Entry> entries_;
  Index count_ = 0;
};

}  // namespace ashlar::io
