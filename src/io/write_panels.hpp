// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <ashlar/matrix/dist_matrix.hpp>
#include <ashlar/move/copy.hpp>

#include "formats/lines.hpp"
#include "new_file.hpp"
#include "panels.hpp"

namespace ashlar::io {

/// Writes a matrix to a new file panel by panel; the caller commits.
/// @throws FileError on all ranks
/// @collective over a.comm()
template <Element T>
void write_in_panels(const DistMatrix<T>& a, NewFile& file) {
  const mpi::CommunicatorView comm = a.comm();
  const StorageOrder order = file.matrix().order;
  // A matrix in the file's layout and order is written without a copy.
  if (a.storage_order() == order && a.layout() == file.layout(a.shape())) return file.write(a, 0);
  const Index line_bytes = line_length(a.shape(), order) * static_cast<Index>(sizeof(T));
  const Index step = panel_lines(line_bytes, comm.size(), default_panel_bytes);
  for_each_panel(line_count(a.shape(), order), step, [&](Range lines) {
    const Section panel = section_of(lines, {0, line_length(a.shape(), order)}, order);
    DistMatrix<T> slab(comm, file.layout(panel.shape()),
                       {.init = Init::Uninitialized, .order = order});
    copy_into(a.view(panel.rows, panel.cols), slab);
    file.write(slab, lines.first);
  });
}

}  // namespace ashlar::io
