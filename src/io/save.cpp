// SPDX-License-Identifier: BSD-3-Clause
#include <utility>

#include <ashlar/io/files.hpp>
#include <ashlar/io/pieces.hpp>
#include <ashlar/move/copy.hpp>

#include "file_error.hpp"
#include "formats/formats.hpp"
#include "formats/lines.hpp"
#include "new_file.hpp"
#include "panels.hpp"
#include "same_options.hpp"

namespace ashlar::io {
namespace {

template <Element T>
void save_file(const std::string& path, const DistMatrix<T>& a, const SaveOptions& options) {
  const mpi::CommunicatorView comm = a.comm();
  NewFile file(comm, path,
               {.dtype = dtype_of<T>(),
                .shape = a.shape(),
                .order = options.order,
                .dimensions = options.dimensions,
                .style = options.file});
  const StorageOrder order = file.matrix().order;
  // A matrix that lies as the file does is written from where it is.
  if (a.storage_order() == order && a.layout() == file.layout(a.shape())) {
    file.write(a, 0);
  } else {
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
  file.commit();
}

}  // namespace

template <Element T>
void save(const std::string& path, const DistMatrix<T>& a, const SaveOptions& options) {
  const mpi::CollectiveCall call(a.comm(), "save", mpi::same("the path", path),
                                 mpi::same("the matrix", a), mpi::same("the options", options));
  if (&format_to_write(path, options.file.format) == &pieces_format()) save_pieces(path, a);
  else save_file(path, a, options);
}

template void save(const std::string&, const DistMatrix<float>&, const SaveOptions&);
template void save(const std::string&, const DistMatrix<double>&, const SaveOptions&);
template void save(const std::string&, const DistMatrix<c64>&, const SaveOptions&);
template void save(const std::string&, const DistMatrix<c128>&, const SaveOptions&);
template void save(const std::string&, const DistMatrix<std::int8_t>&, const SaveOptions&);
template void save(const std::string&, const DistMatrix<std::int16_t>&, const SaveOptions&);
template void save(const std::string&, const DistMatrix<std::int32_t>&, const SaveOptions&);
template void save(const std::string&, const DistMatrix<std::int64_t>&, const SaveOptions&);
template void save(const std::string&, const DistMatrix<std::uint8_t>&, const SaveOptions&);
template void save(const std::string&, const DistMatrix<std::uint16_t>&, const SaveOptions&);
template void save(const std::string&, const DistMatrix<std::uint32_t>&, const SaveOptions&);
template void save(const std::string&, const DistMatrix<std::uint64_t>&, const SaveOptions&);

}  // namespace ashlar::io
