// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "io/atomic_file.hpp"
#include "io/formats/format.hpp"
#include "io/packed_parts.hpp"

namespace ashlar::io {

/// Format of elements in a text file.
struct TextStyle {
  std::string header;                 ///< before the first line
  char between = '\n';                ///< between elements of a line, which ends in '\n'
  char complex_between = ' ';         ///< before an imaginary part, as in append_number
  std::string_view complex_end = {};  ///< after an imaginary part
  Index kept_bytes = Index{1} << 26;  ///< [local] longer parts are formatted twice
};

/// Text file written by all ranks. Each rank formats its lines; the lengths give the offsets. The
/// ending ".gz" selects gzip.
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
  detail::AtomicFile file_;
  Index offset_ = 0;                     // [same] offset of the next lines
  std::unique_ptr<PackedParts> packed_;  // null without gzip
};

}  // namespace ashlar::io
