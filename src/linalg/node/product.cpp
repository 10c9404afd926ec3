// SPDX-License-Identifier: BSD-3-Clause
#include "product.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include <ashlar/base/concat.hpp>

#include "base/instantiate.hpp"
#include "flop_meter.hpp"
#include "part_sum.hpp"
#include "slab_factor.hpp"
#include "split_product.hpp"

namespace ashlar::node {
namespace {

template <Scalar T>
void sum_slabs(Room& room, SlabFactor<T>& a, SlabFactor<T>& b, Index depth, bool is_shared,
               std::optional<PartSum<T>>& sum, FlopMeter meter) {
  const bool is_moved = a.is_moved() || b.is_moved();
  const bool others_read = a.is_read_by_others() || b.is_read_by_others();
  const Index width = is_moved ? slab_width(depth) : depth;
  a.make_slab_of(width);
  b.make_slab_of(width);
  if (others_read) room.meet();
  Index added = 0;
  for (Index first = 0; first < depth; first += width) {
    const Range k{first, std::min(depth, first + width)};
    bring_slabs({&a, &b}, k);
    if (is_moved && is_shared) room.meet();
    if (sum)
      guarded(room, [&] {
        for_each_pair(a, b, k, sum->me, [&](const auto& x, const auto& y) {
          sum->add(x, y);
          added += x.cols();
          meter.reached(meter.total() * static_cast<double>(added) / static_cast<double>(depth));
        });
      });
    if (k.last < depth && is_shared) room.meet();  // before slabs are overwritten
  }
  if (others_read) room.meet();
}

// C's layout if it is computed in place, else nullopt.
template <Scalar T>
std::optional<Layout> layout_in_place(const MatrixView<T>& c, Index depth,
                                      const ProductShare& share) {
  if (c.matrix().storage_order() != StorageOrder::Fortran) return {};
  if (share.grid.size() == 1) {
    const std::optional<int> rank = sole_rank(c.layout(), c.section());
    if (!rank) return {};
    return Layout({.shape = c.shape(),
                   .block = {c.shape().rows, c.shape().cols},
                   .grid = {1, 1},
                   .ranks = {*rank}});
  }
  return even_layout_of(c, depth, static_cast<int>(share.grid.size()));
}

}  // namespace

template <Scalar T>
std::string multiply(const Product<T>& p, const ProductShare& share) {
  if (share.k_parts > 0) return multiply_split(p, share.k_parts);
  Room& room = Room::of(p.c.comm());
  room.begin(room.ranks());
  const Index depth = p.a.shape().cols;
  const std::optional<Layout> own = layout_in_place(p.c, depth, share);
  const bool in_place = own.has_value();
  const Layout layout = own ? *own : block_layout(p.c.shape(), share.grid);
  std::optional<DistMatrix<T>> blocks;
  if (!in_place) blocks.emplace(p.c.comm(), layout, StorageOptions{.init = Init::Uninitialized});

  SlabFactor<T> a(p.a, layout, true, room), b(p.b, layout, false, room);
  std::optional<PartSum<T>> sum;
  if (const auto me = layout.ranks().coord_of(room.rank()))
    sum = in_place ? PartSum<T>{*me, tile_of(p.c), p.alpha, p.beta}
                   : PartSum<T>{*me, tile_of(MatrixView<T>(*blocks)), T(1), T(0)};
  const double flops = flops_of_multiply_add<T> * static_cast<double>(p.c.shape().rows) *
                       static_cast<double>(p.c.shape().cols) * static_cast<double>(depth);
  sum_slabs(room, a, b, depth, layout.grid().size() > 1, sum, {room, Routine::Gemm, flops});
  if (!in_place) copy_into(*blocks, p.c, {}, {.alpha = p.alpha, .beta = p.beta});

  const auto where = [](bool is_moved) {
    return is_moved ? "moved in slabs" : "read where it lies";
  };
  return concat("A ", where(a.is_moved()), ", B ", where(b.is_moved()), ", C computed ",
                in_place ? "in its own memory" : concat("as ", layout.to_string()), ".\n");
}

#define ASHLAR_INSTANTIATE(T) template std::string multiply(const Product<T>&, const ProductShare&);
ASHLAR_FOR_ALL_SCALARS(ASHLAR_INSTANTIATE)
#undef ASHLAR_INSTANTIATE

}  // namespace ashlar::node
