// SPDX-License-Identifier: BSD-3-Clause
#include "io/formats/table_row.hpp"

#include <algorithm>

#include <ashlar/base/concat.hpp>

#include "io/file_error.hpp"
#include "io/formats/text_number.hpp"
#include "io/text_source.hpp"

namespace ashlar::io {
namespace {

bool is_called(std::string_view path, std::string_view small_ending) {
  const std::string_view name = without_gz(path);
  return name.size() > small_ending.size() &&
         in_small_letters(name.substr(name.size() - small_ending.size())) == small_ending;
}

/// Candidate delimiters, in order of search.
std::string_view delimiters_of(const std::string& path, TableForm form) {
  if (form == TableForm::Txt) return ",;";
  return is_called(path, ".csv") ? ",\t;" : "\t;,";
}

/// True of control characters and of lone CR line ends.
bool is_control(char c) { return (c >= '\0' && c < ' ' && c != '\t') || c == '\x7f'; }

/// True for a name: begins with a letter or underscore, or is non-ASCII without a digit, unlike
/// "€1.5".
bool is_name(std::string_view field) {
  const auto is_beyond_ascii = [](char c) { return static_cast<unsigned char>(c) >= 0x80; };
  const char first = small_letter(field.front());
  if ((first >= 'a' && first <= 'z') || first == '_') return true;
  return is_beyond_ascii(field.front()) &&
         std::none_of(field.begin(), field.end(), [](char c) { return c >= '0' && c <= '9'; });
}

}  // namespace

bool is_text_delimiter(char delimiter) {
  constexpr std::string_view delimiters = "\t !$%&'*,/:;<=>?@[\\]^`{|}~";
  return delimiters.find(delimiter) != std::string_view::npos;
}

char usual_delimiter(std::string_view path, TableForm form) {
  if (form == TableForm::Txt) return ' ';
  return is_called(path, ".tsv") ? '\t' : ',';
}

char table_delimiter(const ByteSource& file, TextPlace start, char wanted, TableForm form) {
  if (wanted != '\0') {
    if (is_text_delimiter(wanted)) return wanted;
    throw file_error(file.path(), "the delimiter ", in_quotes({&wanted, 1}),
                     " cannot be distinguished from numbers and comments");
  }
  const TextSyntax no_words(" ", "#");
  TextCursor cursor(file, no_words, start);
  if (!cursor.find_line(table_comment)) return ' ';
  std::string bare;  // row without quoted fields and comments
  bool is_quoted = false;
  for (const char c : cursor.rest_of_line()) {
    if (c == '"') is_quoted = !is_quoted;
    else if (!is_quoted && c == '#') break;
    else if (!is_quoted) bare += c;
  }
  for (const char c : delimiters_of(file.path(), form))
    if (bare.find(c) != std::string::npos) return c;
  return ' ';
}

TextSyntax table_syntax(char delimiter) {
  if (delimiter == ' ') return {" \t", " \t#"};
  const char ends[] = {delimiter, '#'};
  return {delimiter == '\t' ? " " : " \t", {ends, 2}};
}

bool next_field(TextCursor& cursor, char delimiter) {
  const char c = cursor.peek();
  if (c == '\n' || c == '#') return false;
  if (delimiter != ' ') cursor.skip();
  return true;
}

bool is_missing(std::string_view field) {
  constexpr std::string_view names[] = {"", "na", "n/a", "<na>", "nan", "null", "none"};
  constexpr std::size_t longest = 4;
  return field.size() <= longest &&
         std::ranges::find(names, in_small_letters(field)) != std::end(names);
}

TableRow read_table_row(TextCursor& cursor, char delimiter) {
  TableRow row;
  do {
    const std::string_view field = cursor.word();
    row.fields.emplace_back(field);
    c128 ignored;
    if (parse_number(field, ignored) != NumberFault::Malformed) {
      ++row.numbers;
      const std::size_t last = field.find_last_not_of(')');
      row.is_complex |= std::string_view("jJiI").find(field[last]) != std::string_view::npos;
      continue;
    }
    if (std::any_of(field.begin(), field.end(), is_control))
      cursor.fail_in(row.count(), concat(in_quotes(field), " holds a control character"));
    const auto note = [&](Index& first) { first = first == 0 ? row.count() : first; };
    if (is_missing(field)) {
      ++row.missing;
      note(row.first_missing);
    } else if (is_name(field)) {
      ++row.words;
      note(row.first_word);
    } else {
      note(row.first_other);
    }
  } while (next_field(cursor, delimiter));
  return row;
}

void refuse_field(const TextCursor& cursor, const TableRow& row, bool can_be_header) {
  const Index column = row.first_other > 0  ? row.first_other
                       : row.first_word > 0 ? row.first_word
                                            : row.first_missing;
  const std::string& field = row.fields[static_cast<std::size_t>(column - 1)];
  const std::string remedy = missing_remedy(field);
  if (field.empty()) cursor.fail_in(column, "the field is empty" + remedy);
  if (!remedy.empty() || !can_be_header)
    cursor.fail_in(column, concat(in_quotes(field), " is not a number", remedy));
  cursor.fail_in(column, concat(in_quotes(field),
                                row.numbers > 0 ? " is not a number, but the line has numbers"
                                                : " is neither a number nor a name",
                                "; --header 1 (FileHints::header) takes the line as column names"));
}

std::string missing_remedy(std::string_view field) {
  return is_missing(field) ? "; --missing nan (FileHints::missing) reads missing values as NaN"
                           : "";
}

}  // namespace ashlar::io
