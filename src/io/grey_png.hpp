// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <memory>

#include <ashlar/base/scalar.hpp>
#include <ashlar/layout/shape.hpp>

#include "byte_source.hpp"

// Grey PNG images, row by row, by libpng. No MPI.

namespace ashlar::io {

/// No wider or higher image is read or written: a row must fit the memory whatever a file claims.
inline constexpr Index largest_png_side = Index{1} << 24;

/// Pixels of a grey image, from its first row to its last.
class GreyPngReader {
 public:
  /// @param source  must outlive the reader
  /// @throws FileError with one sentence: no sound PNG, too large, interlaced, coloured,
  /// transparent, or if the library was built without libpng
  explicit GreyPngReader(const ByteSource& source);
  GreyPngReader(const GreyPngReader&) = delete;
  GreyPngReader& operator=(const GreyPngReader&) = delete;
  ~GreyPngReader();

  Shape shape() const;
  /// UInt8 or UInt16; fewer bits become eight so that white is 255.
  DType dtype() const;
  /// Rows that were read.
  Index at() const;

  /// The next row; behind the last one the file's end is checked.
  /// @pre  at() is less than the number of rows
  /// @throws FileError  malformed, cut short, or a pixel that is not opaque
  void read_row(void* out);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// Options of GreyPngWriter, by name.
struct GreyPng {
  Shape shape;
  DType dtype = DType::UInt8;  ///< or UInt16
  int compression = 0;         ///< 1 fast to 9 small; 0: libpng's own choice
};

/// A new grey image, written from its first row to its last.
class GreyPngWriter {
 public:
  using Sink = std::function<void(const void* data, Index bytes)>;

  /// @param sink  takes the bytes of the file; what it throws, the calls below throw
  /// @param path  names the file in errors
  /// @throws FileError if libpng refuses, or the library was built without it
  GreyPngWriter(const GreyPng& image, Sink sink, const std::string& path);
  GreyPngWriter(const GreyPngWriter&) = delete;
  GreyPngWriter& operator=(const GreyPngWriter&) = delete;
  ~GreyPngWriter();

  /// @throws FileError
  void write_row(const void* row);
  /// @throws FileError
  void finish();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace ashlar::io
