// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/base/progress.hpp>
#include <ashlar/io/files.hpp>
#include <ashlar/move/copy.hpp>
#include <ashlar/mpi/agree.hpp>

#include "base/instantiate.hpp"
#include "file_error.hpp"
#include "formats/formats.hpp"
#include "formats/lines.hpp"
#include "formats/section_reader.hpp"
#include "mpi/collectives.hpp"
#include "panels.hpp"
#include "read_slab.hpp"
#include "same_options.hpp"
#include "shared_reader.hpp"

namespace ashlar::io {
namespace {

template <Element T>
void check_type(const FileInfo& info, const std::string& path, detail::Conversion conversion) {
  if (conversion == detail::Conversion::Allowed)
    check_keeps_imaginary_parts(info.dtype, dtype_of<T>(), path);
  if (conversion == detail::Conversion::Refused && info.dtype != dtype_of<T>())
    throw file_error(path, "holds ", to_string(info.dtype), ", but ", to_string(dtype_of<T>()),
                     " was asked for; load_as converts");
}

}  // namespace

FileInfo read_info(mpi::CommunicatorView comm, const std::string& path, const FileHints& hints) {
  const mpi::CollectiveCall call(comm, "read_info", mpi::same("the path", path),
                                 mpi::same("the hints", hints));
  return open_together(comm, path, hints).info;
}

FileInfo read_info(const std::string& path, const FileHints& hints) {
  return open_reader(format_of_file(path, hints), path, hints)->info();
}

Layout file_layout(const FileInfo& info, int ranks) {
  return file_layout(info.shape, info.order, ranks);
}

Layout file_layout(Shape shape, StorageOrder order, int ranks) {
  return slab_layout(shape, ranks, order);
}

namespace detail {

template <Element T>
DistMatrix<T> load_matrix(const std::string& path, mpi::CommunicatorView comm,
                          const LayoutFor& layout_for, Conversion conversion,
                          const LoadOptions& options) {
  const mpi::CollectiveCall call(
      comm, "load", mpi::same("the path", path), mpi::same("the element type", dtype_of<T>()),
      mpi::same("the conversion", conversion), mpi::same("the options", options));
  const SharedReader source = open_together(comm, path, options.file);
  check_type<T>(source.info, path, conversion);
  warn_of_names(source, options.file, comm);
  const Section part = part_of_file(options.section, source.info, path);
  const FormatTraits& format = format_named(source.info.format);
  if (options.checked && format.check != nullptr) format.check(comm, path, part);
  const Layout layout = layout_for(part.shape());
  mpi::check_same(comm, "load", {mpi::same("the layout", layout)});
  expect(layout.shape() == part.shape(), "load: the layout is ", layout.shape().rows, "x",
         layout.shape().cols, ", but ", path, " is ", part.shape().rows, "x", part.shape().cols);

  const StorageOrder order = source.info.order;
  DistMatrix<T> result(comm, layout, {.init = Init::Uninitialized, .order = options.order});
  Overflows overflows{.treatment = options.overflow};
  if (options.order == order && layout == source.layout(part.shape(), comm.size())) {
    read_slab(source, part, result, overflows);
  } else {
    const Index line_bytes = line_length(part.shape(), order) * static_cast<Index>(sizeof(T));
    const Index step = panel_lines(line_bytes, comm.size(), default_panel_bytes);
    for_each_panel(line_count(part.shape(), order), step, [&](Range lines) {
      const Section panel = section_of(lines, {0, line_length(part.shape(), order)}, order);
      DistMatrix<T> slab(comm, source.layout(panel.shape(), comm.size()),
                         {.init = Init::Uninitialized, .order = order});
      read_slab(source, shifted(panel, part), slab, overflows);
      copy_into(slab, result.view(panel.rows, panel.cols));
    });
  }
  warn_of_overflows(source, dtype_of<T>(), comm, overflows.count);
  return result;
}

#define ASHLAR_INSTANTIATE(T)                                                                     \
  template DistMatrix<T> load_matrix(const std::string&, mpi::CommunicatorView, const LayoutFor&, \
                                     Conversion, const LoadOptions&);
ASHLAR_FOR_ALL_ELEMENTS(ASHLAR_INSTANTIATE)
#undef ASHLAR_INSTANTIATE

}  // namespace detail

}  // namespace ashlar::io
