// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>

#include <ashlar/base/scalar.hpp>

#include "call.hpp"
#include "files.hpp"

namespace ashlar::io::hdf5 {

struct ElementType {
  DType dtype = DType::Float64;
  std::string stored_as = {};      ///< as FileInfo::stored_as
  bool swapped = false;            ///< byte order differs from the machine's
  Dialect parts = Dialect::Plain;  ///< names of complex parts: r and i, or real and imag

  /// Bytes of an element in HDF5's buffers: 2 for float16, where `dtype` has 4.
  std::size_t bytes() const { return stored_as == "float16" ? 2 : size_of(dtype); }
};

/// HDF5 type: numbers, h5py's float16 and bool, complex numbers as compounds.
/// @throws FileError
TypeHandle type_of(const Calls& call, const ElementType& type);

/// Element type of `id`; nullopt if unsupported.
/// @throws FileError
std::optional<ElementType> understood(const Calls& call, hid_t id);

/// Description of an unsupported type: "text", "records", …
std::string described(hid_t id);

}  // namespace ashlar::io::hdf5
