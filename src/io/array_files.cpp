// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/io/array_files.hpp>

#include <algorithm>
#include <optional>
#include <vector>

#include <ashlar/base/error.hpp>
#include <ashlar/move/array_copy.hpp>
#include <ashlar/mpi/agree.hpp>

#include "base/instantiate.hpp"
#include "extents.hpp"
#include "file_error.hpp"
#include "formats/lines.hpp"
#include "matrix/same_placement.hpp"
#include "mpi/collective_call.hpp"
#include "new_file.hpp"
#include "same_options.hpp"
#include "shared_reader.hpp"

namespace ashlar::io {
namespace {

std::vector<Index> sizes_of(const Distribution& distribution) {
  std::vector<Index> sizes;
  for (const Axis& axis : distribution.axes()) sizes.push_back(axis.extent);
  return sizes;
}

std::size_t slowest(const Distribution& distribution) {
  return distribution.fastest_to_slowest(distribution.axes().size() - 1);
}

/// Distributes the slowest dimension in contiguous ranges.
Distribution slabs(const std::vector<Index>& sizes, StorageOrder order, int ranks) {
  DistributionSpec spec{.sizes = sizes,
                        .dists = std::vector<Dist>(sizes.size(), Dist::none()),
                        .psizes = std::vector<int>(sizes.size(), 1),
                        .order = order};
  const std::size_t d = order == StorageOrder::C ? 0 : sizes.size() - 1;
  spec.dists[d] = Dist::block();
  spec.psizes[d] = ranks;
  return Distribution(spec);
}

/// Indices of a rank in the slowest dimension.
Range part_of(const Distribution& slabs, int rank) {
  const Axis& axis = slabs.axes()[slowest(slabs)];
  if (rank >= axis.nprocs) return {};
  const Index first = std::min(axis.extent, axis.block * rank);
  return {first, first + axis.local_count(rank)};
}

/// Section of the file's matrix; elements of a vector are rows.
Section box_of(Range part, const FileInfo& info) {
  return info.dimensions == 1 || info.order == StorageOrder::C
             ? Section{part, {0, info.shape.cols}}
             : Section{{0, info.shape.rows}, part};
}

template <Element T>
void check_array(const FileInfo& info, const std::string& path) {
  if (info.dtype != dtype_of<T>())
    throw file_error(path, "holds ", to_string(info.dtype), ", but ", to_string(dtype_of<T>()),
                     " was asked for");
  if (info.dimensions == 0)
    throw file_error(path, "holds a single number, which load takes as a 1x1 matrix");
}

template <Element T>
DistArray<T> read_array_file(mpi::CommunicatorView comm, const SharedReader& source,
                             const Distribution& distribution) {
  const FileInfo& info = source.info;
  const std::vector<Index> sizes = info.sizes();
  expect(sizes_of(distribution) == sizes, "load_array: the distribution is of ",
         to_text(sizes_of(distribution)), ", but ", source.path, " is ", to_text(sizes));
  const Distribution in_slabs = slabs(sizes, info.order, comm.size());
  DistArray<T> slab(comm, in_slabs, {.init = Init::Uninitialized});
  mpi::together(comm, [&] {
    const Range part = part_of(in_slabs, comm.rank());
    if (!part.empty()) source.reader->read(box_of(part, info), slab.local().data());
  });
  if (in_slabs == distribution) return slab;
  return redistribute(slab, distribution);
}

}  // namespace

template <Element T>
DistArray<T> load_array(const std::string& path, mpi::CommunicatorView comm,
                        const Distribution& distribution, const FileHints& hints) {
  const mpi::CollectiveCall call(
      comm, "load_array", mpi::same("the path", path), mpi::same("the element type", dtype_of<T>()),
      mpi::same("the distribution", distribution), mpi::same("the hints", hints));
  const SharedReader source = open_together(comm, path, hints);
  check_array<T>(source.info, path);
  return read_array_file<T>(comm, source, distribution);
}

template <Element T>
DistArray<T> load_array(const std::string& path, mpi::CommunicatorView comm,
                        const DistributionSpec& spec, const FileHints& hints) {
  const mpi::CollectiveCall call(comm, "load_array", mpi::same("the path", path),
                                 mpi::same("the element type", dtype_of<T>()),
                                 mpi::same("the hints", hints));
  expect(spec.sizes.empty(), "load_array: the sizes are those of the file; give none of ",
         spec.sizes.size());
  const SharedReader source = open_together(comm, path, hints);
  check_array<T>(source.info, path);
  DistributionSpec whole = spec;
  whole.sizes = source.info.sizes();
  const Distribution distribution(whole);
  mpi::check_same(comm, "load_array", {mpi::same("the distribution", distribution)});
  return read_array_file<T>(comm, source, distribution);
}

template <Element T>
void save_array(const std::string& path, const DistArray<T>& a, StorageOrder order,
                const FileStyle& style) {
  const mpi::CommunicatorView comm = a.comm();
  const mpi::CollectiveCall call(comm, "save_array", mpi::same("the path", path),
                                 mpi::same("the element type", dtype_of<T>()),
                                 mpi::same("the distribution", a.distribution()),
                                 mpi::same("the order", order), mpi::same("the style", style));
  const std::vector<Index> sizes = sizes_of(a.distribution());
  // A vector is written in C order: each element is a line.
  NewMatrix array{.dtype = dtype_of<T>(),
                  .shape = {},
                  .order = sizes.size() == 1 ? StorageOrder::C : order,
                  .dimensions = a.ndims(),
                  .style = style};
  if (sizes.size() > 2) array.extents = sizes;
  const std::optional<Shape> shape =
      sizes.size() == 2 ? Shape{sizes[0], sizes[1]} : flattened(sizes, array.order);
  expect(shape.has_value(), "save_array: an array of ", to_text(sizes),
         " exceeds the range of 64-bit file sizes");
  array.shape = *shape;
  NewFile file(comm, path, array);
  const Distribution in_slabs = slabs(sizes, file.matrix().order, file.ranks());
  const Range mine = part_of(in_slabs, comm.rank());
  const Index length = line_length(array.shape, file.matrix().order);
  const auto write = [&](const DistArray<T>& slab) {
    file.write(array.shape,
               {.all = {}, .mine = mine, .data = slab.local().data(), .stride = length}, 0);
  };
  if (in_slabs == a.distribution()) write(a);
  else write(redistribute(a, in_slabs));
  file.commit();
}

#define ASHLAR_INSTANTIATE(T)                                                                      \
  template DistArray<T> load_array(const std::string&, mpi::CommunicatorView, const Distribution&, \
                                   const FileHints&);                                              \
  template DistArray<T> load_array(const std::string&, mpi::CommunicatorView,                      \
                                   const DistributionSpec&, const FileHints&);                     \
  template void save_array(const std::string&, const DistArray<T>&, StorageOrder, const FileStyle&);
ASHLAR_FOR_ALL_ELEMENTS(ASHLAR_INSTANTIATE)
#undef ASHLAR_INSTANTIATE

}  // namespace ashlar::io
