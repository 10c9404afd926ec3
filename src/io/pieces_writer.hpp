// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include <ashlar/io/pieces.hpp>
#include <ashlar/mpi/agree.hpp>
#include <ashlar/mpi/communicator.hpp>

#include "new_folder.hpp"

namespace ashlar::io {

/// Folder of pieces, written by all ranks, that appears completely or not at all.
class PiecesWriter {
 public:
  /// @param folder, info  [same]
  /// @throws FileError on all ranks: the folder has other content or cannot be created
  /// @collective
  PiecesWriter(mpi::CommunicatorView comm, const std::string& folder,
               const detail::PiecesInfo& info);

  /// Writes the next columns, each rank to its piece.
  /// @param panel  [same] with the owners of the matrix
  /// @throws FileError on all ranks
  /// @collective
  template <Element T>
  void write(const DistMatrix<T>& panel) {
    mpi::together(comm_, [&] {
      if (panel.coord()) write_columns(panel.local());
    });
  }

  /// Writes layout.json, flushes and renames the folder.
  /// @throws FileError on all ranks
  /// @collective
  void commit();

 private:
  /// Writes local columns with any strides.
  template <Element T>
  void write_columns(LocalView<const T> local) {
    if (local.row_stride == 1) return write_columns(local.data, local.cols, local.col_stride);
    constexpr Index chunk_elements = 65536;
    const Index step = std::max<Index>(1, chunk_elements / std::max<Index>(1, local.rows));
    std::vector<T> buffer;
    for (Index first = 0; first < local.cols; first += step) {
      const Index last = std::min(first + step, local.cols);
      buffer.clear();
      for (Index jl = first; jl < last; ++jl)
        for (Index il = 0; il < local.rows; ++il) buffer.push_back(local(il, jl));
      write_columns(buffer.data(), last - first, local.rows);
    }
  }
  /// @param data  column-major: `columns` columns of all local rows, `ld` elements apart
  void write_columns(const void* data, Index columns, Index ld);
  void append(const void* data, Index bytes);

  mpi::CommunicatorView comm_;
  NewFolder folder_;
  detail::PiecesInfo info_;
  Shape local_;
  NewFolder::File file_;
  FileDescriptor piece_;  // none on ranks outside the grid
  WriteBehind behind_;
  ashlar::detail::UnfinishedFile unfinished_;
  Index offset_ = 0;
  std::uint32_t checksum_ = 0;  // of the preceding bytes
};

}  // namespace ashlar::io
