// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <optional>
#include <string>

#include <ashlar/io/files.hpp>
#include <ashlar/move/copy.hpp>

namespace ashlar::io {

namespace detail {
struct ConversionJob;
}

/// Options of FileConversion. [same]
struct ConversionOptions {
  /// Section to read, parameters of the old file, overflow in the new type, and order of the new
  /// file.
  LoadOptions load = {};
  std::optional<DType> dtype = {};  ///< of the new file; default: of the old one
  /// Transformation of the section as in CopyOptions. Elements outside a triangle become zero.
  Op op = Op::None;
  bool conjugate = false;  ///< conjugates elements; not with Op::ConjTrans
  Uplo uplo = Uplo::General;
  Index diagonal = 0;
  Diag diag = Diag::NonUnit;
  /// Triangle of op(A) to mirror into the other one, conjugated unless `mirror_op` is Trans.
  /// Requires General uplo.
  std::optional<Uplo> mirror = {};
  Op mirror_op = Op::ConjTrans;
  double scale = 1;  ///< factor after conversion
  SaveOptions save = {};
  Index max_memory = 0;  ///< bytes per rank; 0: 64 MiB, or 128 MiB to transpose
};

/// Seconds of the slowest rank.
struct ConversionTimes {
  double read = 0, moved = 0, written = 0;
};

/// Conversion of a matrix file to another format, order, type, section or triangle by panels, so
/// that the file may exceed the memory. Reads the section only.
/// @example FileConversion(comm, "A.npy", "At.npy", {.op = Op::Trans}).run();
class FileConversion {
 public:
  /// Opens the old file and validates the arguments.
  /// @param in, out, options  [same]
  /// @throws FileError, ArgumentError on all ranks
  /// @collective
  FileConversion(mpi::CommunicatorView comm, const std::string& in, const std::string& out,
                 const ConversionOptions& options);
  FileConversion(FileConversion&&) noexcept;
  FileConversion& operator=(FileConversion&&) noexcept;
  ~FileConversion();

  const FileInfo& source() const;
  /// Element type, shape and order of the new file.
  DType dtype() const;
  /// FileInfo::stored_as of the new file; by default "bool" if the old file is bool.
  const std::string& stored_as() const;
  Shape shape() const;
  StorageOrder order() const;
  /// Number of panels. memory() is the number of bytes that a rank needs for one panel.
  Index panels() const;
  Index memory() const;

  /// Converts and replaces the new file atomically.
  /// @throws FileError, OutOfMemory on all ranks
  /// @collective
  ConversionTimes run();

 private:
  std::unique_ptr<detail::ConversionJob> job_;
};

}  // namespace ashlar::io
