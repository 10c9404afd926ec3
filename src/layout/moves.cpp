// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/layout/moves.hpp>

#include <algorithm>
#include <utility>

#include <ashlar/base/concat.hpp>

#include "meet.hpp"
#include "share_builder.hpp"

namespace ashlar {
namespace {

using detail::BlockPlace;
using detail::meet;

Section section_of(const std::vector<Range>& box) { return {box[0], box[1]}; }

/// True of two patterns of the same kind, one of arrays or one of matrices: the ends are equal.
template <class A, class B>
constexpr bool are_comparable = requires(const A& a, const B& b) { a.axes(), b.axes(); } ||
                                requires(const A& a, const B& b) { a.op(), b.op(); };

/// Neighbouring elements of a dimension on one rank.
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

BlockAt block_at(const Placement& placement, int rank, int block) {
  const int member = placement.replicas().seat_of(rank)->member;
  return placement.block_map()->blocks_of(member)[static_cast<std::size_t>(block)];
}

BlockPlace place_of(const Layout& layout, int rank, int /*block*/) {
  const auto coord = layout.ranks().coord_of(rank);
  return {coord ? layout.local_shape(*coord) : Shape{}, 0, false};
}
BlockPlace place_of(const Placement& placement, int rank, int block) {
  return detail::place_of_block(placement, rank, block);
}
BlockPlace place_of(const Distribution& array, int rank, int /*block*/) {
  if (rank >= array.nprocs()) return {{}, 0, true};
  const std::vector<Index> extents = array.local_extents(rank);
  if (extents.size() > 1) return {{extents[0], extents[1]}, 0, true};
  // A single dimension is a line.
  const bool by_rows = array.storage_order() == StorageOrder::C;
  return {by_rows ? Shape{1, extents[0]} : Shape{extents[0], 1}, 0, true};
}

int band_of(const Layout& target, int rank, int dim) {
  const Coord coord = *target.ranks().coord_of(rank);
  return dim == 0 ? coord.row : coord.col;
}

/// The part of the source that a move takes.
detail::Triangle triangle_of_source(const detail::Triangle& moved, bool is_transposing) {
  return is_transposing ? moved.transposed() : moved;
}

TransferOptions reversed_options(const auto& moves) {
  const detail::Triangle back = triangle_of_source(moves.moved(), is_transposing(moves.op()));
  return {.op = moves.op(),
          .source = moves.target_section(),
          .target = moves.source_section(),
          .uplo = back.uplo,
          .diagonal = back.diagonal};
}

ArrayTransfers reversed_arrays(const ArrayTransfers& arrays) {
  std::vector<int> axes(arrays.axes().size());
  for (std::size_t d = 0; d < axes.size(); ++d)
    axes[static_cast<std::size_t>(arrays.axes()[d])] = static_cast<int>(d);
  const detail::Triangle back =
      triangle_of_source(arrays.moved(), axes.size() == 2 && axes[0] == 1);
  return ArrayTransfers(arrays.target(), arrays.source(),
                        {.axes = axes,
                         .source = arrays.target_box(),
                         .target = arrays.source_box(),
                         .uplo = back.uplo,
                         .diagonal = back.diagonal});
}

Index size_of(const Layout& layout) { return layout.ranks().required_size(); }
Index size_of(const Placement& placement) { return placement.required_size(); }
Index size_of(const Distribution& array) { return array.nprocs(); }

}  // namespace

BlockPlace detail::place_of_block(const Placement& placement, int rank, int block) {
  if (const Layout* layout = placement.layout())
    return place_of(*layout, placement.replicas().seat_of(rank)->member, block);
  const BlockAt at = block_at(placement, rank, block);
  const BlockMap& map = *placement.block_map();
  return {map.section_of(at).shape(), map.offset_of(at), true};
}

Moves::Moves(Transfers moves) : what_(std::move(moves)) {}
Moves::Moves(Patchwork moves) : what_(std::move(moves)) {}
Moves::Moves(ArrayTransfers moves) : what_(std::move(moves)) {}

int Moves::ndims() const {
  const auto* arrays = std::get_if<ArrayTransfers>(&what_);
  return arrays != nullptr ? arrays->source().ndims() : 2;
}

bool Moves::has_block_map() const {
  const auto* places = std::get_if<Patchwork>(&what_);
  return places != nullptr && (places->source().block_map() || places->target().block_map());
}

Op Moves::op() const {
  return visit([](const auto& moves) {
    if constexpr (requires { moves.op(); }) return moves.op();
    else return Op::None;
  });
}

const detail::Triangle& Moves::moved() const {
  return visit([](const auto& moves) -> const detail::Triangle& { return moves.moved(); });
}

Section Moves::target_section() const {
  return visit([](const auto& moves) {
    if constexpr (requires { moves.op(); }) return moves.target_section();
    else return section_of(moves.target_box());
  });
}

double Moves::volume() const {
  if (const auto* arrays = std::get_if<ArrayTransfers>(&what_))
    return static_cast<double>(arrays->elements());
  const Shape shape = target_section().shape();
  return static_cast<double>(moved().count({0, shape.rows}, {0, shape.cols})) *
         target_replicas().count();
}

Index Moves::source_size() const {
  return visit([](const auto& moves) { return size_of(moves.source()); });
}
Index Moves::target_size() const {
  return visit([](const auto& moves) { return size_of(moves.target()); });
}

detail::Share Moves::sent_by(int rank) const {
  return visit([rank](const auto& moves) { return moves.sent_by(rank); });
}
detail::Share Moves::received_by(int rank) const {
  return visit([rank](const auto& moves) { return moves.received_by(rank); });
}

Traffic Moves::traffic_of(int rank) const { return detail::traffic_of(*this, rank); }

std::vector<detail::BoxDim> Moves::wire_dims(const detail::Box& box, int sender,
                                             int receiver) const {
  return std::get<ArrayTransfers>(what_).wire_dims(box, sender, receiver);
}

int Moves::source_dim(StorageOrder order) const {
  const auto* arrays = std::get_if<ArrayTransfers>(&what_);
  if (arrays == nullptr)
    return (order == StorageOrder::Fortran) == ashlar::is_transposing(op()) ? 1 : 0;
  const int fastest = order == StorageOrder::Fortran ? 0 : ndims() - 1;
  const auto& axes = arrays->axes();
  return static_cast<int>(std::find(axes.begin(), axes.end(), fastest) - axes.begin());
}

bool Moves::is_transposing() const {
  const auto* arrays = std::get_if<ArrayTransfers>(&what_);
  if (arrays == nullptr) return ashlar::is_transposing(op());
  return source_dim(arrays->source().storage_order()) !=
         static_cast<int>(arrays->target().fastest_to_slowest(0));
}

Index Moves::run_length(int dim) const {
  return visit([&](const auto& moves) {
    if constexpr (requires { moves.axes(); }) {
      const auto d = static_cast<std::size_t>(dim);
      return std::min(run_of(moves.source().axes()[static_cast<std::size_t>(moves.axes()[d])]),
                      run_of(moves.target().axes()[d]));
    } else {
      return std::min(run_of(moves.source(), ashlar::is_transposing(moves.op()) ? 1 - dim : dim),
                      run_of(moves.target(), dim));
    }
  });
}

BlockPlace Moves::source_block(int rank, int block) const {
  return visit([&](const auto& moves) { return place_of(moves.source(), rank, block); });
}
BlockPlace Moves::target_block(int rank, int block) const {
  return visit([&](const auto& moves) { return place_of(moves.target(), rank, block); });
}

int Moves::target_band(int rank, int block, int dim) const {
  if (dim >= ndims()) return 0;
  if (const auto* layouts = std::get_if<Transfers>(&what_))
    return band_of(layouts->target(), rank, dim);
  if (const auto* places = std::get_if<Patchwork>(&what_)) {
    const Placement& target = places->target();
    if (const Layout* layout = target.layout())
      return band_of(*layout, target.replicas().seat_of(rank)->member, dim);
    const BlockAt at = block_at(target, rank, block);
    return static_cast<int>(dim == 0 ? at.row : at.col);
  }
  return std::get<ArrayTransfers>(what_).target().coords_of(rank)[static_cast<std::size_t>(dim)];
}

bool Moves::reads_from(const Moves& writer) const {
  return std::visit(
      [](const auto& reads, const auto& writes) {
        if constexpr (!are_comparable<decltype(reads), decltype(writes)>) return false;
        else if constexpr (requires { reads.axes(); })
          return meet(reads.source_box(), writes.target_box());
        else return meet(reads.source_section(), writes.target_section());
      },
      what_, writer.what_);
}

bool Moves::reads_own_target() const {
  if (!reads_from(*this)) return false;
  return visit([](const auto& moves) {
    // The elements may go from one strict triangle of a section to the other.
    if constexpr (requires { moves.op(); }) {
      const detail::Triangle& t = moves.moved();
      const bool is_strict =
          t.uplo == Uplo::Upper ? t.diagonal > 0 : t.uplo == Uplo::Lower && t.diagonal < 0;
      return !(ashlar::is_transposing(moves.op()) && is_strict &&
               moves.source_section() == moves.target_section());
    } else {
      return true;
    }
  });
}

bool Moves::writes_same(const Moves& other, bool whole, bool other_whole) const {
  if (is_of_arrays() != other.is_of_arrays()) return false;  // not one object
  if (ndims() != 2)
    return meet(std::get<ArrayTransfers>(what_).target_box(),
                std::get<ArrayTransfers>(other.what_).target_box());
  return meet(target_section(), whole ? detail::Triangle{} : moved(), other.target_section(),
              other_whole ? detail::Triangle{} : other.moved());
}

Replicas Moves::target_replicas() const {
  const auto* places = std::get_if<Patchwork>(&what_);
  return places != nullptr ? places->target().replicas() : Replicas();
}

Moves Moves::reversed(std::optional<detail::NearestReplica> nearest) const {
  if (const auto* layouts = std::get_if<Transfers>(&what_))
    return Transfers(layouts->target(), layouts->source(), reversed_options(*layouts));
  if (const auto* places = std::get_if<Patchwork>(&what_))
    return Patchwork(places->target(), places->source(), reversed_options(*places),
                     std::move(nearest));
  return reversed_arrays(std::get<ArrayTransfers>(what_));
}

std::string Moves::to_string(int element_bytes) const {
  return visit([&](const auto& moves) {
    if constexpr (requires { moves.to_string(element_bytes); })
      return moves.to_string(element_bytes);
    else if constexpr (requires { moves.summary(element_bytes); })
      return moves.summary(element_bytes).to_string();
    else return concat(moves.source().to_string(), " -> ", moves.target().to_string(), "\n");
  });
}

}  // namespace ashlar
