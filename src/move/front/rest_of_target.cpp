// SPDX-License-Identifier: BSD-3-Clause
#include "rest_of_target.hpp"

#include <algorithm>
#include <array>
#include <cstring>

#include <ashlar/matrix/dist_matrix.hpp>

namespace ashlar::detail {
namespace {

/// One dimension of a block: its axis and coordinate, and the global index of the axis' first
/// element.
struct BlockAxis {
  Axis axis;
  int coord;
  Index start;

  Range local(Range global) const {
    const auto inside = [&](Index i) { return std::clamp<Index>(i - start, 0, axis.extent); };
    return axis.local_range(coord, {inside(global.first), inside(global.last)});
  }
  Index global(Index local) const { return start + axis.to_global(coord, local); }
  bool has(Index i) const {
    return i >= start && i < start + axis.extent && axis.owner(i - start) == coord;
  }
  Index place(Index i) const { return axis.to_local(i - start); }
};

/// Zeroes along the contiguous dimension: "rows" are contiguous for either order.
class Zeroer {
 public:
  Zeroer(const Operand& target, const Section& section, const Triangle& triangle, Diag diag)
      : by_columns_(target.order == StorageOrder::Fortran),
        section_(by_columns_ ? section : Section{section.cols, section.rows}),
        triangle_(by_columns_ ? triangle : triangle.transposed()),
        diag_(diag),
        bytes_(target.element.size()),
        one_(Factors::plain(target.element).alpha) {}

  void block(const MemoryBlock& memory, const BlockAxis& row_axis, const BlockAxis& col_axis) {
    by_columns_ ? lines(memory, row_axis, col_axis) : lines(memory, col_axis, row_axis);
  }

 private:
  void lines(const MemoryBlock& memory, const BlockAxis& row_axis, const BlockAxis& col_axis) {
    const Range rows = row_axis.local(section_.rows), cols = col_axis.local(section_.cols);
    const Triangle kept = diag_ == Diag::Unit ? triangle_.strict() : triangle_;
    for (Index jl = cols.first; jl < cols.last; ++jl) {
      const Index j = col_axis.global(jl) - section_.cols.first;
      const Range keep = kept.rows_of(j, {0, section_.rows.size()});
      const Range keep_local =
          row_axis.local({keep.first + section_.rows.first, keep.last + section_.rows.first});
      zero(memory, jl, {rows.first, std::min(keep_local.first, rows.last)});
      zero(memory, jl, {std::max(keep_local.last, rows.first), rows.last});
      const Index i = section_.rows.first + j - triangle_.diagonal;
      if (diag_ == Diag::Unit && i >= section_.rows.first && i < section_.rows.last &&
          row_axis.has(i))
        std::memcpy(at(memory, row_axis.place(i), jl), one_.data(),
                    static_cast<std::size_t>(bytes_));
    }
  }

  void zero(const MemoryBlock& memory, Index line, Range places) const {
    if (!places.empty())
      std::memset(at(memory, places.first, line), 0,
                  static_cast<std::size_t>(places.size() * bytes_));
  }
  std::byte* at(const MemoryBlock& memory, Index place, Index line) const {
    return memory.data + (place + line * memory.ld) * bytes_;
  }

  bool by_columns_;
  Section section_;
  Triangle triangle_;
  Diag diag_;
  Index bytes_;
  std::array<std::byte, 16> one_;
};

Axis whole(Index size) { return {size, std::max<Index>(size, 1), 1, 0}; }

}  // namespace

void zero_rest(const Operand& target, const Section& section, const Triangle& triangle, Diag diag) {
  Zeroer zeroer(target, section, triangle, diag);
  const int rank = target.comm.rank();
  if (target.array != nullptr) {
    const Distribution& array = *target.array;
    if (rank >= array.nprocs()) return;
    MemoryBlock packed = target.blocks[0];
    packed.ld = array.local_extents(rank)[array.fastest_to_slowest(0)];
    const std::vector<int> coords = array.coords_of(rank);
    return zeroer.block(packed, {array.axes()[0], coords[0], 0}, {array.axes()[1], coords[1], 0});
  }
  const Placement& placement = *target.placement;
  const auto seat = placement.replicas().seat_of(rank);
  if (!seat) return;
  if (const BlockMap* map = placement.block_map()) {
    int k = 0;
    for (const BlockAt at : map->blocks_of(seat->member)) {
      const Section part = map->section_of(at);
      zeroer.block(target.blocks[k++], {whole(part.rows.size()), 0, part.rows.first},
                   {whole(part.cols.size()), 0, part.cols.first});
    }
    return;
  }
  const Layout& layout = *placement.layout();
  if (const auto coord = layout.ranks().coord_of(seat->member))
    zeroer.block(target.blocks[0], {layout.rows(), coord->row, 0}, {layout.cols(), coord->col, 0});
}

}  // namespace ashlar::detail
