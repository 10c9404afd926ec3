// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "io/formats/format.hpp"
#include "io/formats/matrix_market_header.hpp"

namespace ashlar::io {

/// Matrix Market file of entries in any order. Unlisted elements are 0; repeated entries add up.
/// The constructor scans all indices and stores the bounding section of each stretch of the file;
/// read() skips stretches that do not intersect the box.
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
    Section hull;  // bounding section of its entries
  };
  struct Element {
    Index row, col;
  };

  Element read_element(TextCursor& cursor) const;
  template <class T>
  void read_as(Section box, T* out) const;
  /// Calls visit(cursor, row, col, value) for entries in the box, also mirrored ones.
  template <class T, class F>
  void entries_as(Section box, F&& visit) const;

  std::unique_ptr<const ByteSource> file_;
  MatrixMarketHeader header_;
  std::vector<Stretch> stretches_;
};

}  // namespace ashlar::io
