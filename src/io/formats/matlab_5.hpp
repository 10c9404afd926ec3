// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <ashlar/base/scalar.hpp>

#include "io/byte_source.hpp"
#include "io/formats/format.hpp"
#include "io/formats/formats.hpp"

// MATLAB 5 files (`save -v6` and `-v7`, scipy.io.savemat), read-only.

namespace ashlar::io {

inline constexpr Index matlab_5_header_bytes = 128;

/// True for the first bytes of a MATLAB 5 file.
bool is_matlab_5(std::string_view first_bytes);

/// Opens a numeric or logical variable, by default the only one.
/// @throws FileError for a malformed file, or a variable that is missing or of another class
std::unique_ptr<FileReader> open_matlab_5(const FilePath& path);

/// True if the variable exists.
/// @throws FileError for a malformed file
bool has_matlab_5_variable(const FilePath& path);

// Variables: miMATRIX elements, also within miCOMPRESSED.

/// Numeric data element of a variable.
struct Matlab5Numbers {
  DType dtype = DType::Float64;  ///< stored type, possibly narrower than the class
  Index first = 0, bytes = 0;
};

/// Head of a variable.
struct Matlab5Variable {
  std::string name;
  int array_class = 0;  ///< mxDOUBLE_CLASS = 6, …
  bool is_complex = false, is_logical = false;
  std::vector<Index> extents;
  Index numbers_at = 0;  ///< offset of the real parts' element in the variable

  /// True for dense numeric classes: double, single, int8 to uint64.
  bool is_numeric() const { return array_class >= 6 && array_class <= 15; }
  /// Element type of a numeric class. @pre is_numeric()
  DType class_dtype() const;
};

struct Matlab5Place {
  Index first = 0, bytes = 0;  ///< after the tag of its data element
  bool is_packed = false;      ///< a zlib stream
};

struct Matlab5Entry {
  Matlab5Variable variable;
  Matlab5Place place;
};

/// Variables of a file in order; packed ones are unpacked partially.
/// @throws FileError for a malformed file
std::vector<Matlab5Entry> matlab_5_variables(const ByteSource& file, bool swapped);

/// Parses the head of a variable.
/// @throws FileError
Matlab5Variable read_matlab_5_variable(const ByteSource& bytes, bool swapped);

/// Parses the numeric element at `place` and advances `place`.
/// @throws FileError for another element, or one beyond the variable
Matlab5Numbers read_matlab_5_numbers(const ByteSource& bytes, bool swapped, Index& place);

/// Unpacked miMATRIX element of a variable.
/// @throws FileError
std::unique_ptr<const ByteSource> matlab_5_bytes(const std::shared_ptr<const ByteSource>& file,
                                                 const Matlab5Place& place, bool swapped);

}  // namespace ashlar::io
