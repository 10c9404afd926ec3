// SPDX-License-Identifier: BSD-3-Clause
#include "matlab.hpp"

#include <optional>
#include <string_view>

#include "attributes.hpp"
#include "io/file_error.hpp"

namespace ashlar::io::hdf5 {
namespace {

constexpr const char* class_name = "MATLAB_class";
constexpr const char* empty_name = "MATLAB_empty";

/// MATLAB class of an element type.
std::string_view class_of(DType dtype) {
  switch (dtype) {
    case DType::Float32:
    case DType::Complex64: return "single";
    case DType::Float64:
    case DType::Complex128: return "double";
    default: return to_string(dtype);
  }
}

std::optional<DType> dtype_of_class(std::string_view name) {
  for (const DType dtype : all_dtypes)
    if (class_of(dtype) == name) return dtype;
  return name == "logical" ? std::optional(DType::UInt8) : std::nullopt;
}

}  // namespace

std::string matlab_header() {
  std::string header = "MATLAB 7.3 MAT-file, written by Ashlar, HDF5 schema 1.00 .";
  header.resize(116, ' ');
  header += std::string(8, '\0');            // no subsystem data
  header += std::string("\0\2IM", 4);        // version 2.0, little-endian
  header.resize(matlab_header_bytes, '\0');  // up to the start of HDF5
  return header;
}

bool is_matlab_matrix(const Calls& call, hid_t dataset) {
  const auto name = text_attribute(call, dataset, class_name);
  return name && dtype_of_class(*name).has_value();
}

void refuse_matlab_group(const Calls& call, hid_t group, const std::string& name) {
  if (has_attribute(call, group, "MATLAB_sparse"))
    throw file_error(call.path(), "the variable ", in_quotes(name),
                     " is a sparse matrix; save it as a full one to read it");
  const auto kind = text_attribute(call, group, class_name);
  throw file_error(call.path(), "the variable ", in_quotes(name), " is of MATLAB's class ",
                   in_quotes(kind.value_or("struct")), ", but a matrix of numbers is needed");
}

MatlabVariable matlab_variable(const Calls& call, hid_t dataset, const std::string& name) {
  const auto kind = text_attribute(call, dataset, class_name);
  if (!kind)
    throw file_error(call.path(), "the dataset ", in_quotes(name), " has no attribute ", class_name,
                     ", so it is not a MATLAB variable; the format hdf5 reads it as stored");
  const auto dtype = dtype_of_class(*kind);
  if (!dtype)
    throw file_error(call.path(), "the variable ", in_quotes(name), " is of MATLAB's class ",
                     in_quotes(*kind), ", but a matrix of numbers is needed");
  return {.is_logical = *kind == "logical",
          .is_empty = has_attribute(call, dataset, empty_name),
          .class_dtype = *dtype};
}

void add_matlab_attributes(const Calls& call, hid_t dataset, const MatlabVariable& variable) {
  add_text(call, dataset, class_name,
           std::string(variable.is_logical ? "logical" : class_of(variable.class_dtype)));
  if (variable.is_logical) {
    const int one_byte = 1;
    add_number(call, dataset, "MATLAB_int_decode", H5T_NATIVE_INT, &one_byte);
  }
  if (variable.is_empty) {
    const std::uint8_t yes = 1;
    add_number(call, dataset, empty_name, H5T_NATIVE_UINT8, &yes);
  }
}

}  // namespace ashlar::io::hdf5
