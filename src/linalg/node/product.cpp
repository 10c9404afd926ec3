// SPDX-License-Identifier: BSD-3-Clause
#include "product.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include <ashlar/base/concat.hpp>
#include <ashlar/matrix/dist_matrix.hpp>

#include "base/instantiate.hpp"
#include "flop_meter.hpp"
#include "linalg/local/blas.hpp"
#include "linalg/one_rank.hpp"
#include "part_sum.hpp"
#include "room.hpp"
#include "slab_factor.hpp"

namespace ashlar::node {
namespace {

// Bytes of both slabs of all ranks.
constexpr Index slab_bytes = Index{64} << 20;

// The axis of a stored factor along k, and its range.
template <Scalar T>
Axis k_axis(const SlabSource<T>& s, bool is_left) {
  return is_left != is_transposing(s.op) ? s.stored.layout().cols() : s.stored.layout().rows();
}
template <Scalar T>
Range k_range(const SlabSource<T>& s, bool is_left) {
  return is_left != is_transposing(s.op) ? s.stored.section().cols : s.stored.section().rows;
}

template <Scalar T>
bool is_own_memory(const SlabSource<T>& s) {
  return s.structure == Structure::General &&
         s.stored.matrix().storage_order() == StorageOrder::Fortran;
}

// True if each rank has the same k of both factors, with the whole other dimension.
template <Scalar T>
bool has_same_distribution(const SlabSource<T>& a, const SlabSource<T>& b, int parts) {
  const Axis ka = k_axis(a, true), kb = k_axis(b, false);
  const RankMap &ra = a.stored.layout().ranks(), &rb = b.stored.layout().ranks();
  if (!is_own_memory(a) || !is_own_memory(b)) return false;
  if (ka != kb || ka.nprocs != parts || k_range(a, true) != k_range(b, false)) return false;
  if (ra.grid().size() != ka.nprocs || rb.grid().size() != kb.nprocs) return false;
  for (int p = 0; p < ka.nprocs; ++p) {
    const auto rank = [p](const RankMap& map) {
      return map.rank_of(map.grid().rows > 1 ? Coord{p, 0} : Coord{0, p});
    };
    if (rank(ra) != rank(rb) || rank(ra) >= parts) return false;
  }
  return true;
}

template <Scalar T>
local::Factor<T> own_part(const SlabSource<T>& s) {
  return {tile_of(s.stored), s.op};
}

template <Scalar T>
struct Slabs {
  DistMatrix<T> a, b;

  Slabs(const Product<T>& p, Index k, int parts)
      : a(p.c.comm(),
          Layout({.shape = {p.c.shape().rows, k},
                  .block = {std::max<Index>(1, p.c.shape().rows), (k + parts - 1) / parts},
                  .grid = {1, parts}}),
          {.init = Init::Uninitialized}),
        b(p.c.comm(),
          Layout({.shape = {k, p.c.shape().cols},
                  .block = {(k + parts - 1) / parts, std::max<Index>(1, p.c.shape().cols)},
                  .grid = {parts, 1}}),
          {.init = Init::Uninitialized}) {}
};

// mine := this rank's share of A B, from moved slabs.
template <Scalar T>
void add_moved(const Product<T>& p, int parts, Room& room, local::Tile<T> mine) {
  const Index depth = p.a.shape().cols;
  const Index bytes_a_k = (p.c.shape().rows + p.c.shape().cols) * static_cast<Index>(sizeof(T));
  const Index widest = std::max<Index>(512 * parts, slab_bytes / bytes_a_k);
  const Index width = std::min(depth, widest);
  Slabs<T> slabs(p, width, parts);
  for (Index first = 0; first < depth; first += width) {
    const Range k{first, std::min(depth, first + width)};
    const MatrixView<T> a = slabs.a.view({0, slabs.a.rows()}, {0, k.size()});
    const MatrixView<T> b = slabs.b.view({0, k.size()}, {0, slabs.b.cols()});
    const Section a_part{{0, slabs.a.rows()}, k}, b_part{k, {0, slabs.b.cols()}};
    std::vector<CopyTask<T>> tasks;
    p.a.bring(a_part, a, tasks);
    p.b.bring(b_part, b, tasks);
    copy_all(std::span<const CopyTask<T>>(tasks));
    p.a.finish(a_part, a);
    p.b.finish(b_part, b);
    guarded(room, [&] {
      local::gemm(T(1), local::plain(tile_of(a)), local::plain(tile_of(b)),
                  first == 0 ? T(0) : T(1), mine);
    });
  }
}

// Sum over the ranks; each adds different columns.
template <Scalar T>
DistMatrix<T> summed(const DistMatrix<T>& partial, Shape shape, int parts) {
  DistMatrix<T> result(partial.comm(), block_layout(shape, {1, parts}),
                       {.init = Init::Uninitialized});
  const auto me = result.coord();
  if (!me || result.local_cols() == 0) return result;
  const Index first = result.global_col(0);
  for (Index j = 0; j < result.local_cols(); ++j)
    for (int r = 0; r < parts; ++r) {
      const T* from = partial.storage().part_of(r).template as<const T>() +
                      (first + j) * detail::owned_ld(shape);
      T* to = result.local().at(0, j);
      for (Index i = 0; i < shape.rows; ++i) to[i] = r == 0 ? from[i] : to[i] + from[i];
    }
  return result;
}

/// As multiply, for a small C and a long k: each of `parts` ranks multiplies a part of k; the
/// results are added in rank order. Factors with equal one-dimensional distributions of k are read
/// in place.
/// @collective over product.c.comm()
template <Scalar T>
std::string multiply_split(const Product<T>& p, int parts) {
  Room& room = Room::of(p.c.comm());
  room.begin(room.ranks());
  const Shape shape = p.c.shape();
  // One C per rank, side by side.
  DistMatrix<T> partial(p.c.comm(),
                        Layout({.shape = {shape.rows, shape.cols * parts},
                                .block = {shape.rows, shape.cols},
                                .grid = {1, parts}}),
                        {.init = Init::Uninitialized});
  const bool in_place = has_same_distribution(p.a, p.b, parts);
  if (!in_place) {
    add_moved(p, parts, room, ashlar::detail::tile_of(partial));
  } else if (partial.coord()) {
    guarded(room, [&] {
      local::gemm<T>(T(1), own_part(p.a), own_part(p.b), T(0), ashlar::detail::tile_of(partial));
    });
  }
  room.meet();
  const DistMatrix<T> sum = summed(partial, shape, parts);
  copy_into(sum, p.c, {}, {.alpha = p.alpha, .beta = p.beta});
  return concat("A and B ", in_place ? "read where they lie" : "moved in slabs", ", ", parts,
                " sums over parts of k added up.\n");
}

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
