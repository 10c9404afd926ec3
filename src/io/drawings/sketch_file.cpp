// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/io/matrix_sketch.hpp>

#include "io/formats/lines.hpp"
#include "io/panels.hpp"
#include "io/read_slab.hpp"
#include "io/shared_reader.hpp"
#include "mpi/collective_call.hpp"

namespace ashlar::io {
namespace {

template <Element T>
void add_panels(mpi::CommunicatorView comm, const SharedReader& source, Section part,
                Index panel_bytes, MatrixSketch& sketch) {
  const StorageOrder order = source.info.order;
  const Shape shape = part.shape();
  const Index line_bytes = line_length(shape, order) * static_cast<Index>(sizeof(T));
  const int readers = source.reads_on_all_ranks ? comm.size() : 1;
  Overflows none;
  for_each_panel(line_count(shape, order), panel_lines(line_bytes, readers, panel_bytes),
                 [&](Range lines) {
                   const Section panel = section_of(lines, {0, line_length(shape, order)}, order);
                   DistMatrix<T> slab(comm, source.layout(panel.shape(), comm.size()),
                                      {.init = Init::Uninitialized, .order = order});
                   read_slab(source, shifted(panel, part), slab, none);
                   sketch.add(slab, panel.rows.first, panel.cols.first);
                 });
}

}  // namespace

MatrixSketch sketch_file(mpi::CommunicatorView comm, const std::string& path,
                         const SketchOptions& options) {
  const mpi::CollectiveCall call(comm, "sketch_file", mpi::same("the path", path));
  const SharedReader source = open_together(comm, path, options.file);
  const Section part = part_of_file(options.section, source.info, path);
  MatrixSketch sketch(part.shape(), options.most);
  visit_element(source.info.dtype, [&](auto tag) {
    using T = typename decltype(tag)::type;
    add_panels<T>(comm, source, part, options.panel_bytes, sketch);
  });
  sketch.add_all(comm);
  return sketch;
}

}  // namespace ashlar::io
