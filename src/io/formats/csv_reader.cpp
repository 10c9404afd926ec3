// SPDX-License-Identifier: BSD-3-Clause
#include "io/formats/csv_reader.hpp"

#include <algorithm>

#include <ashlar/base/concat.hpp>

#include "io/file_error.hpp"
#include "io/formats/countable_shape.hpp"
#include "io/formats/text_number.hpp"
#include "io/in_quotes.hpp"

namespace ashlar::io {
namespace {

constexpr std::string_view byte_order_mark =
    "\xef\xbb\xbf";  // which some programs begin UTF-8 with

TextSyntax syntax_of(char delimiter) {
  if (delimiter == ' ') return {" \t", " \t#"};
  const char ends[] = {delimiter, '#'};
  return {delimiter == '\t' ? " " : " \t", {ends, 2}};
}

/// Goes to the next line that is neither empty nor a comment; false if there is none.
bool find_row(TextCursor& cursor) {
  for (; !cursor.at_file_end(); cursor.next_line()) {
    const char c = cursor.peek();
    if (c != '\n' && c != '#') return true;
  }
  return false;
}

/// Goes from the end of a word to the next one; false if the row ends.
bool next_word(TextCursor& cursor, char delimiter) {
  const char c = cursor.peek();
  if (c == '\n' || c == '#') return false;
  if (delimiter != ' ') cursor.skip();
  return true;
}

bool is_called(std::string_view path, std::string_view small_ending) {
  return path.size() > small_ending.size() &&
         std::equal(small_ending.begin(), small_ending.end(), path.end() - small_ending.size(),
                    [](char a, char b) { return a == b || (b >= 'A' && b <= 'Z' && a == b + 32); });
}

/// The delimiter that the first row shows: a comma first in what is called .csv, last elsewhere.
char delimiter_of(const InputFile& file, TextPlace start) {
  const TextSyntax no_words(" ", "#");
  TextCursor cursor(file, no_words, start);
  if (!find_row(cursor)) return ' ';
  std::string bare;  // the row without what is quoted and what is a comment
  bool is_quoted = false;
  for (const char c : cursor.rest_of_line()) {
    if (c == '"') is_quoted = !is_quoted;
    else if (!is_quoted && c == '#') break;
    else if (!is_quoted) bare += c;
  }
  for (const char c : std::string_view(is_called(file.path(), ".csv") ? ",\t;" : "\t;,"))
    if (bare.find(c) != std::string::npos) return c;
  return ' ';
}

char checked_delimiter(const InputFile& file, char hint, TextPlace start) {
  if (hint == '\0') return delimiter_of(file, start);
  if (!is_text_delimiter(hint))
    throw file_error(file.path(), concat("the delimiter ", in_quotes({&hint, 1}),
                                         " cannot be told from numbers and comments"));
  return hint;
}

/// What the words of a line are.
struct Words {
  Index numbers = 0, others = 0;
  bool is_complex = false;
  Index first_other = 0;  // 1-based
  std::string other;

  Index count() const { return numbers + others; }
};

/// True of what no text has, and of lines that end in a CR alone.
bool is_control(char c) { return (c >= '\0' && c < ' ' && c != '\t') || c == '\x7f'; }

Words words_of(TextCursor& cursor, char delimiter) {
  Words words;
  do {
    const std::string_view word = cursor.word();
    c128 ignored;
    if (parse_number(word, ignored) != NumberFault::Malformed) {
      ++words.numbers;
      const std::size_t last = word.find_last_not_of(')');
      words.is_complex |= std::string_view("jJiI").find(word[last]) != std::string_view::npos;
    } else if (std::any_of(word.begin(), word.end(), is_control)) {
      cursor.fail(concat(in_quotes(word), " holds a control character"), words.count() + 1);
    } else if (++words.others == 1) {
      words.first_other = words.count();
      words.other = word;
    }
  } while (next_word(cursor, delimiter));
  return words;
}

[[noreturn]] void refuse_word(const TextCursor& cursor, std::string_view word, Index column,
                              const std::string& reason) {
  cursor.fail(word.empty() ? "the field is empty" : reason, column);
}

/// The first row's words, which must be numbers.
Words words_of_numbers(TextCursor& cursor, char delimiter) {
  Words words = words_of(cursor, delimiter);
  if (words.others > 0)
    refuse_word(cursor, words.other, words.first_other,
                concat(in_quotes(words.other), " is no number"));
  return words;
}

}  // namespace

bool is_text_delimiter(char delimiter) {
  constexpr std::string_view delimiters = "\t !$%&'*,/:;<=>?@[\\]^`{|}~";
  return delimiters.find(delimiter) != std::string_view::npos;
}

char usual_delimiter(std::string_view path) { return is_called(path, ".tsv") ? '\t' : ','; }

CsvReader::CsvReader(const std::string& path, const FileHints& hints)
    : file_(path),
      start_{file_.read_prefix(3) == byte_order_mark ? 3 : 0, 1},
      delimiter_(checked_delimiter(file_, hints.delimiter, start_)),
      syntax_(syntax_of(delimiter_)) {
  TextCursor cursor(file_, syntax_, start_);
  if (!find_row(cursor)) throw file_error(path, "holds no numbers");
  TextPlace first = cursor.place();
  Words words = words_of(cursor, delimiter_);
  const Index names = words.numbers == 0 ? words.count() : 0;
  if (words.numbers > 0 && words.others > 0)
    refuse_word(cursor, words.other, words.first_other,
                concat(in_quotes(words.other), " is no number, but the line has numbers"));
  bool has_rows = true;
  if (names > 0) {
    cursor.next_line();
    has_rows = find_row(cursor);
    first = cursor.place();
    if (has_rows) words = words_of_numbers(cursor, delimiter_);
    if (words.count() != names)
      cursor.fail(concat("has ", words.count(), " fields, but the line of names has ", names));
  }
  if (has_rows) {
    rows_.note(first);
    for (cursor.next_line(); find_row(cursor); cursor.next_line()) rows_.note(cursor.place());
  }
  info_.format = "csv";
  info_.dtype = hints.dtype.value_or(words.is_complex ? DType::Complex128 : DType::Float64);
  info_.shape = {rows_.count(), words.count()};
  info_.order = StorageOrder::C;
  info_.bytes = file_.size();
  check_countable(info_.shape, info_.dtype, path);
}

void CsvReader::read(Section box, void* out) const {
  if (box.shape().empty()) return;
  visit_element(info_.dtype,
                [&](auto tag) { read_as(box, static_cast<typename decltype(tag)::type*>(out)); });
}

template <class T>
void CsvReader::read_as(Section box, T* out) const {
  const RecordIndex::Entry& entry = rows_.before(box.rows.first);
  TextCursor cursor(file_, syntax_, entry.place);
  for (Index row = entry.record; row < box.rows.last; ++row, cursor.next_line()) {
    if (!find_row(cursor)) throw file_error(file_.path(), "the file changed while it was read");
    if (row < box.rows.first) continue;
    read_row(cursor, box.cols, out);
    out += box.cols.size();
  }
}

/// All words of the row are counted, those of `cols` read.
template <class T>
void CsvReader::read_row(TextCursor& cursor, Range cols, T* out) const {
  const Index count = info_.shape.cols;
  for (Index col = 0; col < count; ++col) {
    const std::string_view word = cursor.word();
    if (cols.first <= col && col < cols.last) {
      const NumberFault fault = parse_number(word, *out++);
      if (fault != NumberFault::None)
        refuse_word(cursor, word, col + 1, number_refusal(fault, word, info_.dtype));
    }
    const bool goes_on = next_word(cursor, delimiter_);
    if (goes_on && col + 1 == count)
      cursor.fail(concat("has more fields than the first row, which has ", count));
    if (!goes_on && col + 1 < count)
      cursor.fail(concat("has ", col + 1, " fields, but the first row has ", count));
  }
}

}  // namespace ashlar::io
