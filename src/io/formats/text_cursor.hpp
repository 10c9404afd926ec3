// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "io/byte_source.hpp"

namespace ashlar::io {

/// Which characters of a text stand between words, and which end one; a line's end always does.
struct TextSyntax {
  constexpr TextSyntax(std::string_view between, std::string_view ends) {
    for (const char c : between) is_blank[static_cast<unsigned char>(c)] = true;
    for (const char c : ends) is_end[static_cast<unsigned char>(c)] = true;
    is_end['\n'] = true;
  }
  std::array<bool, 256> is_blank = {}, is_end = {};
};

/// A place of a text file from which reading can go on.
struct TextPlace {
  Index offset = 0;
  Index line = 1;  ///< 1-based, as editors count
};

/// Walks through a text file word by word, with a window of it in memory. Lines may be of any
/// length, words may not. Lines end in LF or CR LF, the last one also without.
class TextCursor {
 public:
  /// Longest word with the blanks and quotes around it: no number needs as many characters.
  static constexpr Index longest_word = 4096;

  /// @param file, syntax  outlive the cursor
  TextCursor(const ByteSource& file, const TextSyntax& syntax, TextPlace from = {});
  TextCursor(const TextCursor&) = delete;
  TextCursor& operator=(const TextCursor&) = delete;

  /// The line that the next word is of, and where the next character is.
  TextPlace place() const { return {window_at_ + (at_ - window_.data()), line_}; }

  void go_to(TextPlace place);

  /// The next character that is not blank; '\n' at the end of a line and of the file.
  char peek() {
    skip_blanks();
    return *at_;
  }
  bool at_line_end() { return peek() == '\n'; }
  bool at_file_end() { return peek() == '\n' && at_ == end_; }

  /// Characters up to the next that ends a word, without blanks around them; empty if there are
  /// none. A word in double quotes may hold any character of its line, and is given without them.
  /// Valid until the next call of any function.
  /// @throws FileError for an endless word
  std::string_view word();
  /// Passes over one character, as that which ended a word. @pre not at the end of the line
  void skip() { ++at_; }
  /// Goes to the start of the next line, or to the end of the file.
  void next_line();

  /// What is at hand of the rest of the line, at least `longest_word` characters of a longer one.
  std::string_view rest_of_line();

  /// Throws a FileError about this line, and a column of its table unless that is 0.
  [[noreturn]] void fail(const std::string& reason, Index column = 0) const;

 private:
  void skip_blanks();
  const char* quoted_end() const;
  void refill();

  const ByteSource& file_;
  const TextSyntax& syntax_;
  std::vector<char> window_;  // what follows the file's part in it is '\n'
  Index window_at_ = 0;       // offset of its first character
  const char* at_ = nullptr;
  const char* end_ = nullptr;
  Index line_ = 1;
};

}  // namespace ashlar::io
