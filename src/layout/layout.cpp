// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/layout/layout.hpp>

#include <ashlar/base/concat.hpp>

namespace ashlar {
namespace {

bool names_grid(const LayoutSpec& spec) {
  return spec.grid != GridShape{0, 0} || !spec.ranks.empty();
}

GridShape grid_of(const LayoutSpec& spec) {
  return spec.grid == GridShape{0, 0} ? GridShape{1, 1} : spec.grid;
}

RankMap rank_map_of(const LayoutSpec& spec) {
  return spec.ranks.empty() ? RankMap(grid_of(spec), spec.grid_order)
                            : RankMap(grid_of(spec), spec.grid_order, spec.ranks);
}

}  // namespace

Layout::Layout(const LayoutSpec& spec)
    : Layout(Axis{spec.shape.rows, spec.block.rows, grid_of(spec).rows, spec.source.row},
             Axis{spec.shape.cols, spec.block.cols, grid_of(spec).cols, spec.source.col},
             rank_map_of(spec)) {
  has_grid_ = names_grid(spec);
}

Layout::Layout(const Axis& rows, const Axis& cols, RankMap ranks)
    : rows_(rows), cols_(cols), ranks_(std::move(ranks)) {
  check();
}

void Layout::check() const {
  rows_.check("rows of the layout");
  cols_.check("columns of the layout");
  expect(ranks_.grid() == grid(), "layout: the axes require a ", rows_.nprocs, "x", cols_.nprocs,
         " grid, but the rank map has ", ranks_.grid().rows, "x", ranks_.grid().cols);
}

Shape Layout::local_shape(int rank) const {
  const auto coord = ranks_.coord_of(rank);
  return coord ? local_shape(*coord) : Shape{};
}

Layout Layout::transposed() const {
  Layout result(cols_, rows_, ranks_.transposed());
  result.has_grid_ = has_grid_;
  return result;
}

Layout Layout::with_shape(Shape shape) const {
  Layout result = *this;
  result.rows_.extent = shape.rows;
  result.cols_.extent = shape.cols;
  result.check();
  return result;
}

Layout Layout::with_block(Block block) const {
  Layout result = *this;
  result.rows_.block = block.rows;
  result.cols_.block = block.cols;
  result.check();
  return result;
}

std::string Layout::to_string() const {
  return concat(rows_.extent, "x", cols_.extent, " in ", rows_.block, "x", cols_.block,
                " blocks on a ", rows_.nprocs, "x", cols_.nprocs, " grid (",
                ashlar::to_string(grid_order()), " order, source ", rows_.source, ",", cols_.source,
                ranks_.is_implicit() ? "" : ", ranks by table",
                ranks_.first_rank() != 0 && ranks_.is_implicit()
                    ? concat(", from rank ", ranks_.first_rank())
                    : "",
                ")");
}

}  // namespace ashlar
