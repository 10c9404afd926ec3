// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/layout/drawing.hpp>
#include <ashlar/layout/layout.hpp>
#include <ashlar/mpi/process_grid.hpp>
#include <ashlar/pictures/layout_picture.hpp>

#include "matrix.hpp"

namespace ashlar::python {
namespace {

using Pair = std::pair<Index, Index>;
using Ints = std::pair<int, int>;

Layout make_layout(Pair shape, Pair block, Ints grid, Ints source, char grid_order,
                   const std::vector<int>& ranks) {
  return Layout(LayoutSpec{.shape = {shape.first, shape.second},
                           .block = {block.first, block.second},
                           .grid = {grid.first, grid.second},
                           .source = {source.first, source.second},
                           .grid_order = static_cast<GridOrder>(grid_order),
                           .ranks = ranks});
}

/// Global indices of the rows (dimension 0) or columns of a rank.
py::array indices_of(const Layout& layout, int rank, int dimension) {
  const auto coord = layout.ranks().coord_of(rank);
  const Axis& axis = dimension == 0 ? layout.rows() : layout.cols();
  const int process = !coord ? 0 : dimension == 0 ? coord->row : coord->col;
  return global_indices(axis, process, {0, coord ? axis.local_count(process) : 0});
}

}  // namespace

void add_layouts(py::module_& module) {
  py::class_<Layout>(module, "Layout")
      .def(py::init(&make_layout))
      .def_property_readonly("shape",
                             [](const Layout& a) { return Pair(a.shape().rows, a.shape().cols); })
      .def_property_readonly("block",
                             [](const Layout& a) { return Pair(a.block().rows, a.block().cols); })
      .def_property_readonly("grid",
                             [](const Layout& a) { return Ints(a.grid().rows, a.grid().cols); })
      .def_property_readonly("source",
                             [](const Layout& a) { return Ints(a.source().row, a.source().col); })
      .def_property_readonly("grid_order",
                             [](const Layout& a) { return static_cast<char>(a.grid_order()); })
      .def_property_readonly("has_grid", &Layout::has_grid)
      .def_property_readonly("required_size",
                             [](const Layout& a) { return a.ranks().required_size(); })
      .def("ranks", [](const Layout& a) { return ashlar::detail::ranks_in_order(a.ranks()); })
      .def("coord_of",
           [](const Layout& a, int rank) -> std::optional<Ints> {
             const auto coord = a.ranks().coord_of(rank);
             if (!coord) return std::nullopt;
             return Ints(coord->row, coord->col);
           })
      .def("owner",
           [](const Layout& a, Index i, Index j) {
             const ElementPlace place = place_of(a, i, j);
             return std::pair(place.rank, Pair(place.local_row, place.local_col));
           })
      .def("local_shape",
           [](const Layout& a, int rank) {
             const Shape shape = a.local_shape(rank);
             return Pair(shape.rows, shape.cols);
           })
      .def("indices_of", indices_of)
      .def("transposed", &Layout::transposed)
      .def("with_shape",
           [](const Layout& a, Index m, Index n) {
             return a.with_shape({m, n});
           })
      .def("with_block",
           [](const Layout& a, Index m, Index n) {
             return a.with_block({m, n});
           })
      .def("to_string", &Layout::to_string)
      .def("draw", [](const Layout& a, int width) { return draw(a, {.width = width}); })
      .def("svg", [](const Layout& a) { return pictures::layout_picture(a).svg(); })
      .def("equals", [](const Layout& a, const Layout& b) { return a == b; });

  py::class_<ProcessGrid>(module, "Grid")
      .def(py::init([](py::handle comm, Ints shape, char order, bool idle) {
        const mpi::CommunicatorView own = comm_of(comm);
        return without_gil([&] {
          return ProcessGrid::make(own, {.shape = {shape.first, shape.second},
                                         .grid_order = static_cast<GridOrder>(order),
                                         .idle = idle ? IdleRanks::Allowed : IdleRanks::Forbidden});
        });
      }))
      .def_property_readonly(
          "shape", [](const ProcessGrid& a) { return Ints(a.shape().rows, a.shape().cols); })
      .def_property_readonly("order",
                             [](const ProcessGrid& a) { return static_cast<char>(a.grid_order()); })
      .def_property_readonly("coord",
                             [](const ProcessGrid& a) -> std::optional<Ints> {
                               const auto coord = a.coord();
                               if (!coord) return std::nullopt;
                               return Ints(coord->row, coord->col);
                             })
      .def_property_readonly("reason", &ProcessGrid::reason)
      .def("layout", [](const ProcessGrid& a, Pair shape, Pair block, Ints source) {
        return a.layout({shape.first, shape.second},
                        {{block.first, block.second}, {source.first, source.second}});
      });
}

}  // namespace ashlar::python
