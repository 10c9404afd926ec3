// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <ashlar/base/enums.hpp>
#include <ashlar/base/index.hpp>
#include <ashlar/base/scalar.hpp>
#include <ashlar/layout/shape.hpp>

namespace ashlar::io {

/// Header of a .npy file: element type, order and shape of the array. Pure: no file, no MPI.
struct NpyHeader {
  DType dtype = DType::Float64;  ///< element type in memory
  std::string stored_as = {};    ///< "bool" (in memory uint8) or "float16" (float32); else empty
  bool swapped = false;          ///< byte order is not this machine's
  StorageOrder order = StorageOrder::C;
  int dimensions =
      2;        ///< of the file: 0 (scalar, loaded as 1x1), 1 (vector, loaded as n x 1), 2, …
  Shape shape;  ///< of the matrix; above two dimensions all but the slowest are merged
  std::vector<Index> extents = {};  ///< of an array above two dimensions; else empty
  Index data_offset = 0;            ///< bytes before the first element

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

/// Maximum length of a header text, equal to the limit of NumPy.
inline constexpr Index npy_max_header_bytes = 10'000;

/// Maximum number of dimensions, equal to the limit of NumPy.
inline constexpr int npy_max_dimensions = 64;

/// Maximum length of the prefix for parse_npy_header.
inline constexpr Index npy_max_prefix_bytes = 12 + npy_max_header_bytes;

/// Parses the header of a .npy file (format versions 1, 2 and 3) from the first bytes of the file.
/// Stricter than NumPy, which evaluates a Python expression: exactly the keys descr, fortran_order
/// and shape, each once, with plain values. Allocations are bounded by the length of the header.
/// @param prefix  the first min(file size, npy_max_prefix_bytes) bytes
/// @param path    file name for errors
/// @post  data_bytes() fits 63 bits
/// @throws FileError with one sentence: not .npy, truncated, unknown version or element type, too
/// many dimensions, sizes beyond 63 bits, other malformed text
NpyHeader parse_npy_header(std::string_view prefix, const std::string& path);

/// Compares `file_bytes` with the size of the header and the array.
/// @throws FileError if they differ
void check_npy_size(const NpyHeader& header, Index file_bytes, const std::string& path);

/// Bytes that NumPy writes before such an array: version 1.0, padded to 64 bytes. data_offset is
/// ignored.
/// @throws ArgumentError  unless dimensions fits the shape (2, 1 with one column, 0 with one
/// element) or the extents, flattened, give the shape; also if stored_as is unknown or does not fit
/// dtype
std::string format_npy_header(const NpyHeader& header);

/// NumPy's "descr" in this machine's byte order: "<f8", "<c16", "|i1", …
std::string npy_descr(DType dtype);

}  // namespace ashlar::io
