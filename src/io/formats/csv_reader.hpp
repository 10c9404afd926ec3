// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "io/formats/format.hpp"
#include "io/formats/table_row.hpp"
#include "io/formats/text_cursor.hpp"

namespace ashlar::io {

/// Table of numbers as text, one row per line. Empty lines, comments after '#' and a header line of
/// column names are skipped. The constructor counts all rows; read() parses only the requested
/// ones.
class CsvReader : public FileReader {
 public:
  /// @param form  format and candidate delimiters
  /// @throws FileError
  CsvReader(const std::string& path, const FileHints& hints, TableForm form = TableForm::Csv);
  void read(Section box, void* out) const override;

 private:
  template <class T>
  void read_as(Section box, T* out) const;
  template <class T>
  void read_row(TextCursor& cursor, Range cols, T* out) const;

  std::unique_ptr<const ByteSource> file_;
  TextPlace start_;
  char delimiter_;
  Missing missing_;
  TextSyntax syntax_;
  RecordIndex rows_;
};

}  // namespace ashlar::io
