// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/layout/descriptor.hpp>

#include <algorithm>
#include <limits>

#include <ashlar/base/checked_int.hpp>
#include <ashlar/base/concat.hpp>

namespace ashlar {
namespace {

std::string why_no_dimension(const std::string& name, const Axis& axis) {
  if (axis.extent == 0)
    return concat(name, ": the extent is 0, and MPI has no darray of an empty array");
  if (axis.extent > detail::largest_int)
    return concat(name, ": the extent is ", axis.extent,
                  ", but MPI takes 32-bit integers (at most ", detail::largest_int, ")");
  if (axis.block > detail::largest_int / axis.nprocs)
    return concat(name, ": blocks of ", axis.block, " on ",
                  detail::counted(axis.nprocs, "process", "processes"), " span ", axis.block, " x ",
                  axis.nprocs,
                  " elements, more than the 32-bit integers of MPI_Type_create_darray; take blocks "
                  "of at most ",
                  detail::largest_int / axis.nprocs);
  return {};
}

// Open MPI computes the default block as (size + processes - 1) / processes in ints.
bool rounds_up_too_far(const DistributionSpec& spec, std::size_t d) {
  return spec.dists[d] == Dist::block() &&
         spec.sizes[d] > detail::largest_int - (spec.psizes[d] - 1);
}

// Equivalent axis with source 0 and block <= extent, as darray requires.
Axis darray_axis(const Axis& axis) {
  return {axis.extent, std::max(Index{1}, std::min(axis.block, axis.extent)), axis.nprocs, 0};
}

}  // namespace

std::string why_no_darray(const DarrayArgs& args) try {
  const Distribution distribution(args.spec);
  if (distribution.nprocs() != args.size)
    return concat("the process grid has ", distribution.nprocs(), " positions, but the size is ",
                  args.size);
  if (args.rank < 0 || args.rank >= args.size)
    return concat("rank ", args.rank, " is not one of the ", detail::counted(args.size, "rank"),
                  " of the grid");
  for (std::size_t d = 0; d < args.spec.sizes.size(); ++d) {
    std::string reason = why_no_dimension(concat("dimension ", d), distribution.axes()[d]);
    if (!reason.empty()) return reason;
    if (rounds_up_too_far(args.spec, d))
      return concat("dimension ", d, ": BLOCK of ", detail::counted(args.spec.sizes[d], "element"),
                    " on ", detail::counted(args.spec.psizes[d], "process", "processes"),
                    " is rounded up beyond 32-bit integers; give BLOCK(k) its k");
  }
  return {};
} catch (const Error& error) {
  return error.what();
}

Layout layout_of_darray(const DarrayArgs& args) {
  const Distribution distribution(args.spec);
  expect(distribution.ndims() == 2, "layout of a darray: it has ",
         detail::counted(distribution.ndims(), "dimension"), ", but a matrix has 2");
  const Axis& rows = distribution.axes()[0];
  const Axis& cols = distribution.axes()[1];
  const Layout layout(rows, cols, RankMap({rows.nprocs, cols.nprocs}, GridOrder::Row));
  return distribution.storage_order() == StorageOrder::Fortran ? layout : layout.transposed();
}

std::string why_no_darray(const Layout& layout) {
  const std::string rows = why_no_dimension("rows", darray_axis(layout.rows()));
  return !rows.empty() ? rows : why_no_dimension("columns", darray_axis(layout.cols()));
}

DarrayArgs darray_args_of(const Layout& layout, Coord position) {
  const std::string reason = why_no_darray(layout);
  expect(reason.empty(), "darray of a layout: ", reason);
  const GridShape grid = layout.grid();
  expect(position.row >= 0 && position.row < grid.rows && position.col >= 0 &&
             position.col < grid.cols,
         "darray of a layout: position (", position.row, ",", position.col, ") lies outside the ",
         grid.rows, "x", grid.cols, " grid");
  return {.size = static_cast<int>(grid.size()),
          .rank = layout.rows().distance(position.row) * grid.cols +
                  layout.cols().distance(position.col),
          .spec = {.sizes = {layout.rows().extent, layout.cols().extent},
                   .dists = {Dist::cyclic(darray_axis(layout.rows()).block),
                             Dist::cyclic(darray_axis(layout.cols()).block)},
                   .psizes = {grid.rows, grid.cols},
                   .order = StorageOrder::Fortran}};
}

DarrayArgs darray_args_of(const Layout& layout, int rank) {
  const auto position = layout.ranks().coord_of(rank);
  expect(position.has_value(), "darray of a layout: rank ", rank,
         " is idle: it keeps no element; use a count of zero instead of a darray");
  return darray_args_of(layout, *position);
}

}  // namespace ashlar
