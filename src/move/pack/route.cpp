// SPDX-License-Identifier: BSD-3-Clause
#include "route.hpp"

#include <algorithm>

namespace ashlar::detail {
namespace {

BlockAt block_at(const Placement& placement, int rank, int block) {
  const int member = placement.replicas().seat_of(rank)->member;
  return placement.block_map()->blocks_of(member)[static_cast<std::size_t>(block)];
}

OwnedBlock owned_block(const Layout& layout, int rank, StorageOrder order) {
  const auto coord = layout.ranks().coord_of(rank);
  if (!coord) return {};
  const Shape block = layout.local_shape(*coord);
  return {0, owned_ld(in_lines(block, order))};
}

/// An array of two dimensions is a matrix without gaps.
OwnedBlock owned_block(const Distribution& array, int rank) {
  if (rank >= array.nprocs()) return {};
  return {0, std::max<Index>(1, array.local_extents(rank)[array.fastest_to_slowest(0)])};
}

/// Elements of a dimension that lie side by side.
Index run_of(const Axis& axis) { return axis.nprocs == 1 ? axis.extent : axis.block; }
Index run_of(const Layout& layout, int dim) {
  return run_of(dim == 0 ? layout.rows() : layout.cols());
}
Index run_of(const Placement& placement, int dim) {
  if (const Layout* layout = placement.layout()) return run_of(*layout, dim);
  const BlockMap& map = *placement.block_map();
  const Shape shape = map.shape();
  return dim == 0 ? shape.rows / std::max<Index>(1, map.block_rows())
                  : shape.cols / std::max<Index>(1, map.block_cols());
}

}  // namespace

OwnedBlock owned_block(const Placement& placement, int rank, int block, StorageOrder order) {
  if (const Layout* layout = placement.layout())
    return owned_block(*layout, placement.replicas().seat_of(rank)->member, order);
  const BlockAt at = block_at(placement, rank, block);
  const BlockMap& map = *placement.block_map();
  return {map.offset_of(at), tight_ld(in_lines(map.section_of(at).shape(), order))};
}

Route::Route(const Movement& what, ElementType element, mpi::Context& on)
    : what_(what), element_(element), context_(on) {
  const int rank = on.rank();
  std::visit(
      [&](const auto& moves) {
        sends_ = moves.sent_by(rank);
        receives_ = moves.received_by(rank);
      },
      what_);
  if (const auto* arrays = std::get_if<ArrayTransfers>(&what_)) {
    ndims_ = arrays->source().ndims();
    transposing_ = source_dim(arrays->source().storage_order()) !=
                   static_cast<int>(arrays->target().fastest_to_slowest(0));
    moved_ = arrays->moved();
  } else {
    const auto take = [&](const auto& moves) {
      transposing_ = ashlar::is_transposing(moves.op());
      conjugating_ = moves.op() == Op::ConjTrans;
      moved_ = moves.moved();
    };
    if (const auto* layouts = std::get_if<Transfers>(&what_)) take(*layouts);
    else take(std::get<Patchwork>(what_));
  }
  for (const Box& box : receives_.boxes()) elements_in_ += box.elements;
  for (const Box& box : sends_.boxes()) elements_out_ += box.elements;
}

Share Route::receives_of(int rank) const {
  return std::visit([rank](const auto& moves) { return moves.received_by(rank); }, what_);
}

double Route::volume() const {
  if (const auto* arrays = std::get_if<ArrayTransfers>(&what_))
    return static_cast<double>(arrays->elements());
  const auto kept_of = [&](Shape shape) {
    return static_cast<double>(moved_.count({0, shape.rows}, {0, shape.cols}));
  };
  if (const auto* layouts = std::get_if<Transfers>(&what_)) return kept_of(layouts->shape());
  const auto& places = std::get<Patchwork>(what_);
  return kept_of(places.target_section().shape()) * places.target().replicas().count();
}

Index Route::run_length(int dim) const {
  if (const auto* arrays = std::get_if<ArrayTransfers>(&what_)) {
    const auto d = static_cast<std::size_t>(dim);
    return std::min(run_of(arrays->source().axes()[static_cast<std::size_t>(arrays->axes()[d])]),
                    run_of(arrays->target().axes()[d]));
  }
  const auto shorter = [&](const auto& places) {
    return std::min(run_of(places.source(), transposing_ ? 1 - dim : dim),
                    run_of(places.target(), dim));
  };
  if (const auto* layouts = std::get_if<Transfers>(&what_)) return shorter(*layouts);
  return shorter(std::get<Patchwork>(what_));
}

int Route::source_dim(StorageOrder order) const {
  const auto* arrays = std::get_if<ArrayTransfers>(&what_);
  if (arrays == nullptr) return (order == StorageOrder::Fortran) == transposing_ ? 1 : 0;
  const int fastest = order == StorageOrder::Fortran ? 0 : ndims_ - 1;
  const auto& axes = arrays->axes();
  return static_cast<int>(std::find(axes.begin(), axes.end(), fastest) - axes.begin());
}

int Route::target_dim(StorageOrder order) const {
  return order == StorageOrder::Fortran ? 0 : ndims_ - 1;
}

OwnedBlock Route::source_block(int rank, int block, StorageOrder order) const {
  if (const auto* layouts = std::get_if<Transfers>(&what_))
    return owned_block(layouts->source(), rank, order);
  if (const auto* places = std::get_if<Patchwork>(&what_))
    return owned_block(places->source(), rank, block, order);
  return owned_block(std::get<ArrayTransfers>(what_).source(), rank);
}

OwnedBlock Route::target_block(int rank, int block, StorageOrder order) const {
  if (const auto* layouts = std::get_if<Transfers>(&what_))
    return owned_block(layouts->target(), rank, order);
  if (const auto* places = std::get_if<Patchwork>(&what_))
    return owned_block(places->target(), rank, block, order);
  return owned_block(std::get<ArrayTransfers>(what_).target(), rank);
}

int Route::target_band(int rank, int block, int dim) const {
  if (dim >= ndims_) return 0;
  const auto of_coord = [dim](Coord coord) { return dim == 0 ? coord.row : coord.col; };
  if (const auto* layouts = std::get_if<Transfers>(&what_))
    return of_coord(*layouts->target().ranks().coord_of(rank));
  if (const auto* places = std::get_if<Patchwork>(&what_)) {
    const Placement& target = places->target();
    if (const Layout* layout = target.layout())
      return of_coord(*layout->ranks().coord_of(target.replicas().seat_of(rank)->member));
    const BlockAt at = block_at(target, rank, block);
    return static_cast<int>(dim == 0 ? at.row : at.col);
  }
  return std::get<ArrayTransfers>(what_).target().coords_of(rank)[static_cast<std::size_t>(dim)];
}

}  // namespace ashlar::detail
