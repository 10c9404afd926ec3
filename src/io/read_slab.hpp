// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <functional>
#include <string>

#include <ashlar/base/concat.hpp>
#include <ashlar/base/progress.hpp>
#include <ashlar/matrix/dist_matrix.hpp>
#include <ashlar/mpi/agree.hpp>

#include "elements.hpp"
#include "extents.hpp"
#include "file_error.hpp"
#include "formats/lines.hpp"
#include "mpi/collectives.hpp"
#include "shared_reader.hpp"

namespace ashlar::io {

/// Requested section with its open ends closed.
/// @throws FileError outside the matrix, or without a matrix
inline Section part_of_file(Section wanted, const FileInfo& info, const std::string& path) {
  if (info.dimensions > 2)
    throw file_error(path, "is an array of ", to_text(info.extents),
                     ", no matrix; --index (FileHints::index) chooses a section of "
                     "two dimensions, in C++ load_array reads all");
  const Shape shape = info.shape;
  const Section part{closed(wanted.rows, shape.rows), closed(wanted.cols, shape.cols)};
  const auto fits = [](Range range, Index extent) {
    return range.first >= 0 && range.first <= range.last && range.last <= extent;
  };
  if (!fits(part.rows, shape.rows) || !fits(part.cols, shape.cols))
    throw file_error(path, "rows ", part.rows.first, ":", part.rows.last, " and columns ",
                     part.cols.first, ":", part.cols.last, " are not within the shape ", shape.rows,
                     "x", shape.cols);
  return part;
}

/// Calls f(lines, memory) for contiguous local lines of a slab: all, or each one if padded. Lines
/// are indices of the slab's matrix.
template <class Slab, class F>
void for_each_stretch(Slab& slab, F&& f) {
  const StorageOrder order = slab.storage_order();
  const Range lines = slab_lines(slab.layout(), slab.comm().rank(), order);
  const Index length = line_length(slab.shape(), order);
  const Index step = slab.lld() == length ? std::max<Index>(1, lines.size()) : 1;
  for (Index k = lines.first; k < lines.last; k += step)
    f(Range{k, k + step}, slab.local().data + (k - lines.first) * slab.lld());
}

/// Reads a part of a file into layout SharedReader::layout.
/// @throws FileError on all ranks
/// @collective
template <Element T>
void read_slab(const SharedReader& source, Section part, DistMatrix<T>& slab,
               Overflows& overflows) {
  mpi::together(slab.comm(), [&] {
    if (!slab.coord()) return;
    for_each_stretch(slab, [&](Range lines, T* out) {
      const Section box =
          section_of(lines, {0, line_length(slab.shape(), source.info.order)}, source.info.order);
      read_as<T>(*source.reader, source.path, shifted(box, part), out, overflows);
    });
  });
}

/// Warns of a line taken as column names, unless hints declare a header.
inline void warn_of_names(const SharedReader& source, const FileHints& hints,
                          mpi::CommunicatorView comm) {
  const std::vector<std::string>& names = source.info.names;
  if (names.empty() || hints.header || comm.rank() != 0) return;
  warn(concat(source.path, ": the first line is taken as column names (",
              listed(names, std::identity(), 4),
              "); --header 1 (FileHints::header) confirms this, --header 0 takes it as numbers"));
}

/// @collective
inline void warn_of_overflows(const SharedReader& source, DType wanted, mpi::CommunicatorView comm,
                              Index mine) {
  if (!ashlar::detail::dtype_can_overflow(source.info.dtype, wanted)) return;
  const Index count = mpi::all_sum(comm, mine);
  if (count > 0 && comm.rank() == 0)
    warn(concat("load: ", count, count == 1 ? " finite element of " : " finite elements of ",
                source.path, " became infinite as ", to_string(wanted),
                "; load a wider type, or refuse them"));
}

}  // namespace ashlar::io
