// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cmath>
#include <string>

#include <ashlar/matrix/dist_matrix.hpp>

#include "formats/lines.hpp"
#include "panels.hpp"
#include "read_slab.hpp"
#include "shared_reader.hpp"

namespace ashlar::io {

/// Matrix file that all ranks read in parts of type T.
template <Element T>
class FileParts {
 public:
  /// @throws FileError on all ranks, also if T cannot hold the elements
  /// @collective
  FileParts(mpi::CommunicatorView comm, const std::string& path, const FileHints& hints)
      : comm_(comm),
        source_(open_together(comm, path, hints)),
        whole_(part_of_file({Range::all(), Range::all()}, source_.info, path)) {
    check_keeps_imaginary_parts(source_.info.dtype, dtype_of<T>(), path);
    warn_of_names(source_, hints, comm);
  }

  const FileInfo& info() const { return source_.info; }
  Shape shape() const { return whole_.shape(); }

  /// Reads a part, a slab of lines per rank. @collective
  DistMatrix<T> read(Section part) {
    DistMatrix<T> slab(comm_, source_.layout(part.shape(), comm_.size()),
                       {.init = Init::Uninitialized, .order = source_.info.order});
    read_slab(source_, part, slab, overflows_);
    return slab;
  }

  /// Warns of overflows to infinity. @collective
  void finish() const { warn_of_overflows(source_, dtype_of<T>(), comm_, overflows_.count); }

  /// Calls f(section) for panels of lines, at most `bytes` per rank.
  template <class F>
  void for_each_panel_of_lines(Index bytes, F&& f) const {
    const StorageOrder order = source_.info.order;
    const Index length = line_length(shape(), order);
    const Index step = panel_lines(length * static_cast<Index>(sizeof(T)), comm_.size(), bytes);
    for_each_panel(line_count(shape(), order), step, [&](Range lines) {
      f(section_of(lines, {0, length}, order));
    });
  }

  /// Calls f(tile, mirror image) for square tiles on and below the diagonal, at most `bytes` per
  /// rank.
  template <class F>
  void for_each_tile(Index bytes, F&& f) const {
    const double elements = static_cast<double>(bytes) * comm_.size() / sizeof(T);
    const Index side = std::max<Index>(1, static_cast<Index>(std::sqrt(elements)));
    for_each_panel(shape().rows, side, [&](Range rows) {
      for_each_panel(rows.last, side, [&](Range cols) {
        f(Section{rows, cols}, Section{cols, rows});
      });
    });
  }

 private:
  mpi::CommunicatorView comm_;
  SharedReader source_;
  Section whole_;
  Overflows overflows_;
};

}  // namespace ashlar::io
