// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "io/formats/format.hpp"
#include "io/posix_file.hpp"

namespace ashlar::io {

/// Array of elements in a file, one line after another.
struct ArrayPlace {
  DType dtype = DType::Float64;
  bool swapped = false;  ///< the bytes of an element stand in the other order than this machine's
  StorageOrder order = StorageOrder::C;
  Shape shape;
  Index offset = 0;  ///< bytes before the first element
};

/// Reads a part of the array in this machine's byte order, its lines one after another.
/// @throws FileError if the system refuses or the file ends early
void read_array(const InputFile& file, const ArrayPlace& place, Section box, void* out);

/// Reader of a file whose elements stand in it as an array.
class ArrayReader final : public FileReader {
 public:
  /// @param info  of the file; shape, order, dtype and byte order say how the elements stand
  ArrayReader(InputFile file, FileInfo info, Index offset);
  void read(Section box, void* out) const override;

 private:
  InputFile file_;
  ArrayPlace place_;
};

}  // namespace ashlar::io
