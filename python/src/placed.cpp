// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/matrix/detail/any_dist_array.hpp>
#include <ashlar/matrix/detail/any_matrix.hpp>
#include <ashlar/move/array_copy.hpp>

#include "moves.hpp"

namespace ashlar::python {
namespace {

using ashlar::detail::AnyBlock;
using ashlar::detail::AnyDistArray;
using ashlar::detail::AnyMatrix;

/// Memory of the caller, which a matrix keeps.
struct Kept {
  py::object memory;
  bool is_writable = true;
};

/// Matrix with a block map or with replicas.
struct Placed {
  AnyMatrix any;
  DType dtype;
  Kept kept;
};
using PlacedPtr = std::shared_ptr<Placed>;

/// Section of a Placed with an op.
struct PlacedPart {
  PlacedPtr matrix;
  Section section;
  Op op = Op::None;
};

struct Array {
  AnyDistArray any;
  DType dtype;
  Kept kept;
};

End end_of(const PlacedPart& part) {
  const Placed& placed = *part.matrix;
  return {ashlar::detail::operand_of(placed.any, part.section), placed.dtype, part.op,
          placed.kept.is_writable};
}

End end_of(const Array& array) {
  return {ashlar::detail::operand_of(array.any), array.dtype, Op::None, array.kept.is_writable};
}

StorageOptions storage(bool zero, char order = 'F') {
  return {.init = zero ? Init::Zero : Init::Uninitialized, .order = order_of(order)};
}

PlacedPtr make_placed(py::handle comm, const Placement& placement, const std::string& dtype,
                      char order, bool zero) {
  const mpi::CommunicatorView own = comm_of(comm);
  const DType type = dtype_of_name(dtype);
  const char* const name = placement.block_map() != nullptr ? "BlockMatrix" : "ReplicatedMatrix";
  return without_gil([&] {
    return std::make_shared<Placed>(
        Placed{AnyMatrix::make(name, own, placement, storage(zero, order), type), type, {}});
  });
}

std::byte* bytes_of(const py::array& memory) {
  return static_cast<std::byte*>(const_cast<void*>(memory.data()));
}

/// Matrix whose blocks are NumPy arrays with checked strides and extents.
PlacedPtr wrap_blocks(py::handle comm, const BlockMap& map, const py::list& arrays,
                      const std::vector<Index>& leading, const std::string& dtype, char order,
                      bool is_writable) {
  const mpi::CommunicatorView own = comm_of(comm);
  const DType type = dtype_of_name(dtype);
  std::vector<detail::LocalBlock<std::byte>> blocks;
  for (std::size_t k = 0; k < leading.size(); ++k)
    blocks.push_back({bytes_of(arrays[k].cast<py::array>()), leading[k], order_of(order)});
  const PlacedPtr result = without_gil([&] {
    return std::make_shared<Placed>(
        Placed{AnyMatrix::wrap("BlockMatrix::wrap", own, map, blocks, type), type, {}});
  });
  result->kept = {arrays, is_writable};
  return result;
}

/// (first row, last row, first column, last column, elements) of each block of this rank.
py::list blocks_of(const PlacedPtr& placed) {
  py::list result;
  const AnyMatrix& own = placed->any;
  const BlockMap* const map = own.placement.block_map();
  if (map == nullptr) return result;
  const py::object base = py::cast(placed);
  const auto places = own.own_blocks();
  for (std::size_t k = 0; k < places.size(); ++k) {
    const AnyBlock& block = own.blocks[static_cast<std::int32_t>(k)];
    const Section at = map->section_of(places[k]);
    result.append(py::make_tuple(
        at.rows.first, at.rows.last, at.cols.first, at.cols.last,
        array_in(placed->dtype, {block.rows, block.cols}, {block.row_stride, block.col_stride},
                 block.data, placed->kept.is_writable, base)));
  }
  return result;
}

/// (member of the group or -1, elements) of the replica of this rank.
py::tuple replica_of(const PlacedPtr& placed) {
  const AnyBlock& block = placed->any.blocks[0];
  return py::make_tuple(
      placed->any.member,
      array_in(placed->dtype, {block.rows, block.cols}, {block.row_stride, block.col_stride},
               block.data, placed->kept.is_writable, py::cast(placed)));
}

std::shared_ptr<Array> make_array(py::handle comm, const Distribution& distribution,
                                  const std::string& dtype, bool zero) {
  const mpi::CommunicatorView own = comm_of(comm);
  const DType type = dtype_of_name(dtype);
  return without_gil([&] {
    return std::make_shared<Array>(
        Array{AnyDistArray::make(own, distribution, storage(zero), type), type, {}});
  });
}

std::shared_ptr<Array> wrap_array(py::handle comm, const Distribution& distribution,
                                  const py::array& memory, const std::string& dtype,
                                  bool is_writable) {
  const mpi::CommunicatorView own = comm_of(comm);
  const DType type = dtype_of_name(dtype);
  std::byte* const elements = bytes_of(memory);
  const auto result = without_gil([&] {
    return std::make_shared<Array>(
        Array{AnyDistArray::wrap(own, distribution, elements, type), type, {}});
  });
  result->kept = {memory, is_writable};
  return result;
}

Distribution distribution_of(const std::vector<Index>& shape, const std::vector<std::string>& names,
                             const std::vector<int>& grid, char order) {
  std::vector<Dist> dists;
  for (const std::string& name : names) {
    const auto dist = Dist::from_string(name);
    expect(dist.has_value(), "Distribution: '", name,
           "' is not the distribution of a dimension; write 'BLOCK', 'BLOCK(k)', 'CYCLIC', "
           "'CYCLIC(k)' or '*'");
    dists.push_back(*dist);
  }
  return Distribution({.sizes = shape, .dists = dists, .psizes = grid, .order = order_of(order)});
}

/// Global indices of a rank along one dimension.
py::array array_indices(const Distribution& distribution, int rank, int dimension) {
  const auto d = static_cast<std::size_t>(dimension);
  const Axis& axis = distribution.axes()[d];
  if (rank >= distribution.nprocs()) return global_indices(axis, 0, {0, 0});
  const int process = distribution.coords_of(rank)[d];
  return global_indices(axis, process, {0, axis.local_count(process)});
}

}  // namespace

void add_placed(py::module_& module) {
  py::class_<BlockMap>(module, "BlockMap")
      .def(py::init<std::vector<Index>, std::vector<Index>, std::vector<int>>())
      .def_property_readonly("row_cuts", &BlockMap::row_cuts)
      .def_property_readonly("col_cuts", &BlockMap::col_cuts)
      .def("owner",
           [](const BlockMap& a, Index r, Index c) {
             return a.owner({r, c});
           })
      .def("to_string", &BlockMap::to_string)
      .def("equals", [](const BlockMap& a, const BlockMap& b) { return a == b; });
  py::class_<Replicas>(module, "Replicas")
      .def(py::init<>())
      .def(py::init<int, int>())
      .def(py::init<const std::vector<std::vector<int>>&>())
      .def_property_readonly("count", &Replicas::count)
      .def_property_readonly("group_size", &Replicas::group_size)
      .def("rank_of", &Replicas::rank_of)
      .def("equals", [](const Replicas& a, const Replicas& b) { return a == b; });
  py::class_<Placement>(module, "Placement")
      .def(py::init<const Layout&, const Replicas&>())
      .def(py::init<const BlockMap&, const Replicas&>())
      .def("to_string", &Placement::to_string);
  py::class_<Placed, PlacedPtr>(module, "Placed")
      .def_property_readonly("dtype", [](const Placed& a) { return name_of(a.dtype); })
      .def("to_string", [](const Placed& a) { return a.any.placement.to_string(); });
  py::class_<PlacedPart> part(module, "PlacedPart");
  add_section<PlacedPart>(part);
  part.def("expect_writable", [](const PlacedPart& a, const std::string& function) {
    expect_writable(function.c_str(), a.matrix->kept.is_writable);
  });
  py::class_<Distribution>(module, "Distribution")
      .def(py::init(&distribution_of))
      .def("owner",
           [](const Distribution& a, const std::vector<Index>& at) { return a.owner_rank(at); })
      .def("local_shape",
           [](const Distribution& a, int rank) {
             return rank < a.nprocs() ? a.local_extents(rank)
                                      : std::vector<Index>(static_cast<std::size_t>(a.ndims()), 0);
           })
      .def("on_one_rank", [](const Distribution& a, int root) { return on_one_rank(a, root); })
      .def("indices_of", array_indices)
      .def("equals", [](const Distribution& a, const Distribution& b) { return a == b; });
  py::class_<Array, std::shared_ptr<Array>>(module, "Array")
      .def_property_readonly("dtype", [](const Array& a) { return name_of(a.dtype); })
      .def("expect_writable",
           [](const Array& a, const std::string& function) {
             expect_writable(function.c_str(), a.kept.is_writable);
           })
      .def("local", [](const std::shared_ptr<Array>& a) {
        return array_in(a->dtype, a->any.extents, a->any.strides, a->any.local, a->kept.is_writable,
                        py::cast(a));
      });

  module.def("make_placed", make_placed);
  module.def("wrap_blocks", wrap_blocks);
  module.def("blocks_of", blocks_of);
  module.def("replica_of", replica_of);
  module.def("make_array", make_array);
  module.def("wrap_array", wrap_array);
  // Under another name than that of View, since pybind11 tries overloads twice.
  module.def("copy_placed", copy<PlacedPart, PlacedPart>);
  module.def("copy_placed", copy<PlacedPart, View>);
  module.def("copy_placed", copy<View, PlacedPart>);
  module.def("copy_array", [](const Array& a, const Array& b, const std::vector<int>& axes,
                              const std::vector<std::pair<Index, Index>>& source,
                              const std::vector<std::pair<Index, Index>>& target, const c128& alpha,
                              const c128& beta, Index max_extra_bytes) {
    CopyOptions options{.axes = axes, .max_extra_bytes = max_extra_bytes};
    for (const auto& [first, last] : source) options.source.push_back({first, last});
    for (const auto& [first, last] : target) options.target.push_back({first, last});
    copy_ends(end_of(a), end_of(b), alpha, beta, options);
  });
}

}  // namespace ashlar::python
