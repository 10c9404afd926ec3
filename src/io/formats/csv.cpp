// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/base/concat.hpp>

#include "io/file_error.hpp"
#include "io/formats/csv_reader.hpp"
#include "io/formats/formats.hpp"
#include "io/formats/text_writer.hpp"

namespace ashlar::io {
namespace {

constexpr std::string_view csv_endings[] = {".csv", ".tsv"}, txt_endings[] = {".txt"};

template <TableForm form>
std::unique_ptr<FileReader> open_table(const std::string& path, const FileHints& hints) {
  return std::make_unique<CsvReader>(path, hints, form);
}

std::string refuse_csv(const NewMatrix& matrix) {
  const char delimiter = matrix.style.delimiter;
  if (matrix.shape.empty())
    return concat("a text table does not store the shape ", matrix.shape.rows, "x",
                  matrix.shape.cols, " of a matrix without elements");
  if (!matrix.style.stored_as.empty())
    return concat("a text table has no type ", matrix.style.stored_as);
  if (delimiter != '\0' && !is_text_delimiter(delimiter))
    return concat("the delimiter ", in_quotes({&delimiter, 1}),
                  " cannot be distinguished from numbers and comments");
  return {};
}

template <TableForm form>
std::unique_ptr<FileWriter> create_table(mpi::CommunicatorView comm, const std::string& path,
                                         const NewMatrix& matrix) {
  const char wanted = matrix.style.delimiter;
  const char delimiter = wanted == '\0' ? usual_delimiter(path, form) : wanted;
  return std::make_unique<TextWriter>(
      comm, path, matrix,
      TextStyle{.header = {}, .between = delimiter, .complex_between = '+', .complex_end = "j"});
}

}  // namespace

const FormatTraits& csv_format() {
  static constexpr FormatTraits traits{.name = "csv",
                                       .endings = csv_endings,
                                       .title = "table of numbers as text",
                                       .has_fortran_order = false,
                                       .has_byte_order = false,
                                       .has_delimiter = true,
                                       .is_text = true,
                                       .open = open_table<TableForm::Csv>,
                                       .refusal = refuse_csv,
                                       .create = create_table<TableForm::Csv>};
  return traits;
}

const FormatTraits& txt_format() {
  static constexpr FormatTraits traits{.name = "txt",
                                       .endings = txt_endings,
                                       .title = "table of numbers between blanks, as text",
                                       .has_fortran_order = false,
                                       .has_byte_order = false,
                                       .has_delimiter = true,
                                       .is_text = true,
                                       .open = open_table<TableForm::Txt>,
                                       .refusal = refuse_csv,
                                       .create = create_table<TableForm::Txt>};
  return traits;
}

}  // namespace ashlar::io
