// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include <ashlar/layout/shape.hpp>

#include "element_type.hpp"

// What MATLAB adds to HDF5: a header in front, and attributes that say what a dataset is.

namespace ashlar::io::hdf5 {

/// Bytes in front of HDF5's own.
inline constexpr Index matlab_header_bytes = 512;
/// These bytes: a text, a version and the mark of the byte order.
std::string matlab_header();

/// True for a dataset that is a variable of numbers or logical values.
/// @throws FileError
bool is_matlab_matrix(const Calls& call, hid_t dataset);

/// Refuses a variable that is a group: a struct, a sparse matrix, an object.
[[noreturn]] void refuse_matlab_group(const Calls& call, hid_t group, const std::string& name);

/// What the attributes say of a variable.
struct MatlabVariable {
  bool is_logical = false;
  bool is_empty = false;  ///< the dataset holds the shape in place of elements
  DType class_dtype = DType::Float64;
};

/// @throws FileError if it is no matrix of numbers or logical values
MatlabVariable matlab_variable(const Calls& call, hid_t dataset, const std::string& name);

/// Adds the attributes of a matrix.
/// @throws FileError
/// @collective where the file was opened by several ranks
void add_matlab_attributes(const Calls& call, hid_t dataset, const MatlabVariable& variable);

}  // namespace ashlar::io::hdf5
