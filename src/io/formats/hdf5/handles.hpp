// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <utility>

#include "call.hpp"

// Owning HDF5 identifiers.

namespace ashlar::io::hdf5 {

/// HDF5 identifier, closed on destruction.
template <herr_t (*close_call)(hid_t)>
class Handle {
 public:
  Handle() noexcept = default;
  explicit Handle(hid_t id) noexcept : id_(id) {}
  Handle(Handle&& other) noexcept : id_(std::exchange(other.id_, H5I_INVALID_HID)) {}
  Handle& operator=(Handle&& other) noexcept {
    std::swap(id_, other.id_);
    return *this;
  }
  ~Handle() {
    if (id_ < 0) return;
    const Quiet quiet;
    close_call(id_);
  }

  hid_t id() const noexcept { return id_; }
  /// Releases ownership.
  hid_t release() noexcept { return std::exchange(id_, H5I_INVALID_HID); }

  /// Closes the object, which may write buffered data.
  /// @throws FileError "`path`: `what`: HDF5's reason"
  void close(const Calls& call, const char* what) { call(what, close_call, release()); }

 private:
  hid_t id_ = H5I_INVALID_HID;
};

using FileHandle = Handle<H5Fclose>;
using ObjectHandle = Handle<H5Oclose>;
using DatasetHandle = Handle<H5Dclose>;
using TypeHandle = Handle<H5Tclose>;
using SpaceHandle = Handle<H5Sclose>;
using AttributeHandle = Handle<H5Aclose>;
using PropertiesHandle = Handle<H5Pclose>;

/// Property list of a class: H5P_FILE_ACCESS, …
inline PropertiesHandle new_properties(const Calls& call, hid_t of_class) {
  return PropertiesHandle(call("cannot be described", H5Pcreate, of_class));
}

}  // namespace ashlar::io::hdf5
