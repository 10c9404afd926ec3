// SPDX-License-Identifier: BSD-3-Clause
#include "io/formats/text_cursor.hpp"

#include <algorithm>
#include <cstring>

#include <ashlar/base/concat.hpp>

#include "io/file_error.hpp"

namespace ashlar::io {
namespace {
constexpr Index window_bytes = Index{1} << 18;
}

TextCursor::TextCursor(const ByteSource& file, const TextSyntax& syntax, TextPlace from)
    : file_(file),
      syntax_(syntax),
      window_(static_cast<std::size_t>(std::min(window_bytes, file.size()) + 1)) {
  go_to(from);
}

void TextCursor::go_to(TextPlace place) {
  at_ = end_ = window_.data();
  window_at_ = place.offset;
  line_ = place.line;
  refill();
}

/// Moves unread characters to the front and fills the rest.
void TextCursor::refill() {
  char* const front = window_.data();
  const Index kept = end_ - at_;
  window_at_ += at_ - front;
  std::memmove(front, at_, static_cast<std::size_t>(kept));
  const Index room = std::ssize(window_) - 1 - kept;
  const Index added = std::min(room, file_.size() - window_at_ - kept);
  file_.read(window_at_ + kept, front + kept, added);
  at_ = front;
  end_ = front + kept + added;
  front[kept + added] = '\n';
}

void TextCursor::skip_blanks() {
  for (;;) {
    if (end_ - at_ <= longest_word && window_at_ + (end_ - window_.data()) < file_.size()) refill();
    const char* const limit = end_ - at_ > longest_word ? end_ - longest_word : end_;
    while (at_ < limit && syntax_.is_blank[static_cast<unsigned char>(*at_)]) ++at_;
    if (at_ < limit || at_ == end_) break;
  }
  // end_ is on a '\n': a CR at the end of the file is a line end.
  if (*at_ == '\r' && at_ < end_ && at_[1] == '\n') ++at_;
}

std::string_view TextCursor::word() {
  skip_blanks();
  const auto is_blank = [&](char c) { return syntax_.is_blank[static_cast<unsigned char>(c)]; };
  const char* first = at_;
  const bool is_quoted = *first == '"';
  const char* last = is_quoted ? quoted_end() : first;
  at_ = last;
  while (!syntax_.is_end[static_cast<unsigned char>(*at_)]) ++at_;
  if (at_ - first > longest_word)
    fail("a word of more than ", longest_word, " characters starts with ",
         in_quotes({first, static_cast<std::size_t>(longest_word)}));
  const char* const end = *at_ == '\n' && at_ > last && at_[-1] == '\r' ? at_ - 1 : at_;
  if (is_quoted) {
    if (!std::all_of(last, end, is_blank)) fail("characters follow a closing quote");
    ++first;
    --last;
  } else {
    last = end;
  }
  while (first < last && is_blank(*first)) ++first;
  while (first < last && is_blank(last[-1])) --last;
  return {first, static_cast<std::size_t>(last - first)};
}

/// Position after the closing quote; doubled quotes belong to the word.
const char* TextCursor::quoted_end() const {
  const char* at = at_ + 1;
  for (; *at != '\n'; ++at) {
    if (*at != '"') continue;
    if (at[1] != '"') return at + 1;
    ++at;
  }
  fail("a quote has no end");
}

void TextCursor::next_line() {
  for (;;) {
    const void* const found = std::memchr(at_, '\n', static_cast<std::size_t>(end_ - at_));
    if (found != nullptr) {
      at_ = static_cast<const char*>(found) + 1;
      ++line_;
      return;
    }
    at_ = end_;
    if (window_at_ + (end_ - window_.data()) == file_.size()) return;
    refill();
  }
}

bool TextCursor::find_line(char comment) {
  for (; !at_file_end(); next_line()) {
    const char c = peek();
    if (c != '\n' && c != comment) return true;
  }
  return false;
}

std::string_view TextCursor::rest_of_line() {
  skip_blanks();
  const char* const last = std::find(at_, end_, '\n');
  return {at_, static_cast<std::size_t>(last - at_)};
}

void TextCursor::fail_in(Index column, const std::string& reason) const {
  const std::string where = column > 0 ? concat(", column ", column) : "";
  throw file_error(file_.path(), "line ", line_, where, ": ", reason);
}

}  // namespace ashlar::io
