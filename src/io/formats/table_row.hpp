// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <ashlar/io/files.hpp>

#include "io/formats/format.hpp"
#include "io/formats/text_cursor.hpp"

namespace ashlar::io {

/// Formats of text tables.
enum class TableForm {
  Csv,  ///< fields between commas, tabs or semicolons
  Txt,  ///< fields between blanks and tabs, as in numpy.savetxt
};

/// True for a tab, a blank (any number of blanks and tabs), or a character of neither numbers nor
/// comments.
bool is_text_delimiter(char delimiter);
/// Default delimiter: a tab for .tsv, else a comma; a blank for Txt.
char usual_delimiter(std::string_view path, TableForm form);

/// Requested delimiter, else that of the first row.
/// @throws FileError for an invalid `wanted`
char table_delimiter(const ByteSource& file, TextPlace start, char wanted, TableForm form);

inline constexpr char table_comment = '#';

/// Blanks and field ends for a delimiter.
TextSyntax table_syntax(char delimiter);

/// Goes to the next field; false at the row's end.
bool next_field(TextCursor& cursor, char delimiter);

/// True for a missing value: empty, NA, N/A, <NA>, NaN, null, none, in any case.
bool is_missing(std::string_view field);

struct TableRow {
  std::vector<std::string> fields;
  Index numbers = 0, missing = 0, words = 0;  ///< "nan" is a number; words are names
  bool is_complex = false;
  /// 1-based column of the first field of each kind; 0: none. `other`: none of the three kinds.
  Index first_missing = 0, first_word = 0, first_other = 0;

  Index count() const { return static_cast<Index>(fields.size()); }
  /// True for a row of words, empty fields and missing values.
  bool is_header() const { return words > 0 && words + missing == count(); }
};

/// Reads the fields of a row.
/// @throws FileError for a field with a control character
TableRow read_table_row(TextCursor& cursor, char delimiter);

/// Throws for a non-numeric field, with a remedy.
/// @param can_be_header  true for the first line of a file without FileHints::header
[[noreturn]] void refuse_field(const TextCursor& cursor, const TableRow& row, bool can_be_header);

/// Remedy for a missing value, as the end of a sentence; else empty.
std::string missing_remedy(std::string_view field);

/// Opens a table of numbers as text, one row per line. Empty lines, comments after '#' and a header
/// line of column names are skipped.
/// @param form  format and candidate delimiters
/// @throws FileError
std::unique_ptr<FileReader> open_table(const std::string& path, const FileHints& hints,
                                       TableForm form = TableForm::Csv);

}  // namespace ashlar::io
