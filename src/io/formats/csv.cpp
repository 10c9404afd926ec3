// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/base/concat.hpp>

#include "io/file_error.hpp"
#include "io/formats/formats.hpp"
#include "io/formats/table_row.hpp"
#include "io/formats/text_writer.hpp"

namespace ashlar::io {
namespace {

constexpr std::string_view csv_endings[] = {".csv", ".tsv"}, txt_endings[] = {".txt"};

template <TableForm form>
std::unique_ptr<FileReader> open_form(const std::string& path, const FileHints& hints) {
  return open_table(path, hints, form);
}

std::string refuse_csv(const NewMatrix& matrix) {
  const char delimiter = matrix.style.delimiter;
  if (matrix.shape.empty())
    return concat("a text table does not store the shape ", matrix.shape.rows, "x",
                  matrix.shape.cols, " of a matrix without elements");
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

template <TableForm form>
constexpr FormatTraits table_format(std::string_view name,
                                    std::span<const std::string_view> endings,
                                    std::string_view title) {
  return {.name = name,
          .endings = endings,
          .title = title,
          .has_fortran_order = false,
          .has_byte_order = false,
          .has_delimiter = true,
          .is_text = true,
          .open = open_form<form>,
          .refusal = refuse_csv,
          .create = create_table<form>};
}

}  // namespace

const FormatTraits& csv_format() {
  static constexpr FormatTraits traits =
      table_format<TableForm::Csv>("csv", csv_endings, "table of numbers as text");
  return traits;
}

const FormatTraits& txt_format() {
  static constexpr FormatTraits traits =
      table_format<TableForm::Txt>("txt", txt_endings, "table of numbers between blanks, as text");
  return traits;
}

}  // namespace ashlar::io
