// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "io/byte_source.hpp"
#include "io/formats/format.hpp"

namespace ashlar::io {

/// Array in a file, stored line by line.
struct ArrayPlace {
  DType dtype = DType::Float64;
  std::string stored_as = {};  ///< "bool" or "float16", as FileInfo::stored_as; else empty
  bool swapped = false;        ///< byte order differs from the machine's
  StorageOrder order = StorageOrder::C;
  Shape shape;
  Index offset = 0;  ///< bytes before the first element
};

/// Reads a section line by line in the machine's byte order.
/// @throws FileError for a system error, an early end, or an invalid bool
void read_array(const ByteSource& file, const ArrayPlace& place, Section box, void* out);

/// Prefetches a section.
void will_read_array(const ByteSource& file, const ArrayPlace& place, Section box) noexcept;

class ArrayReader final : public FileReader {
 public:
  /// @param info  with shape, order, dtype and byte order of the elements
  ArrayReader(std::unique_ptr<const ByteSource> file, FileInfo info, Index offset);
  void read(Section box, void* out) const override;
  void will_read(Section box) const noexcept override;

 private:
  std::unique_ptr<const ByteSource> file_;
  ArrayPlace place_;
};

/// Reader of a .npy file, also within another file.
/// @param format, layout  values of FileInfo
/// @throws FileError as parse_npy_header and check_npy_size
std::unique_ptr<FileReader> open_npy_in(std::unique_ptr<const ByteSource> file,
                                        std::string_view format,
                                        const std::optional<Layout>& layout = {});

}  // namespace ashlar::io
