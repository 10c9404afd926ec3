// SPDX-License-Identifier: BSD-3-Clause
#include "io/formats/matrix_market_reader.hpp"

#include <algorithm>

#include "io/file_error.hpp"
#include "io/formats/matrix_market_value.hpp"
#include "io/text_source.hpp"

namespace ashlar::io {
namespace {
using Symmetry = MatrixMarketHeader::Symmetry;

/// Matrix Market file of all elements column by column, or of the lower triangle. The constructor
/// counts all entries; read() parses the requested ones.
class MatrixMarketArray final : public FileReader {
 public:
  /// @throws FileError
  MatrixMarketArray(std::unique_ptr<const ByteSource> file, const MatrixMarketHeader& header,
                    std::optional<DType> wanted)
      : file_(std::move(file)), header_(header) {
    info_ = matrix_market_info(header, wanted, file_->path());
    TextCursor cursor(*file_, matrix_market_syntax, header.data);
    for (; cursor.find_line(matrix_market_comment); cursor.next_line()) {
      if (entries_.count() == header.entries)
        cursor.fail("one more entry than the ", header.entries, " of a matrix of ",
                    header.shape.rows, "x", header.shape.cols);
      entries_.note(cursor.place());
    }
    if (entries_.count() < header.entries)
      throw file_error(file_->path(), "the file is cut short: ", header.shape.rows, "x",
                       header.shape.cols, " needs ",
                       ashlar::detail::counted(header.entries, "entry", "entries"), ", but it has ",
                       entries_.count());
  }

  void read(Section box, void* out) const override {
    if (box.shape().empty()) return;
    visit_element(info_.dtype, [&](auto tag) {
      using T = typename decltype(tag)::type;
      if (header_.symmetry == Symmetry::General) read_general(box, static_cast<T*>(out));
      else read_triangle(box, static_cast<T*>(out));
    });
  }

 private:
  template <class T>
  void read_general(Section box, T* out) const {
    Index at = 0;
    TextCursor cursor(*file_, matrix_market_syntax, header_.data);
    for (Index col = box.cols.first; col < box.cols.last; ++col) {
      go_to(cursor, at, col * header_.shape.rows + box.rows.first);
      for (Index row = box.rows.first; row < box.rows.last; ++row)
        *out++ = next_value<T>(cursor, at);
    }
  }

  template <class T>
  void read_triangle(Section box, T* out) const {
    const bool is_skew = header_.symmetry == Symmetry::SkewSymmetric;
    const Shape shape = box.shape();
    const auto put = [&](Index row, Index col, T value) {
      const bool is_inside = box.rows.first <= row && row < box.rows.last &&
                             box.cols.first <= col && col < box.cols.last;
      if (is_inside) out[(col - box.cols.first) * shape.rows + (row - box.rows.first)] = value;
    };
    if (is_skew) std::fill_n(out, shape.rows * shape.cols, T(0));  // the diagonal is not stored
    Index at = 0, column_start = 0;
    TextCursor cursor(*file_, matrix_market_syntax, header_.data);
    const Index last = std::min(header_.shape.cols, std::max(box.rows.last, box.cols.last));
    for (Index col = 0; col < last; ++col) {
      const Index first_row = is_skew ? col + 1 : col;
      const Range rows = rows_for(box, col);
      if (!rows.empty()) go_to(cursor, at, column_start + rows.first - first_row);
      for (Index row = rows.first; row < rows.last; ++row) {
        const T value = next_value<T>(cursor, at);
        put(row, col, value);
        if (row != col) put(col, row, mirrored_value(cursor, value, header_.symmetry));
      }
      column_start += header_.shape.rows - first_row;
    }
  }

  /// Stored rows of a column that the box needs: (row, col) and mirrored (col, row).
  Range rows_for(Section box, Index col) const {
    const bool is_skew = header_.symmetry == Symmetry::SkewSymmetric;
    const Range listed{is_skew ? col + 1 : col, header_.shape.rows};
    const bool is_in_cols = box.cols.first <= col && col < box.cols.last;
    const bool is_in_rows = box.rows.first <= col && col < box.rows.last;
    return ashlar::detail::hull(
        is_in_cols ? ashlar::detail::intersection(box.rows, listed) : Range{},
        is_in_rows ? ashlar::detail::intersection(box.cols, listed) : Range{});
  }

  /// Advances the cursor from entry `at` to `entry`.
  void go_to(TextCursor& cursor, Index& at, Index entry) const {
    const RecordIndex::Entry& known = entries_.before(entry);
    if (known.record > at) {
      cursor.go_to(known.place);
      at = known.record;
    }
    for (; at < entry; ++at) {
      cursor.find_line(matrix_market_comment);
      cursor.next_line();
    }
  }

  template <class T>
  T next_value(TextCursor& cursor, Index& at) const {
    if (!cursor.find_line(matrix_market_comment))
      throw file_error(file_->path(), "the file changed while it was read");
    const T value = read_matrix_market_value<T>(cursor, header_.field);
    cursor.next_line();
    ++at;
    return value;
  }

  std::unique_ptr<const ByteSource> file_;
  MatrixMarketHeader header_;
  RecordIndex entries_;
};

}  // namespace

std::unique_ptr<FileReader> open_matrix_market_array(std::unique_ptr<const ByteSource> file,
                                                     const MatrixMarketHeader& header,
                                                     std::optional<DType> wanted) {
  return std::make_unique<MatrixMarketArray>(std::move(file), header, wanted);
}

}  // namespace ashlar::io
