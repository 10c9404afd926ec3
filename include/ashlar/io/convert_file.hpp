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
  /// The part that is read, what the file does not say of itself, and what becomes of numbers that
  /// are too large for the new type. The order is that of the new file.
  LoadOptions load = {};
  std::optional<DType> dtype = {};  ///< of the new file; else the old one's
  /// What becomes of the part: op, uplo, diagonal and diag as in CopyOptions. Outside a triangle
  /// there are zeros.
  Op op = Op::None;
  bool conjugate = false;  ///< also without a transposition; not together with Op::ConjTrans
  Uplo uplo = Uplo::General;
  Index diagonal = 0;
  Diag diag = Diag::NonUnit;
  /// The other triangle is filled from this one, of what `op` makes: Hermitian, or symmetric with
  /// `mirror_op` = Trans. Then uplo is General.
  std::optional<Uplo> mirror = {};
  Op mirror_op = Op::ConjTrans;
  double scale = 1;  ///< factor of each element after its conversion
  SaveOptions save = {};
  std::optional<Layout> pieces = {};  ///< of a folder of pieces: their layout
  Index max_memory = 0;  ///< bytes that a rank may take; 0: 64 MiB, or 128 MiB to transpose
};

/// Seconds of the slowest rank.
struct ConversionTimes {
  double read = 0, moved = 0, written = 0;
};

/// A matrix file that becomes another one: other format, order, type, part, triangle. It is read,
/// moved and written in panels, so that its size does not matter, and only what is wanted is read.
/// @example FileConversion(comm, "A.npy", "At.npy", {.op = Op::Trans}).run();
class FileConversion {
 public:
  /// Opens the old file and checks everything that can be known now; nothing is written.
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
  /// As FileInfo::stored_as of the new file: "bool" also where the elements of the old file are
  /// bool and no other type was asked for, "float16", or empty.
  const std::string& stored_as() const;
  Shape shape() const;
  StorageOrder order() const;
  /// The number of panels, and the bytes that a rank takes for each.
  Index panels() const;
  Index memory() const;

  /// Does it. The new file appears whole or not at all.
  /// @throws FileError, OverflowError, OutOfMemory on all ranks
  /// @collective
  ConversionTimes run();

 private:
  std::unique_ptr<detail::ConversionJob> job_;
};

}  // namespace ashlar::io
