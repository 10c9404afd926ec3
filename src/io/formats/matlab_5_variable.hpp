// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <ashlar/base/scalar.hpp>

#include "io/byte_source.hpp"

// Variables of a MATLAB file of version 5: data elements miMATRIX, possibly within miCOMPRESSED.

namespace ashlar::io {

/// Numbers of one data element within the bytes of a variable.
struct Matlab5Numbers {
  DType dtype = DType::Float64;  ///< in which they are stored, possibly narrower than the class
  Index first = 0, bytes = 0;
};

/// A variable as its head describes it.
struct Matlab5Variable {
  std::string name;
  int array_class = 0;  ///< mxDOUBLE_CLASS = 6 and so on
  bool is_complex = false, is_logical = false;
  std::vector<Index> extents;
  Index numbers_at = 0;  ///< place of the element of real parts within the variable's bytes

  /// True for a class of dense numbers: double, single, int8 to uint64.
  bool is_numeric() const { return array_class >= 6 && array_class <= 15; }
  /// Element type of a class of numbers. @pre is_numeric()
  DType class_dtype() const;
};

/// Place of a variable in the file.
struct Matlab5Place {
  Index first = 0, bytes = 0;  ///< behind the tag of its data element
  bool is_packed = false;      ///< a zlib stream
};

/// A variable of a file, and its place there.
struct Matlab5Entry {
  Matlab5Variable variable;
  Matlab5Place place;
};

/// The variables of a file in their order; of a packed one only the beginning is unpacked.
/// @throws FileError if the file is malformed or cut short
std::vector<Matlab5Entry> matlab_5_variables(const ByteSource& file, bool swapped);

/// Reads the head of a variable from the bytes of its miMATRIX element.
/// @throws FileError
Matlab5Variable read_matlab_5_variable(const ByteSource& bytes, bool swapped);

/// The data element of numbers at `place`; on return `place` is behind it.
/// @throws FileError if it is not an element of numbers, or leaves the variable
Matlab5Numbers read_matlab_5_numbers(const ByteSource& bytes, bool swapped, Index& place);

/// The bytes of a variable's miMATRIX element, unpacked.
/// @throws FileError
std::unique_ptr<const ByteSource> matlab_5_bytes(const std::shared_ptr<const ByteSource>& file,
                                                 const Matlab5Place& place, bool swapped);

}  // namespace ashlar::io
