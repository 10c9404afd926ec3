// SPDX-License-Identifier: BSD-3-Clause
#include "new_dataset.hpp"

#include <algorithm>
#include <array>

#include "attributes.hpp"
#include "io/file_error.hpp"
#include "matlab.hpp"

namespace ashlar::io::hdf5 {
namespace {

constexpr const char* not_created = "its dataset cannot be created";
// 512 KiB of float64: fits every reader's chunk cache.
constexpr Block usual_chunk = {256, 256};

// HDF5's metadata of the file and per chunk.
constexpr Index header_bytes = Index{1} << 16, chunk_header_bytes = 256;

/// Extents of a chunk; empty for contiguous storage.
std::vector<hsize_t> chunk_of(const DatasetPlan& plan, const FileStyle& style) {
  const bool has_elements = !plan.shape.empty() && !plan.extents.empty();
  if (!has_elements || (!style.chunk && style.compression == 0)) return {};
  const Block wanted = style.chunk.value_or(usual_chunk);
  const Block block = plan.dialect == Dialect::Matlab ? wanted.transposed() : wanted;
  const std::array<Index, 2> both = {block.rows, block.cols};
  std::vector<hsize_t> chunk = plan.extents;
  for (std::size_t k = 0; k < chunk.size(); ++k)
    chunk[k] = std::min(chunk[k], static_cast<hsize_t>(both[k]));
  return chunk;
}

void set_chunks(const Calls& call, const PropertiesHandle& creation, const DatasetPlan& plan) {
  if (plan.chunk.empty()) return;
  call(not_created, H5Pset_chunk, creation.id(), static_cast<int>(plan.chunk.size()),
       plan.chunk.data());
  if (!plan.is_packed()) return;
  // Shuffled bytes of equal significance compress better.
  call(not_created, H5Pset_shuffle, creation.id());
  call(not_created, H5Pset_deflate, creation.id(), static_cast<unsigned>(plan.compression));
}

void add_layout(const Calls& call, const DatasetHandle& dataset, const Layout& layout) {
  const auto add = [&](const char* name, Index rows, Index cols) {
    add_numbers(call, dataset.id(), name, std::array{rows, cols});
  };
  add("shape", layout.shape().rows, layout.shape().cols);
  add("block", layout.block().rows, layout.block().cols);
  add("grid", layout.grid().rows, layout.grid().cols);
  add("source", layout.source().row, layout.source().col);
  add_text(call, dataset.id(), "order", layout.grid_order() == GridOrder::Row ? "row" : "col");
}

}  // namespace

DatasetPlan plan_dataset(const NewMatrix& matrix, Dialect dialect) {
  const bool is_matlab = dialect == Dialect::Matlab;
  DatasetPlan plan{.shape = matrix.shape,
                   .extents = {},
                   .chunk = {},
                   .width = is_matlab ? matrix.shape.rows : matrix.shape.cols,
                   .type = {.dtype = matrix.dtype,
                            .stored_as = is_matlab ? "" : matrix.style.stored_as,
                            .swapped = matrix.style.swapped,
                            .parts = dialect},
                   .stored_as = matrix.style.stored_as,
                   .dialect = dialect,
                   .holds_shape = is_matlab && matrix.shape.empty()};
  const Shape stored = is_matlab ? matrix.shape.transposed() : matrix.shape;
  if (is_matlab || matrix.dimensions > 0) plan.extents.push_back(static_cast<hsize_t>(stored.rows));
  if (is_matlab || matrix.dimensions > 1) plan.extents.push_back(static_cast<hsize_t>(stored.cols));
  if (plan.holds_shape) plan.extents = {2};
  plan.chunk = chunk_of(plan, matrix.style);
  plan.compression = matrix.style.compression;
  return plan;
}

Index DatasetPlan::largest_growth(Range part) const {
  const Index bytes = part.size() * width * element_bytes();
  if (chunk.empty()) return bytes + header_bytes;
  const auto length = static_cast<Index>(chunk[0]);
  const Index breadth = chunk.size() > 1 ? static_cast<Index>(chunk[1]) : 1;
  const Index chunk_bytes = length * breadth * element_bytes();
  const Index across = ceiling(width, breadth);
  const Index along = part.empty() ? 0 : ceiling(part.last, length) - part.first / length;
  // Incompressible data grow by less than 1 %.
  return along * across * (chunk_bytes + chunk_bytes / 100 + 1) +
         ceiling(lines(), length) * across * chunk_header_bytes + header_bytes;
}

DatasetHandle create_dataset(const Calls& call, const FileHandle& file, const std::string& name,
                             const DatasetPlan& plan, const NewMatrix& matrix) {
  const TypeHandle type = plan.holds_shape
                              ? TypeHandle(call(not_created, H5Tcopy, H5T_NATIVE_UINT64))
                              : type_of(call, plan.type);
  const SpaceHandle space(plan.extents.empty()
                              ? call(not_created, H5Screate, H5S_SCALAR)
                              : call(not_created, H5Screate_simple,
                                     static_cast<int>(plan.extents.size()), plan.extents.data(),
                                     static_cast<const hsize_t*>(nullptr)));
  const PropertiesHandle links = new_properties(call, H5P_LINK_CREATE);
  call(not_created, H5Pset_create_intermediate_group, links.id(), 1U);
  call(not_created, H5Pset_char_encoding, links.id(), H5T_CSET_UTF8);
  const PropertiesHandle creation = new_properties(call, H5P_DATASET_CREATE);
  // Without times, equal matrices give equal bytes.
  call(not_created, H5Pset_obj_track_times, creation.id(), false);
  call(not_created, H5Pset_fill_time, creation.id(), H5D_FILL_TIME_IFSET);
  set_chunks(call, creation, plan);
  DatasetHandle dataset(call(not_created, H5Dcreate2, file.id(), name.c_str(), type.id(),
                             space.id(), links.id(), creation.id(), H5P_DEFAULT));
  if (plan.dialect == Dialect::Matlab)
    add_matlab_attributes(call, dataset.id(),
                          {.is_logical = plan.stored_as == "bool",
                           .is_empty = plan.holds_shape,
                           .class_dtype = plan.type.dtype});
  if (matrix.style.layout) add_layout(call, dataset, *matrix.style.layout);
  return dataset;
}

}  // namespace ashlar::io::hdf5
