// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>

#include <ashlar/base/scalar.hpp>
#include <ashlar/layout/shape.hpp>

#include "byte_source.hpp"

// Netpbm's grey images: P5, binary, and P2, decimal numbers. Pure: no MPI, no file but the source.

namespace ashlar::io {

/// What stands before the pixels.
struct PgmHeader {
  bool is_plain = false;  ///< P2
  Shape shape;
  int largest = 255;      ///< the value of white; a pixel has two bytes if it exceeds 255
  Index data_offset = 0;  ///< bytes before the first pixel

  DType dtype() const { return largest > 255 ? DType::UInt16 : DType::UInt8; }
};

/// So many bytes from the start of a file hold every header that is read, comments included.
inline constexpr Index pgm_max_header_bytes = 65536;

/// @param prefix  the first min(file size, pgm_max_header_bytes) bytes
/// @throws FileError with one sentence: no PGM image, malformed, cut short, sizes beyond 63 bits
PgmHeader parse_pgm_header(std::string_view prefix, const std::string& path);

/// @throws FileError unless the source holds exactly the pixels of a P5 image, or so many bytes as
/// those of a P2 image need at least
void check_pgm_size(const PgmHeader& header, const ByteSource& source);

/// The pixels of a P2 image, one after another.
class PlainPixels {
 public:
  PlainPixels(const ByteSource& source, const PgmHeader& header);

  /// Pixels that were read.
  Index at() const { return at_; }

  /// The next pixel.
  /// @pre  at() is less than the number of pixels
  /// @throws FileError if no number from 0 to the largest is there; behind the last one, if
  /// anything but blanks follows
  int next();

 private:
  int peek();
  void skip_blanks();

  const ByteSource& source_;
  const PgmHeader& header_;
  std::string buffer_;
  std::size_t used_ = 0;  // of the buffer
  Index file_at_;         // behind the buffer
  Index at_ = 0;
};

}  // namespace ashlar::io
