// SPDX-License-Identifier: BSD-3-Clause
#include "io/formats/matrix_market_reader.hpp"

#include <algorithm>
#include <charconv>
#include <vector>

#include "io/file_error.hpp"
#include "io/formats/matrix_market_value.hpp"
#include "io/text_source.hpp"

namespace ashlar::io {
namespace {

/// Parses a 1-based index and returns it 0-based.
Index read_index(TextCursor& cursor, const char* what, Index extent) {
  const std::string_view word = cursor.word();
  Index index = 0;
  const char* const last = word.data() + word.size();
  const auto [next, error] = std::from_chars(word.data(), last, index);
  if (next != last || (error != std::errc() && error != std::errc::result_out_of_range))
    cursor.fail("the ", what, " is ", in_quotes(word), ", but must be an integer");
  if (error != std::errc() || index < 1 || index > extent)
    cursor.fail("the ", what, " ", word.substr(0, 20), " is not in 1, ..., ", extent);
  return index - 1;
}

bool meet(Section a, Section b) {
  return !ashlar::detail::intersection(a.rows, b.rows).empty() &&
         !ashlar::detail::intersection(a.cols, b.cols).empty();
}

bool contains(Section box, Index row, Index col) {
  return box.rows.first <= row && row < box.rows.last && box.cols.first <= col &&
         col < box.cols.last;
}

template <class T>
void add(const TextCursor& cursor, T& sum, T value) {
  if constexpr (ashlar::detail::IntegerElement<T>) {
    if (__builtin_add_overflow(sum, value, &sum))
      cursor.fail("the sum of this element's entries is out of the range of ",
                  to_string(dtype_of<T>()));
  } else {
    sum += value;
  }
}

/// Matrix Market file of entries in any order. Unlisted elements are 0; repeated entries add up.
/// The constructor scans all indices and stores the bounding section of each stretch of the file;
/// read() skips stretches that do not intersect the box.
class MatrixMarketCoordinate final : public FileReader {
 public:
  /// @throws FileError
  MatrixMarketCoordinate(std::unique_ptr<const ByteSource> file, const MatrixMarketHeader& header,
                         std::optional<DType> wanted)
      : file_(std::move(file)), header_(header) {
    info_ = matrix_market_info(header, wanted, file_->path());
    constexpr Index step = Index{1} << 20;
    Index count = 0;
    TextCursor cursor(*file_, matrix_market_syntax, header.data);
    for (; cursor.find_line(matrix_market_comment); cursor.next_line()) {
      if (count++ == header.entries)
        cursor.fail("one more entry than the ", header.entries, " that were announced");
      const TextPlace place = cursor.place();
      const auto [row, col] = read_element(cursor);
      if (row == col && header.symmetry == MatrixMarketHeader::Symmetry::SkewSymmetric)
        cursor.fail("the entry (", row + 1, ", ", col + 1,
                    ") is on the diagonal, which a skew-symmetric matrix does not list");
      if (stretches_.empty() || place.offset - stretches_.back().place.offset >= step)
        stretches_.push_back({place, 0, {}});
      Stretch& stretch = stretches_.back();
      ++stretch.entries;
      stretch.hull = {ashlar::detail::hull(stretch.hull.rows, {row, row + 1}),
                      ashlar::detail::hull(stretch.hull.cols, {col, col + 1})};
    }
    if (count < header.entries)
      throw file_error(file_->path(), "the file is cut short: ", header.entries,
                       " entries were announced, but it has ", count);
  }

  void read(Section box, void* out) const override {
    visit_element(info_.dtype,
                  [&](auto tag) { read_as(box, static_cast<typename decltype(tag)::type*>(out)); });
  }
  bool lists_entries() const noexcept override { return true; }
  void for_each_entry(Section box, const Visit& visit) const override {
    visit_element(info_.dtype, [&](auto tag) {
      using T = typename decltype(tag)::type;
      entries_as<T>(
          box, [&](const TextCursor&, Index row, Index col, T value) { visit(row, col, &value); });
    });
  }

 private:
  struct Stretch {
    TextPlace place;
    Index entries = 0;
    Section hull;  // bounding section of its entries
  };
  struct Element {
    Index row, col;
  };

  Element read_element(TextCursor& cursor) const {
    const Index row = read_index(cursor, "row", header_.shape.rows);
    return {row, read_index(cursor, "column", header_.shape.cols)};
  }

  template <class T>
  void read_as(Section box, T* out) const {
    const Shape shape = box.shape();
    std::fill_n(out, shape.rows * shape.cols, T(0));
    entries_as<T>(box, [&](const TextCursor& cursor, Index row, Index col, T value) {
      add(cursor, out[(col - box.cols.first) * shape.rows + (row - box.rows.first)], value);
    });
  }
  /// Calls visit(cursor, row, col, value) for entries in the box, also mirrored ones.
  template <class T, class F>
  void entries_as(Section box, F&& visit) const {
    const bool is_mirrored = header_.symmetry != MatrixMarketHeader::Symmetry::General;
    for (const Stretch& stretch : stretches_) {
      if (!meet(stretch.hull, box) && !(is_mirrored && meet(stretch.hull, box.transposed())))
        continue;
      TextCursor cursor(*file_, matrix_market_syntax, stretch.place);
      for (Index k = 0; k < stretch.entries; ++k, cursor.next_line()) {
        cursor.find_line(matrix_market_comment);
        const auto [row, col] = read_element(cursor);
        const bool is_wanted = contains(box, row, col);
        const bool is_mirror_wanted = is_mirrored && row != col && contains(box, col, row);
        if (!is_wanted && !is_mirror_wanted) continue;
        const T value = read_matrix_market_value<T>(cursor, header_.field);
        if (is_wanted) visit(cursor, row, col, value);
        if (is_mirror_wanted)
          visit(cursor, col, row, mirrored_value(cursor, value, header_.symmetry));
      }
    }
  }

  std::unique_ptr<const ByteSource> file_;
  MatrixMarketHeader header_;
  std::vector<Stretch> stretches_;
};

}  // namespace

std::unique_ptr<FileReader> open_matrix_market_coordinate(std::unique_ptr<const ByteSource> file,
                                                          const MatrixMarketHeader& header,
                                                          std::optional<DType> wanted) {
  return std::make_unique<MatrixMarketCoordinate>(std::move(file), header, wanted);
}

}  // namespace ashlar::io
