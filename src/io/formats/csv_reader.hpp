// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "io/formats/format.hpp"
#include "io/formats/record_index.hpp"

namespace ashlar::io {

/// True if `delimiter` can stand between numbers: a tab, a blank (which stands for any number of
/// blanks and tabs), or a character that no number and no comment has.
bool is_text_delimiter(char delimiter);
/// What the ending of a file's name promises: a tab of .tsv, else a comma.
char usual_delimiter(std::string_view path);

/// Table of numbers as text: one row a line, with a delimiter between the numbers. Empty lines and
/// what follows a '#' are left out; so is a first line of names. Opening counts the rows of the
/// whole file; only rows that are read are looked into.
class CsvReader : public FileReader {
 public:
  /// @throws FileError
  CsvReader(const std::string& path, const FileHints& hints);
  void read(Section box, void* out) const override;

 private:
  template <class T>
  void read_as(Section box, T* out) const;
  template <class T>
  void read_row(TextCursor& cursor, Range cols, T* out) const;

  InputFile file_;
  TextPlace start_;
  char delimiter_;
  TextSyntax syntax_;
  RecordIndex rows_;
};

}  // namespace ashlar::io
