// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <string>
#include <utility>

#include <ashlar/matrix/dist_matrix.hpp>

#include "formats/format.hpp"
#include "slab.hpp"

namespace ashlar::io {

/// New file of the format that its path or style names, written in panels.
class NewFile {
 public:
  /// @param matrix  [same] its order is the wanted one; the format may have the other only
  /// @throws FileError on all ranks: no such format, one that is only read, or cannot hold the
  /// matrix; as FileWriter
  /// @collective
  NewFile(mpi::CommunicatorView comm, const std::string& path, const NewMatrix& matrix);
  /// The same with a writer of the caller's, which takes lines of `ranks` ranks.
  NewFile(std::unique_ptr<FileWriter> writer, const NewMatrix& matrix, int ranks)
      : matrix_(matrix), ranks_(ranks), writer_(std::move(writer)) {}

  /// What the file will hold, in the order that it has.
  const NewMatrix& matrix() const { return matrix_; }
  /// Number of the ranks that hand over lines.
  int ranks() const { return ranks_; }
  /// The layout in which panels are handed over, kept in the order of the file.
  Layout layout(Shape panel) const { return slab_layout(panel, ranks_, matrix_.order); }

  /// Writes the next lines, from `first_line` on.
  /// @param panel  [same] in layout() and the order of the file
  /// @throws FileError on all ranks
  /// @collective
  template <Element T>
  void write(const DistMatrix<T>& panel, Index first_line) {
    const Range mine =
        panel.coord() ? slab_lines(panel.layout(), panel.comm().rank(), matrix_.order) : Range{};
    write(panel.shape(),
          {.all = {}, .mine = mine, .data = panel.local().data, .stride = panel.lld()}, first_line);
  }

  /// The same of lines in memory.
  /// @param panel  [same] shape of the lines that all ranks hand over
  /// @param own    [local] this rank's lines, counted within the panel; `all` does not matter
  /// @throws FileError on all ranks
  /// @collective
  void write(Shape panel, Lines own, Index first_line);

  /// @throws FileError on all ranks
  /// @collective
  void commit() { writer_->commit(); }

 private:
  NewMatrix matrix_;
  int ranks_;  // that hand over lines
  std::unique_ptr<FileWriter> writer_;
};

}  // namespace ashlar::io
