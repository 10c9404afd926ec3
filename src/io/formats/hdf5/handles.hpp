// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <utility>

#include "call.hpp"

// What HDF5 hands out as a number, owned: one type for each kind of thing.

namespace ashlar::io::hdf5 {

/// A handle of HDF5, closed on destruction.
template <herr_t (*close_call)(hid_t)>
class Handle {
 public:
  /// None.
  Handle() noexcept = default;
  /// Takes over `id`.
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
  /// Gives it up: the caller closes it.
  hid_t release() noexcept { return std::exchange(id_, H5I_INVALID_HID); }

  /// Closes it now; what is still to be written may fail.
  /// @throws FileError "path: what: HDF5's reason"
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

/// A new list of properties of a class of HDF5's: H5P_FILE_ACCESS, …
inline PropertiesHandle new_properties(const Calls& call, hid_t of_class) {
  return PropertiesHandle(call("cannot be described", H5Pcreate, of_class));
}

}  // namespace ashlar::io::hdf5
