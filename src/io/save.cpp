// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/io/files.hpp>
#include <ashlar/move/copy.hpp>

#include "formats/lines.hpp"
#include "move/front/same_move.hpp"
#include "new_file.hpp"
#include "panels.hpp"
#include "same_options.hpp"

namespace ashlar::io {

using ashlar::detail::AnyMatrix;
using ashlar::detail::Operand;

Layout recorded_layout(const Operand& a, StorageOrder order) {
  const Shape shape = a.section.shape();
  return a.layout != nullptr ? a.layout->with_shape(shape)
                             : file_layout(shape, order, a.comm.size());
}

void write_in_panels(const Operand& a, NewFile& file) {
  const StorageOrder order = file.matrix().order;
  const Shape shape = a.section.shape();
  // A matrix in the file's layout and order is written without a copy.
  if (a.order == order && a.layout != nullptr && *a.layout == file.layout(shape))
    return file.write(a, 0);
  const Index line_bytes = line_length(shape, order) * a.element.size();
  const Index step = panel_lines(line_bytes, a.comm.size(), default_panel_bytes);
  for_each_panel(line_count(shape, order), step, [&](Range lines) {
    const Section panel = section_of(lines, {0, line_length(shape, order)}, order);
    const AnyMatrix slab =
        AnyMatrix::make("save", a.comm, file.layout(panel.shape()),
                        {.init = Init::Uninitialized, .order = order}, a.element);
    Operand source = a;
    source.section = shifted(panel, a.section);
    const Operand target = operand_of(slab);
    copy_operand(source, target);
    file.write(target, lines.first);
  });
}

void detail::save(const std::string& path, const Operand& a, const SaveOptions& options) {
  const mpi::CollectiveCall call(a.comm, "save", mpi::same("the path", path),
                                 mpi::same("the matrix", a), mpi::same("the options", options));
  FileStyle style = options.file;
  if (!style.layout) style.layout = recorded_layout(a, options.order);
  NewFile file(a.comm, path,
               {.dtype = *a.element.dtype(),
                .shape = a.section.shape(),
                .order = options.order,
                .dimensions = options.dimensions,
                .style = style});
  write_in_panels(a, file);
  file.commit();
}

}  // namespace ashlar::io
