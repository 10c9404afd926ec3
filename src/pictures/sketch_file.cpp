// SPDX-License-Identifier: BSD-3-Clause
#include "matrix_sketch.hpp"

#include <algorithm>
#include <tuple>
#include <vector>

#include <ashlar/mpi/agree.hpp>

#include "io/formats/lines.hpp"
#include "io/panels.hpp"
#include "io/read_slab.hpp"
#include "io/shared_reader.hpp"
#include "matrix_plot.hpp"
#include "mpi/collective_call.hpp"
#include "mpi/collectives.hpp"

namespace ashlar::pictures {
namespace {

using io::FileReader;
using io::Overflows;
using io::SharedReader;

template <Element T>
void add_panels(mpi::CommunicatorView comm, const SharedReader& source, Section part,
                Index panel_bytes, MatrixSketch& sketch) {
  const StorageOrder order = source.info.order;
  const Shape shape = part.shape();
  const Index line_bytes = io::line_length(shape, order) * static_cast<Index>(sizeof(T));
  Overflows none;
  io::for_each_panel(
      io::line_count(shape, order), io::panel_lines(line_bytes, comm.size(), panel_bytes),
      [&](Range lines) {
        const Section panel = io::section_of(lines, {0, io::line_length(shape, order)}, order);
        DistMatrix<T> slab(comm, source.layout(panel.shape(), comm.size()),
                           {.init = Init::Uninitialized, .order = order});
        io::read_slab(source, io::shifted(panel, part), slab, none);
        sketch.add(slab, Section::all(slab.shape()), panel.rows.first, panel.cols.first);
      });
  sketch.add_all(comm);
}

template <Element T>
using EntrySum = std::conditional_t<is_complex<T>, c128, double>;

template <Element T>
struct ListedElement {
  Index row, col;
  EntrySum<T> value;
};

/// Listed elements without duplicates, in row-major order. [local]
template <Element T>
std::vector<ListedElement<T>> listed_elements(const FileReader& reader, Section part) {
  std::vector<ListedElement<T>> all;
  reader.for_each_entry(part, [&](Index row, Index col, const void* value) {
    all.push_back({row, col, EntrySum<T>(*static_cast<const T*>(value))});
  });
  const auto place = [](const ListedElement<T>& e) { return std::tuple(e.row, e.col); };
  std::ranges::stable_sort(all, {}, place);
  std::size_t kept = 0;
  for (std::size_t k = 0; k < all.size(); ++k)
    if (kept > 0 && place(all[kept - 1]) == place(all[k])) all[kept - 1].value += all[k].value;
    else all[kept++] = all[k];
  all.resize(kept);
  return all;
}

/// Sketches a file that lists its elements: each rank adds some columns, then all ranks the zeros.
template <Element T>
void add_entries(mpi::CommunicatorView comm, const SharedReader& source, Section part,
                 MatrixSketch& sketch) {
  const Layout slabs = io::slab_layout(part.shape(), comm.size(), StorageOrder::Fortran);
  const Section columns = io::section_of(io::slab_lines(slabs, comm.rank(), StorageOrder::Fortran),
                                         {0, part.shape().rows}, StorageOrder::Fortran);
  MatrixSketch listed(part.shape(), sketch.cells());  // counts of listed elements
  mpi::together(comm, [&] {
    for (const ListedElement<T>& e :
         listed_elements<T>(*source.reader, io::shifted(columns, part))) {
      const Index row = e.row - part.rows.first, col = e.col - part.cols.first;
      sketch.add_element(row, col, value_in_sketch(e.value));
      listed.add_element(row, col, 1);
    }
  });
  sketch.add_all(comm);
  listed.add_all(comm);
  for (Index row = 0; row < sketch.cells().rows; ++row)
    for (Index col = 0; col < sketch.cells().cols; ++col) {
      const Index elements = sketch.rows_of(row).size() * sketch.cols_of(col).size();
      const Index zeros = elements - listed(row, col).finite;
      if (zeros > 0) sketch(row, col).add({.finite = zeros, .low = 0, .high = 0});
    }
}

}  // namespace

MatrixSketch sketch_file(mpi::CommunicatorView comm, const std::string& path,
                         const MatrixPictureOptions& options, Index panel_bytes) {
  const SharedReader source = io::open_together(comm, path, options.file);
  io::warn_of_names(source, options.file, comm);
  const Section part = io::part_of_file(options.section, source.info, path);
  MatrixSketch sketch(part.shape(), options.most_cells);
  visit_element(source.info.dtype, [&](auto tag) {
    using T = typename decltype(tag)::type;
    if (source.reader->lists_entries() && !part.shape().empty())
      add_entries<T>(comm, source, part, sketch);
    else add_panels<T>(comm, source, part, panel_bytes, sketch);
  });
  return sketch;
}

Picture matrix_picture(mpi::CommunicatorView comm, const std::string& path,
                       const MatrixPictureOptions& options) {
  const mpi::CollectiveCall call(comm, "matrix_picture", mpi::same("the path", path),
                                 mpi::same("the section", options.section),
                                 mpi::same("the most cells", options.most_cells));
  return picture_of(sketch_file(comm, path, options), options);
}

}  // namespace ashlar::pictures
