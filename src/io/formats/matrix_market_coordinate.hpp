// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "io/formats/format.hpp"
#include "io/formats/matrix_market_header.hpp"

namespace ashlar::io {

/// Matrix Market file that lists entries with their rows and columns, in any order. Elements that
/// are not listed are 0, those that are listed more than once the sum. Opening looks at the rows
/// and columns of all entries, and keeps of each stretch of the file which part of the matrix it
/// lies in; only stretches that may meet what is wanted are read.
class MatrixMarketCoordinate : public FileReader {
 public:
  /// @throws FileError
  MatrixMarketCoordinate(std::unique_ptr<const ByteSource> file, const MatrixMarketHeader& header,
                         std::optional<DType> wanted);
  void read(Section box, void* out) const override;
  bool lists_entries() const noexcept override { return true; }
  void for_each_entry(Section box, const Visit& visit) const override;

 private:
  struct Stretch {
    TextPlace place;
    Index entries = 0;
    Section hull;  // of its entries, as they are listed
  };
  struct Element {
    Index row, col;
  };

  Element read_element(TextCursor& cursor) const;
  template <class T>
  void read_as(Section box, T* out) const;
  /// Calls visit(cursor, row, col, value) for each entry in the box, mirrored ones among them.
  template <class T, class F>
  void entries_as(Section box, F&& visit) const;

  std::unique_ptr<const ByteSource> file_;
  MatrixMarketHeader header_;
  std::vector<Stretch> stretches_;
};

}  // namespace ashlar::io
