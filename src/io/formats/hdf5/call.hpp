// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// Selects the signatures of 1.10 in later releases.
#define H5_USE_110_API

#include <hdf5.h>

#include <string>
#include <utility>

namespace ashlar::io::hdf5 {

/// Suppresses HDF5's error output.
class Quiet {
 public:
  Quiet() noexcept;
  Quiet(const Quiet&) = delete;
  Quiet& operator=(const Quiet&) = delete;
  ~Quiet();

 private:
  H5E_auto2_t print_ = nullptr;
  void* data_ = nullptr;
};

/// Throws FileError "`path`: `what`: HDF5's reason" for the last failed call.
/// @pre a Quiet existed during that call
[[noreturn]] void throw_last_error(const std::string& path, const std::string& what);

/// Checked HDF5 calls on one file.
class Calls {
 public:
  /// @param path  name of the file in errors
  explicit Calls(std::string path) : path_(std::move(path)) {}

  const std::string& path() const { return path_; }

  /// Calls f(arguments...), whose result is negative on failure; `what` is "cannot be opened".
  /// @throws FileError "`path`: `what`: HDF5's reason"
  template <class Result, class... Parameters, class... Arguments>
  Result operator()(const std::string& what, Result (*f)(Parameters...),
                    Arguments... arguments) const {
    const Quiet quiet;
    const Result result = f(arguments...);
    if (result < Result{0}) throw_last_error(path_, what);
    return result;
  }

 private:
  std::string path_;
};

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
