// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <string>
#include <utility>

#include <ashlar/move/detail/operand.hpp>

#include "formats/format.hpp"
#include "formats/lines.hpp"

namespace ashlar::io {

/// New file in the format of its path or style, written in panels.
class NewFile {
 public:
  /// @param matrix  [same] with the requested order; the format may have another
  /// @throws FileError on all ranks: unknown or read-only format, unsupported matrix; as FileWriter
  /// @collective
  NewFile(mpi::CommunicatorView comm, const std::string& path, const NewMatrix& matrix);
  /// Uses the given writer, for lines of `ranks` ranks.
  NewFile(std::unique_ptr<FileWriter> writer, const NewMatrix& matrix, int ranks)
      : matrix_(matrix), ranks_(ranks), writer_(std::move(writer)) {}

  /// Matrix of the file, in its actual order.
  const NewMatrix& matrix() const { return matrix_; }
  int ranks() const { return ranks_; }
  /// Layout of panels, stored in the order of the file.
  Layout layout(Shape panel) const { return slab_layout(panel, ranks_, matrix_.order); }

  /// Writes the next lines, from `first_line` on.
  /// @param panel  [same] in layout() and the order of the file
  /// @throws FileError on all ranks
  /// @collective
  void write(const ashlar::detail::Operand& panel, Index first_line);

  /// Writes lines in memory.
  /// @param panel  [same] shape of all ranks' lines
  /// @param own    [local] lines of this rank, counted within the panel; `all` is ignored
  /// @throws FileError on all ranks
  /// @collective
  void write(Shape panel, Lines own, Index first_line);

  /// @throws FileError on all ranks
  /// @collective
  void commit() { writer_->commit(); }

 private:
  NewMatrix matrix_;
  int ranks_;  // that write lines
  std::unique_ptr<FileWriter> writer_;
};

/// Layout that describes a matrix in a file: of the section, or file_layout of block maps.
Layout recorded_layout(const ashlar::detail::Operand& a, StorageOrder order);

/// Writes a matrix to a new file panel by panel; the caller commits.
/// @throws FileError on all ranks
/// @collective over a.comm
void write_in_panels(const ashlar::detail::Operand& a, NewFile& file);

}  // namespace ashlar::io
