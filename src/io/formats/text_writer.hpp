// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include <ashlar/io/atomic_file.hpp>

#include "io/formats/format.hpp"
#include "io/packed_parts.hpp"

namespace ashlar::io {

/// How a text format writes elements.
struct TextStyle {
  std::string header;                 ///< before the first line
  char between = '\n';                ///< between the elements of a line, which ends in '\n'
  char complex_between = ' ';         ///< before an imaginary part, as append_number takes it
  std::string_view complex_end = {};  ///< behind an imaginary part
  Index kept_bytes = Index{1} << 26;  ///< [local] a longer part is formatted twice, not kept whole
};

/// Text file that all ranks write together. Each rank formats its part of the lines; the lengths of
/// the parts give their places. A file whose name ends in ".gz" is packed by gzip.
class TextWriter : public FileWriter {
 public:
  /// @collective
  TextWriter(mpi::CommunicatorView comm, const std::string& path, const NewMatrix& matrix,
             TextStyle style);
  void write(const Lines& lines) override;
  void commit() override;

 private:
  template <class T>
  void append_elements(std::string& text, const T* lines, Index stride, Range which) const;
  void append(std::string& text, const Lines& lines, Range which) const;
  void write_plain(const Lines& lines);
  void write_packed(const Lines& lines);

  mpi::CommunicatorView comm_;
  DType dtype_;
  Index length_;  // of a line
  TextStyle style_;
  AtomicFile file_;
  Index offset_ = 0;                     // [same] where the next lines go
  std::unique_ptr<PackedParts> packed_;  // none: the file is not packed
};

}  // namespace ashlar::io
