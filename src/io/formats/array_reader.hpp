// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <string>

#include "io/byte_source.hpp"
#include "io/formats/format.hpp"

namespace ashlar::io {

/// Array of elements in a file, one line after another.
struct ArrayPlace {
  DType dtype = DType::Float64;
  std::string stored_as = {};  ///< "bool" or "float16", as FileInfo::stored_as; else empty
  bool swapped = false;  ///< the bytes of an element stand in the other order than this machine's
  StorageOrder order = StorageOrder::C;
  Shape shape;
  Index offset = 0;  ///< bytes before the first element
};

/// Reads a part of the array in this machine's byte order, its lines one after another.
/// @throws FileError if the system refuses, the file ends early, or a bool is neither 0 nor 1
void read_array(const ByteSource& file, const ArrayPlace& place, Section box, void* out);

/// Advice that the part is read soon.
void will_read_array(const ByteSource& file, const ArrayPlace& place, Section box) noexcept;

/// Reader of a file whose elements stand in it as an array.
class ArrayReader final : public FileReader {
 public:
  /// @param info  of the file; shape, order, dtype and byte order say how the elements stand
  ArrayReader(std::unique_ptr<const ByteSource> file, FileInfo info, Index offset);
  void read(Section box, void* out) const override;
  void will_read(Section box) const noexcept override;

 private:
  std::unique_ptr<const ByteSource> file_;
  ArrayPlace place_;
};

}  // namespace ashlar::io
