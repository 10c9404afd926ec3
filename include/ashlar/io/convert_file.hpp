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
  /// Section to read, parameters of the old file, and treatment of overflow in the new type. The
  /// order is that of the new file.
  LoadOptions load = {};
  std::optional<DType> dtype = {};  ///< of the new file; default: of the old one
  /// Transformation of the section: op, uplo, diagonal and diag as in CopyOptions. Elements outside
  /// a triangle are zero.
  Op op = Op::None;
  bool conjugate = false;  ///< also without a transposition; not with Op::ConjTrans
  Uplo uplo = Uplo::General;
  Index diagonal = 0;
  Diag diag = Diag::NonUnit;
  /// Source triangle of op(A) whose mirror image fills the other one: Hermitian, or symmetric with
  /// `mirror_op` = Trans. Requires uplo = General.
  std::optional<Uplo> mirror = {};
  Op mirror_op = Op::ConjTrans;
  double scale = 1;  ///< factor of each element after its conversion
  SaveOptions save = {};
  std::optional<Layout> pieces = {};  ///< layout of a folder of pieces
  Index max_memory = 0;               ///< bytes per rank; 0: 64 MiB, or 128 MiB for a transposition
};

/// Seconds of the slowest rank.
struct ConversionTimes {
  double read = 0, moved = 0, written = 0;
};

/// Conversion of a matrix file to another format, order, type, section or triangle. Panels are
/// read, moved and written one after the other, so that the file may exceed the memory. Only the
/// section is read.
/// @example FileConversion(comm, "A.npy", "At.npy", {.op = Op::Trans}).run();
class FileConversion {
 public:
  /// Opens the old file and validates the arguments; writes nothing.
  /// @param in, out, options  [same]
  /// @throws FileError, ArgumentError on all ranks
  /// @collective over `comm`
  FileConversion(mpi::CommunicatorView comm, const std::string& in, const std::string& out,
                 const ConversionOptions& options);
  FileConversion(FileConversion&&) noexcept;
  FileConversion& operator=(FileConversion&&) noexcept;
  ~FileConversion();

  const FileInfo& source() const;
  /// Element type, shape and order of the new file.
  DType dtype() const;
  /// FileInfo::stored_as of the new file: "float16", empty, or "bool", also if the old file is bool
  /// and no other type is requested.
  const std::string& stored_as() const;
  Shape shape() const;
  StorageOrder order() const;
  /// Number of panels, and bytes of a rank for each.
  Index panels() const;
  Index memory() const;

  /// Runs the conversion. The new file is replaced atomically.
  /// @throws FileError, OverflowError, OutOfMemory on all ranks
  /// @collective
  ConversionTimes run();

 private:
  std::unique_ptr<detail::ConversionJob> job_;
};

}  // namespace ashlar::io
