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
  bool conjugate = false;  ///< without transposition, too; not with Op::ConjTrans
  Uplo uplo = Uplo::General;
  Index diagonal = 0;
  Diag diag = Diag::NonUnit;
  /// Triangle of op(A) to mirror: Hermitian, or symmetric with `mirror_op` = Trans. Requires
  /// General uplo.
  std::optional<Uplo> mirror = {};
  Op mirror_op = Op::ConjTrans;
  double scale = 1;  ///< factor after conversion
  SaveOptions save = {};
  std::optional<Layout> pieces = {};  ///< for a folder of pieces
  Index max_memory = 0;               ///< bytes per rank; 0: 64 MiB, to transpose 128 MiB
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
  /// FileInfo::stored_as of the new file, also "bool" by default for a bool file.
  const std::string& stored_as() const;
  Shape shape() const;
  StorageOrder order() const;
  /// Number of panels, and bytes of a rank for each.
  Index panels() const;
  Index memory() const;

  /// Converts and replaces the new file atomically.
  /// @throws FileError, OverflowError, OutOfMemory on all ranks
  /// @collective
  ConversionTimes run();

 private:
  std::unique_ptr<detail::ConversionJob> job_;
};

}  // namespace ashlar::io
