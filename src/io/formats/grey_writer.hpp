// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include <ashlar/io/atomic_file.hpp>

#include "io/formats/format.hpp"

// What the formats of grey images share: rank 0 writes them, a row of pixels for a row.

namespace ashlar::io {

/// Why a grey image of at most `largest_side` rows and columns cannot hold the matrix; empty if it
/// can.
std::string refuse_image(const NewMatrix& matrix, Index largest_side);

/// The type of the image's pixels.
inline DType pixel_type(const NewMatrix& matrix) {
  return matrix.dtype == DType::UInt16 && !matrix.style.scaled ? DType::UInt16 : DType::UInt8;
}

/// Each of `count` real numbers, from the least to the greatest, as 0 to 255, to the nearest; all
/// 0 where they are the same. [local]
/// @throws FileError naming a number that is not finite
std::vector<std::uint8_t> scaled_to_grey(DType dtype, const void* numbers, Shape shape,
                                         const std::string& path);

/// Writer of an image. Scaled, it keeps all rows until the least and the greatest number are known.
class GreyWriter : public FileWriter {
 public:
  /// @collective
  GreyWriter(mpi::CommunicatorView comm, const std::string& path, const NewMatrix& matrix)
      : comm_(comm), path_(path), matrix_(matrix), file_(comm, path, 0) {}

  void write(const Lines& lines) override;
  void commit() override;

 protected:
  // On rank 0 only.
  virtual void begin() = 0;
  virtual void write_rows(const void* rows, Index count) = 0;
  virtual void finish() = 0;

  /// Writes the next bytes of the file.
  void append(const void* data, Index bytes);

  const std::string& path() const { return path_; }
  const NewMatrix& matrix() const { return matrix_; }
  Index row_bytes() const {
    return matrix_.shape.cols * static_cast<Index>(size_of(pixel_type(matrix_)));
  }

 private:
  mpi::CommunicatorView comm_;
  std::string path_;
  NewMatrix matrix_;
  AtomicFile file_;
  Index written_ = 0;
  bool has_begun_ = false;
  std::vector<char> kept_;
};

}  // namespace ashlar::io
