// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/layout/layout.hpp>

#include <ashlar/base/concat.hpp>

namespace ashlar {
namespace {

RankMap rank_map_of(const LayoutSpec& spec) {
  return spec.ranks.empty() ? RankMap(spec.grid, spec.order)
                            : RankMap(spec.grid, spec.order, spec.ranks);
}

}  // namespace

Layout::Layout(const LayoutSpec& spec)
    : Layout(Axis{spec.shape.rows, spec.block.rows, spec.grid.rows, spec.source.row},
             Axis{spec.shape.cols, spec.block.cols, spec.grid.cols, spec.source.col},
             rank_map_of(spec)) {}

Layout::Layout(const Axis& rows, const Axis& cols, RankMap ranks)
    : rows_(rows), cols_(cols), ranks_(std::move(ranks)) {
  rows_.check("rows of the layout");
  cols_.check("columns of the layout");
  expect(ranks_.grid() == grid(), "layout: the axes want a ", rows_.nprocs, "x", cols_.nprocs,
         " grid, but the rank map has ", ranks_.grid().rows, "x", ranks_.grid().cols);
}

Shape Layout::local_shape(int rank) const {
  const auto coord = ranks_.coord_of(rank);
  return coord ? local_shape(*coord) : Shape{};
}

Layout Layout::transposed() const { return {cols_, rows_, ranks_.transposed()}; }

Layout Layout::with_shape(Shape shape) const {
  Axis rows = rows_, cols = cols_;
  rows.extent = shape.rows;
  cols.extent = shape.cols;
  return {rows, cols, ranks_};
}

Layout Layout::with_block(Block block) const {
  Axis rows = rows_, cols = cols_;
  rows.block = block.rows;
  cols.block = block.cols;
  return {rows, cols, ranks_};
}

std::string Layout::to_string() const {
  return concat(
      rows_.extent, "x", cols_.extent, " in ", rows_.block, "x", cols_.block, " blocks on a ",
      rows_.nprocs, "x", cols_.nprocs, " grid (", ashlar::to_string(order()), " order, source ",
      rows_.source, ",", cols_.source, ranks_.is_implicit() ? "" : ", ranks by table",
      ranks_.first_rank() != 0 && ranks_.is_implicit() ? concat(", from rank ", ranks_.first_rank())
                                                       : "",
      ")");
}

}  // namespace ashlar
