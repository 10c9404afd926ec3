// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "io/formats/format.hpp"
#include "io/formats/matrix_market_header.hpp"
#include "io/formats/text_cursor.hpp"

namespace ashlar::io {

/// Matrix Market file of all elements column by column, or of the lower triangle. The constructor
/// counts all entries; read() parses the requested ones.
class MatrixMarketArray : public FileReader {
 public:
  /// @throws FileError
  MatrixMarketArray(std::unique_ptr<const ByteSource> file, const MatrixMarketHeader& header,
                    std::optional<DType> wanted);
  void read(Section box, void* out) const override;

 private:
  template <class T>
  void read_general(Section box, T* out) const;
  template <class T>
  void read_triangle(Section box, T* out) const;
  Range rows_for(Section box, Index col) const;
  void go_to(TextCursor& cursor, Index& at, Index entry) const;
  template <class T>
  T next_value(TextCursor& cursor, Index& at) const;

  std::unique_ptr<const ByteSource> file_;
  MatrixMarketHeader header_;
  RecordIndex entries_;
};

}  // namespace ashlar::io
