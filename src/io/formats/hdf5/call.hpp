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

}  // namespace ashlar::io::hdf5
