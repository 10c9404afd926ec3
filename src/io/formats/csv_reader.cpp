// SPDX-License-Identifier: BSD-3-Clause
#include "io/formats/table_row.hpp"

#include <limits>

#include <ashlar/base/concat.hpp>

#include "io/file_error.hpp"
#include "io/formats/text_number.hpp"
#include "io/text_source.hpp"

namespace ashlar::io {
namespace {

// Optional prefix of UTF-8 files.
constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";

[[noreturn]] void refuse_number(const TextCursor& cursor, NumberFault fault, std::string_view word,
                                DType dtype, Index column) {
  const std::string reason =
      word.empty() ? "the field is empty" : number_refusal(fault, word, dtype);
  cursor.fail_in(column, reason + missing_remedy(word));
}

/// NaN for a missing value.
/// @throws FileError for an integer type
template <class T>
T missing_value(const TextCursor& cursor, std::string_view word, Index column) {
  if constexpr (ashlar::detail::IntegerElement<T>) {
    cursor.fail_in(
        column, concat(in_quotes(word), " is a missing value, which no ", to_string(dtype_of<T>()),
                       " can hold; read the table as float64"));
  } else {
    return std::numeric_limits<RealOf<T>>::quiet_NaN();
  }
}

/// Table of numbers as text, one row per line. Empty lines, comments after '#' and a header line of
/// column names are skipped. The constructor counts all rows; read() parses only the requested
/// ones.
class CsvReader final : public FileReader {
 public:
  CsvReader(const std::string& path, const FileHints& hints, TableForm form)
      : file_(open_text(path)),
        start_{file_->read_prefix(3) == byte_order_mark ? 3 : 0, 1},
        delimiter_(table_delimiter(*file_, start_, hints.delimiter, form)),
        missing_(hints.missing),
        syntax_(table_syntax(delimiter_)) {
    TextCursor cursor(*file_, syntax_, start_);
    if (!cursor.find_line(table_comment)) throw file_error(path, "holds no numbers");
    TextPlace first = cursor.place();
    TableRow row = read_table_row(cursor, delimiter_);
    bool has_rows = true;
    if (hints.header.value_or(row.is_header())) {
      info_.names = std::move(row.fields);
      const Index columns = std::ssize(info_.names);
      cursor.next_line();
      has_rows = cursor.find_line(table_comment);
      first = cursor.place();
      row = {};
      if (has_rows) row = read_table_row(cursor, delimiter_);
      if (has_rows && row.count() != columns)
        cursor.fail("has ", row.count(), " fields, but the line of names has ", columns);
      row.fields.resize(static_cast<std::size_t>(columns));
    }
    const bool is_held = row.numbers + (missing_ == Missing::Nan ? row.missing : 0) == row.count();
    if (has_rows && !is_held) refuse_field(cursor, row, !hints.header && info_.names.empty());
    if (has_rows) {
      rows_.note(first);
      for (cursor.next_line(); cursor.find_line(table_comment); cursor.next_line())
        rows_.note(cursor.place());
    }
    info_.format = form == TableForm::Csv ? "csv" : "txt";
    info_.dtype = hints.dtype.value_or(row.is_complex ? DType::Complex128 : DType::Float64);
    info_.shape = {rows_.count(), row.count()};
    info_.order = StorageOrder::C;
    info_.bytes = file_bytes(path);
    check_countable(info_.shape, info_.dtype, path);
  }

  void read(Section box, void* out) const override {
    if (box.shape().empty()) return;
    visit_element(info_.dtype,
                  [&](auto tag) { read_as(box, static_cast<typename decltype(tag)::type*>(out)); });
  }

 private:
  template <class T>
  void read_as(Section box, T* out) const {
    const RecordIndex::Entry& entry = rows_.before(box.rows.first);
    TextCursor cursor(*file_, syntax_, entry.place);
    for (Index row = entry.record; row < box.rows.last; ++row, cursor.next_line()) {
      if (!cursor.find_line(table_comment))
        throw file_error(file_->path(), "the file changed while it was read");
      if (row < box.rows.first) continue;
      read_row(cursor, box.cols, out);
      out += box.cols.size();
    }
  }

  /// Checks the field count; parses only `cols`.
  template <class T>
  void read_row(TextCursor& cursor, Range cols, T* out) const {
    const Index count = info_.shape.cols;
    for (Index col = 0; col < count; ++col) {
      const std::string_view word = cursor.word();
      if (cols.first <= col && col < cols.last) {
        const NumberFault fault = parse_number(word, *out);
        if (fault != NumberFault::None) {
          if (missing_ == Missing::Refused || !is_missing(word))
            refuse_number(cursor, fault, word, info_.dtype, col + 1);
          *out = missing_value<T>(cursor, word, col + 1);
        }
        ++out;
      }
      const bool goes_on = next_field(cursor, delimiter_);
      if (goes_on && col + 1 == count)
        cursor.fail("has more fields than the first row, which has ", count);
      if (!goes_on && col + 1 < count)
        cursor.fail("has ", ashlar::detail::counted(col + 1, "field"), ", but the first row has ",
                    count);
    }
  }

  std::unique_ptr<const ByteSource> file_;
  TextPlace start_;
  char delimiter_;
  Missing missing_;
  TextSyntax syntax_;
  RecordIndex rows_;
};

}  // namespace

std::unique_ptr<FileReader> open_table(const std::string& path, const FileHints& hints,
                                       TableForm form) {
  return std::make_unique<CsvReader>(path, hints, form);
}

}  // namespace ashlar::io
