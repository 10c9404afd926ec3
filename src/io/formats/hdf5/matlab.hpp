// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include <ashlar/layout/shape.hpp>

#include "element_type.hpp"

// MATLAB's header and attributes of datasets in HDF5. With FileHints::format = "mat", files without
// the header are read if their datasets have the attribute MATLAB_class.

namespace ashlar::io::hdf5 {

/// Bytes before HDF5's.
inline constexpr Index matlab_header_bytes = 512;
/// Text, version and byte-order mark.
std::string matlab_header();

/// True for a numeric or logical variable.
/// @throws FileError
bool is_matlab_matrix(const Calls& call, hid_t dataset);

/// Throws for a group: struct, sparse matrix or object.
[[noreturn]] void refuse_matlab_group(const Calls& call, hid_t group, const std::string& name);

struct MatlabVariable {
  bool is_logical = false;
  bool is_empty = false;  ///< the dataset has the shape instead of elements
  DType class_dtype = DType::Float64;
};

/// @throws FileError unless it is a numeric or logical matrix
MatlabVariable matlab_variable(const Calls& call, hid_t dataset, const std::string& name);

/// Adds the attributes of a matrix.
/// @throws FileError
/// @collective where several ranks opened the file
void add_matlab_attributes(const Calls& call, hid_t dataset, const MatlabVariable& variable);

}  // namespace ashlar::io::hdf5
