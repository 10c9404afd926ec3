// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <ashlar/base/enums.hpp>
#include <ashlar/base/index.hpp>
#include <ashlar/base/scalar.hpp>
#include <ashlar/layout/shape.hpp>

namespace ashlar::io::detail {

/// Header of a .npy file. Pure: no file, no MPI.
struct NpyHeader {
  DType dtype = DType::Float64;  ///< in memory
  std::string stored_as = {};    ///< "bool" (in memory uint8), "float16" (float32) or empty
  bool swapped = false;          ///< byte order is not this machine's
  StorageOrder order = StorageOrder::C;
  int dimensions = 2;  ///< 0 (scalar, as 1x1), 1 (vector, as n x 1), 2, …
  Shape shape;         ///< of the matrix; above two dimensions all but the slowest are merged
  std::vector<Index> extents = {};  ///< above two dimensions; else empty
  Index data_offset = 0;            ///< bytes before the data

  /// Bytes of an element in the file.
  Index element_bytes() const {
    return stored_as == "float16" ? 2 : static_cast<Index>(size_of(dtype));
  }
  Index data_bytes() const { return shape.rows * shape.cols * element_bytes(); }
  /// "float64", or stored_as, such as "float16".
  std::string element_name() const {
    return stored_as.empty() ? std::string(to_string(dtype)) : stored_as;
  }
  friend bool operator==(const NpyHeader&, const NpyHeader&) = default;
};

/// Maximum header text, as in NumPy.
inline constexpr Index npy_max_header_bytes = 10'000;

/// Maximum dimensions, as in NumPy.
inline constexpr int npy_max_dimensions = 64;

/// Longest prefix that parse_npy_header needs.
inline constexpr Index npy_max_prefix_bytes = 12 + npy_max_header_bytes;

/// Parses the header of a .npy file (format versions 1, 2 and 3). Stricter than NumPy, which
/// evaluates a Python expression: requires exactly the keys descr, fortran_order and shape, each
/// once, with plain values. Allocates at most the header's length.
/// @param prefix  first min(file size, npy_max_prefix_bytes) bytes
/// @param path    for errors
/// @post  data_bytes() fits 63 bits
/// @throws FileError: not .npy, truncated, unknown version or element type, too many dimensions,
/// sizes beyond 63 bits, malformed text
NpyHeader parse_npy_header(std::string_view prefix, const std::string& path);

/// Compares the size of the file with that of header and array.
/// @throws FileError if they differ
void check_npy_size(const NpyHeader& header, Index file_bytes, const std::string& path);

/// Header as written by NumPy: version 1.0, padded to a multiple of 64 bytes. Ignores data_offset.
/// @throws ArgumentError  if dimensions does not fit the shape (1 requires one column, 0 one
/// element), the flattened extents are not the shape, or stored_as is invalid for dtype
std::string format_npy_header(const NpyHeader& header);

}  // namespace ashlar::io::detail
