// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// Later releases keep the signatures of 1.10 under this name.
#define H5_USE_110_API

#include <hdf5.h>

#include <string>
#include <utility>

namespace ashlar::io::hdf5 {

/// As long as it lives, HDF5 does not print its errors; then it does as before.
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

/// FileError "path: what: HDF5's reason" of the call that failed last.
/// @pre a Quiet lives since before that call
[[noreturn]] void throw_last_error(const std::string& path, const std::string& what);

/// Calls of HDF5 on one file: the only place where their results are checked.
class Calls {
 public:
  /// @param path  the file's name for errors
  explicit Calls(std::string path) : path_(std::move(path)) {}

  const std::string& path() const { return path_; }

  /// f(arguments...), which is negative if it fails.
  /// @param what  "cannot be opened"
  /// @throws FileError "path: what: HDF5's reason"
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
