// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>

#include <ashlar/base/scalar.hpp>

#include "handles.hpp"

namespace ashlar::io::hdf5 {

/// Who a file is meant for: MATLAB transposes, and has names of its own.
enum class Dialect { Plain, Matlab };

/// An element type of a file.
struct ElementType {
  DType dtype = DType::Float64;
  std::string stored_as = {};      ///< as FileInfo::stored_as
  bool swapped = false;            ///< byte order is not this machine's
  Dialect parts = Dialect::Plain;  ///< names of a complex number's: r and i, or real and imag

  /// Bytes of an element as HDF5 hands it over: of float16 two, where `dtype` has four.
  std::size_t bytes() const { return stored_as == "float16" ? 2 : size_of(dtype); }
};

/// HDF5's type for such elements: numbers, h5py's float16 and bool, and complex numbers as records.
/// @throws FileError
TypeHandle type_of(const Calls& call, const ElementType& type);

/// What the elements of HDF5's type `id` are; none if no element type of Ashlar's is the same.
/// @throws FileError
std::optional<ElementType> understood(const Calls& call, hid_t id);

/// What the elements of a type are that is not understood: "text", "records", …
std::string described(hid_t id);

}  // namespace ashlar::io::hdf5
