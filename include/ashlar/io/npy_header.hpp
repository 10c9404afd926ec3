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

/// Header of a .npy file: element type, order and shape of the array that follows. Pure: no file,
/// no MPI.
struct NpyHeader {
  DType dtype = DType::Float64;  ///< what an element becomes in memory
  std::string stored_as = {};    ///< "bool" (held as uint8) or "float16" (as float32); else empty
  bool swapped = false;  ///< the bytes of an element stand in the other order than this machine's
  StorageOrder order = StorageOrder::C;
  int dimensions = 2;  ///< as written: 0 (a number, held as 1x1), 1 (a vector, held as n x 1), 2, …
  Shape shape;         ///< as a matrix; of more than two dimensions all but the slowest become one
  std::vector<Index> extents = {};  ///< of more than two dimensions: as written; else empty
  Index data_offset = 0;            ///< bytes before the first element

  /// Bytes of an element in the file.
  Index element_bytes() const {
    return stored_as == "float16" ? 2 : static_cast<Index>(size_of(dtype));
  }
  Index data_bytes() const { return shape.rows * shape.cols * element_bytes(); }
  /// "float64", or the type that C++ lacks: "float16".
  std::string element_name() const {
    return stored_as.empty() ? std::string(to_string(dtype)) : stored_as;
  }
  friend bool operator==(const NpyHeader&, const NpyHeader&) = default;
};

/// No header text longer than this is read, whatever the file claims: the limit that NumPy sets
/// itself.
inline constexpr Index npy_max_header_bytes = 10'000;

/// No array of more dimensions is read or written: the limit that NumPy sets itself.
inline constexpr int npy_max_dimensions = 64;

/// So many bytes from the start of a file always suffice for parse_npy_header.
inline constexpr Index npy_max_prefix_bytes = 12 + npy_max_header_bytes;

/// Reads the header of a .npy file (format versions 1, 2 and 3) from the file's first bytes.
/// Strict where NumPy's evaluation of a Python expression is lax: exactly the keys descr,
/// fortran_order and shape, each once, with plain values. Never allocates more than the header's
/// own length.
/// @param prefix  the first min(file size, npy_max_prefix_bytes) bytes
/// @param path    names the file in errors
/// @post  data_bytes() fits 63 bits
/// @throws FileError with one sentence: not .npy, cut short, unknown version or element type, too
/// many dimensions, sizes beyond 63 bits, anything malformed
NpyHeader parse_npy_header(std::string_view prefix, const std::string& path);

/// @throws FileError unless a file of `file_bytes` bytes holds the header and exactly the array's
/// bytes
void check_npy_size(const NpyHeader& header, Index file_bytes, const std::string& path);

/// The bytes that NumPy writes before such an array: version 1.0, a multiple of 64 bytes.
/// data_offset does not matter.
/// @throws ArgumentError  unless dimensions fits the shape: 2, or 1 with one column, or 0 with one
/// element; or the extents, of which the shape must be the flattened one; and if stored_as is no
/// type of its own or does not fit dtype
std::string format_npy_header(const NpyHeader& header);

/// NumPy's "descr" in this machine's byte order: "<f8", "<c16", "|i1", …
std::string npy_descr(DType dtype);

}  // namespace ashlar::io
