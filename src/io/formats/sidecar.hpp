// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>

#include <ashlar/base/enums.hpp>
#include <ashlar/base/scalar.hpp>
#include <ashlar/layout/shape.hpp>

namespace ashlar::io {

/// Description of a raw file. Pure.
struct Sidecar {
  DType dtype = DType::Float64;
  Shape shape;
  StorageOrder order = StorageOrder::C;
  Index offset = 0;
  bool swapped = false;

  friend bool operator==(const Sidecar&, const Sidecar&) = default;
};

/// PATH.json
inline std::string sidecar_path(const std::string& path) { return path + ".json"; }

/// {"format":"ashlar-raw","version":1,"shape":[9,9],"dtype":"float64","order":"C","offset":0,"endian":"little"}
std::string format_sidecar(const Sidecar& sidecar);

/// @param path  names the sidecar in errors
/// @throws FileError: invalid JSON; a missing field, wrong type or value
Sidecar parse_sidecar(std::string_view text, const std::string& path);

}  // namespace ashlar::io
