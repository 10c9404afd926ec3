// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/io/files.hpp>

#include <algorithm>
#include <filesystem>
#include <utility>

#include <ashlar/base/checked_int.hpp>
#include <ashlar/base/concat.hpp>
#include <ashlar/base/warning.hpp>
#include <ashlar/io/atomic_file.hpp>
#include <ashlar/io/npy_header.hpp>
#include <ashlar/io/pieces.hpp>
#include <ashlar/move/copy.hpp>
#include <ashlar/mpi/agree.hpp>

#include "elements.hpp"
#include "file_error.hpp"
#include "matrix/same_operand.hpp"
#include "mpi/collectives.hpp"
#include "pieces_files.hpp"
#include "slab.hpp"
#include "whoami.hpp"

namespace ashlar::io {
namespace {

/// What rank 0 sees, before anybody interprets it.
struct Head {
  bool is_folder = false;
  Index bytes = 0;
  std::string text;  // start of the file, or the whole layout.json
};

Head read_head(const std::string& path) {
  std::error_code ignored;
  Head head;
  head.is_folder = std::filesystem::is_directory(path, ignored);
  const InputFile file(head.is_folder ? layout_json_path(path) : path);
  if (head.is_folder && file.size() > largest_layout_json)
    throw file_error(file.path(),
                     concat("is ", file.size(), " bytes long, but a layout needs at most ",
                            largest_layout_json));
  head.bytes = file.size();
  head.text = file.read_prefix(head.is_folder ? largest_layout_json : npy_max_prefix_bytes);
  return head;
}

/// Rank 0's head, on every rank. @collective
Head shared_head(mpi::CommunicatorView comm, const std::string& path) {
  Head head = mpi::together(comm, [&] { return comm.rank() == 0 ? read_head(path) : Head{}; });
  head.text = mpi::broadcast_text(comm, std::move(head.text), 0);
  head.bytes = mpi::broadcast(comm, head.bytes, 0);
  head.is_folder = mpi::broadcast(comm, head.is_folder, 0);
  return head;
}

/// All that a load needs to know, understood on every rank from the same bytes.
struct Source {
  FileInfo info;
  NpyHeader header;   // of a file
  PiecesInfo pieces;  // of a folder
};

Source read_source(mpi::CommunicatorView comm, const std::string& path) {
  const Head head = shared_head(comm, path);
  Source source;
  if (head.is_folder) {
    source.pieces = parse_layout_json(head.text, layout_json_path(path));
    const PiecesInfo& pieces = source.pieces;
    source.info = {.dtype = pieces.dtype,
                   .shape = pieces.layout.shape(),
                   .order = StorageOrder::Fortran,
                   .pieces = pieces.layout};
    source.info.bytes = pieces.layout.shape().rows * pieces.layout.shape().cols *
                        static_cast<Index>(size_of(pieces.dtype));
  } else {
    source.header = parse_npy_header(head.text, path);
    const NpyHeader& header = source.header;
    check_npy_size(header, head.bytes, path);
    source.info = {.dtype = header.dtype,
                   .shape = header.shape,
                   .order = header.order,
                   .dimensions = header.dimensions,
                   .swapped = header.swapped,
                   .bytes = head.bytes,
                   .pieces = {}};
  }
  return source;
}

/// Calls f(elements of the file, place in the slab's memory) for stretches that are contiguous in
/// both: all lines (columns, or rows of a row-major slab) together if the slab is tight, else one
/// by one.
template <class Slab, class F>
void for_each_stretch(Slab& slab, F&& f) {
  const StorageOrder order = slab.storage_order();
  const Range lines = slab_lines(slab.layout(), slab.comm().rank(), order);
  const Index length = order == StorageOrder::C ? slab.cols() : slab.rows();
  const Index step = slab.lld() == length ? std::max<Index>(1, lines.size()) : 1;
  for (Index k = lines.first; k < lines.last; k += step)
    f(Range{k * length, (k + step) * length}, slab.local().data + (k - lines.first) * slab.lld());
}

/// This rank's part of a .npy file.
template <Element T>
void read_part_of_file(const std::string& path, const Source& source, DistMatrix<T>& slab,
                       Overflows& overflows) {
  const mpi::CommunicatorView comm = slab.comm();
  const InputFile file = [&] {
    try {
      return InputFile(path);
    } catch (const FileError& error) {
      throw file_error(path, concat(whoami(comm), " does not see the file that rank 0 sees (",
                                    error.what(), ")"));
    }
  }();
  if (file.size() != source.info.bytes)
    throw file_error(path, concat(whoami(comm), " sees a file of ", file.size(),
                                  " bytes, rank 0 one of ", source.info.bytes));
  for_each_stretch(slab, [&](Range elements, T* out) {
    read_elements(file, source.header, elements, out, overflows);
  });
}

template <Element T>
void check_type(const FileInfo& info, const std::string& path, Conversion conversion) {
  const bool to_real_from_complex =
      !is_complex<T> && (info.dtype == DType::Complex64 || info.dtype == DType::Complex128);
  if (conversion == Conversion::Allowed && to_real_from_complex)
    throw file_error(path, concat("holds ", to_string(info.dtype), ", which as ",
                                  to_string(dtype_of<T>()), " would lose its imaginary parts"));
  if (conversion == Conversion::Refused && info.dtype != dtype_of<T>())
    throw file_error(path, concat("holds ", to_string(info.dtype), ", but ",
                                  to_string(dtype_of<T>()), " was asked for; load_as converts"));
}

/// This rank's lines of the file, or columns of the pieces. [local]
template <Element T>
void read_slab(const std::string& path, const Source& source, DistMatrix<T>& slab,
               Overflows& overflows) {
  const Range lines = slab_lines(slab.layout(), slab.comm().rank(), source.info.order);
  if (lines.empty()) return;
  if (source.info.pieces)
    read_columns_of_pieces<T>(path, source.pieces, lines, slab.local().data, slab.lld(), overflows);
  else read_part_of_file<T>(path, source, slab, overflows);
}

/// @collective
void warn_of_overflows(mpi::CommunicatorView comm, const std::string& path, DType wanted,
                       Index mine) {
  const Index count = mpi::all_sum(comm, mine);
  if (count > 0 && comm.rank() == 0)
    warn(concat("load: ", count, count == 1 ? " finite element of " : " finite elements of ", path,
                " became infinite as ", to_string(wanted), "; load a wider type, or refuse them"));
}

template <Element T>
void save_npy(const std::string& path, const DistMatrix<T>& a, const SaveOptions& options) {
  const mpi::CommunicatorView comm = a.comm();
  const NpyHeader header{.dtype = dtype_of<T>(),
                         .order = options.order,
                         .dimensions = options.dimensions,
                         .shape = a.shape()};
  const std::string head = format_npy_header(header);
  const auto head_bytes = static_cast<Index>(head.size());
  // Opened first: what cannot be written is known before anything is moved.
  AtomicFile file(comm, path, head_bytes + header.data_bytes());
  const Layout slabs = slab_layout(a.shape(), comm.size(), options.order);
  // A matrix that lies as the file does is written from where it is.
  const bool is_slab = a.layout() == slabs && a.storage_order() == options.order;
  DistMatrix<T> moved;
  if (!is_slab) {
    moved = DistMatrix<T>(comm, slabs, {.init = Init::Uninitialized, .order = options.order});
    copy_into(a, moved);
  }
  mpi::together(comm, [&] {
    if (comm.rank() == 0) file.write(0, head.data(), head_bytes);
    constexpr Index width = sizeof(T);
    for_each_stretch(is_slab ? a : std::as_const(moved), [&](Range elements, const T* from) {
      file.write(head_bytes + elements.first * width, from, elements.size() * width);
    });
  });
  file.commit();
}

}  // namespace

FileInfo read_info(mpi::CommunicatorView comm, const std::string& path) {
  const mpi::CollectiveCall call(comm, "read_info", mpi::same("the path", path));
  return read_source(comm, path).info;
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
      mpi::same("the conversion", conversion), mpi::same("the storage order", options.order),
      mpi::same("the treatment of overflow", options.overflow));
  const Source source = read_source(comm, path);
  check_type<T>(source.info, path, conversion);
  const Shape shape = source.info.shape;
  const Layout layout = layout_for(shape);
  mpi::check_same(comm, "load", mpi::same("the layout", layout));
  expect(layout.shape() == shape, "load: the layout is ", layout.shape().rows, "x",
         layout.shape().cols, ", but ", path, " is ", shape.rows, "x", shape.cols);
  DistMatrix<T> slab(comm, slab_layout(shape, comm.size(), source.info.order),
                     {.init = Init::Uninitialized, .order = source.info.order});
  Overflows overflows{.treatment = options.overflow};
  mpi::together(comm, [&] { read_slab(path, source, slab, overflows); });
  if (dtype_can_overflow(source.info.dtype, dtype_of<T>()))
    warn_of_overflows(comm, path, dtype_of<T>(), overflows.count);
  if (slab.layout() == layout && slab.storage_order() == options.order) return slab;
  DistMatrix<T> result(comm, layout, {.init = Init::Uninitialized, .order = options.order});
  copy_into(slab, result);
  return result;
}

}  // namespace detail

template <Element T>
void save(const std::string& path, const DistMatrix<T>& a, const SaveOptions& options) {
  const mpi::CollectiveCall call(a.comm(), "save", mpi::same("the path", path),
                                 mpi::same("the matrix", a), mpi::same("the order", options.order),
                                 mpi::same("the number of dimensions", options.dimensions));
  if (path.ends_with('/')) save_pieces(path, a);
  else save_npy(path, a, options);
}

namespace detail {
template DistMatrix<float> load_matrix(const std::string&, mpi::CommunicatorView, const LayoutFor&,
                                       Conversion, const LoadOptions&);
template DistMatrix<double> load_matrix(const std::string&, mpi::CommunicatorView, const LayoutFor&,
                                        Conversion, const LoadOptions&);
template DistMatrix<c64> load_matrix(const std::string&, mpi::CommunicatorView, const LayoutFor&,
                                     Conversion, const LoadOptions&);
template DistMatrix<c128> load_matrix(const std::string&, mpi::CommunicatorView, const LayoutFor&,
                                      Conversion, const LoadOptions&);
template DistMatrix<std::int8_t> load_matrix(const std::string&, mpi::CommunicatorView,
                                             const LayoutFor&, Conversion, const LoadOptions&);
template DistMatrix<std::int16_t> load_matrix(const std::string&, mpi::CommunicatorView,
                                              const LayoutFor&, Conversion, const LoadOptions&);
template DistMatrix<std::int32_t> load_matrix(const std::string&, mpi::CommunicatorView,
                                              const LayoutFor&, Conversion, const LoadOptions&);
template DistMatrix<std::int64_t> load_matrix(const std::string&, mpi::CommunicatorView,
                                              const LayoutFor&, Conversion, const LoadOptions&);
template DistMatrix<std::uint8_t> load_matrix(const std::string&, mpi::CommunicatorView,
                                              const LayoutFor&, Conversion, const LoadOptions&);
template DistMatrix<std::uint16_t> load_matrix(const std::string&, mpi::CommunicatorView,
                                               const LayoutFor&, Conversion, const LoadOptions&);
template DistMatrix<std::uint32_t> load_matrix(const std::string&, mpi::CommunicatorView,
                                               const LayoutFor&, Conversion, const LoadOptions&);
template DistMatrix<std::uint64_t> load_matrix(const std::string&, mpi::CommunicatorView,
                                               const LayoutFor&, Conversion, const LoadOptions&);
}  // namespace detail

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
