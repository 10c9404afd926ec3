// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <ashlar/io/files.hpp>

#include "io/formats/text_cursor.hpp"

// Rows of text tables: their delimiters and fields.

namespace ashlar::io {

/// Formats of text tables.
enum class TableForm {
  Csv,  ///< fields between commas, tabs or semicolons
  Txt,  ///< fields between blanks and tabs, as numpy.savetxt writes them
};

/// True if `delimiter` can stand between numbers: a tab, a blank (any number of blanks and tabs),
/// or a character that occurs in no number and begins no comment.
bool is_text_delimiter(char delimiter);
/// The delimiter of a new file: a tab for .tsv, else a comma; a blank in the form Txt.
char usual_delimiter(std::string_view path, TableForm form);

/// The delimiter that is asked for, else the one that occurs in the first row.
/// @throws FileError if `wanted` cannot stand between numbers
char table_delimiter(const ByteSource& file, TextPlace start, char wanted, TableForm form);

/// Blanks and ends of fields between such delimiters.
TextSyntax table_syntax(char delimiter);

/// Goes to the next line that is neither empty nor a comment; false if there is none.
bool find_row(TextCursor& cursor);
/// Goes from the end of a field to the next one; false if the row ends.
bool next_field(TextCursor& cursor, char delimiter);

/// True for a field without a value: empty, NA, N/A, <NA>, NaN, null, none, in any case.
bool is_missing(std::string_view field);

/// The fields of a row, counted by kind.
struct TableRow {
  std::vector<std::string> fields;
  Index numbers = 0, missing = 0, words = 0;  ///< "nan" is a number; words are names
  bool is_complex = false;
  /// 1-based column of the first field of each kind; 0: none. Others are none of the three.
  Index first_missing = 0, first_word = 0, first_other = 0;

  Index count() const { return static_cast<Index>(fields.size()); }
  /// True if the row consists of names: words, and fields that are empty or missing values.
  bool is_header() const { return words > 0 && words + missing == count(); }
};

/// Reads a row's fields to its end.
/// @throws FileError for a field with a control character
TableRow read_table_row(TextCursor& cursor, char delimiter);

/// Refuses the field of a row that is not a number, with the remedy.
/// @param can_be_header  the row is the first line of a file without a FileHints::header
[[noreturn]] void refuse_field(const TextCursor& cursor, const TableRow& row, bool can_be_header);

/// Remedy for a missing value, as the end of a sentence; empty for any other field.
std::string missing_remedy(std::string_view field);

}  // namespace ashlar::io
