// SPDX-License-Identifier: BSD-3-Clause
#include "split_product.hpp"

#include <algorithm>

#include <ashlar/base/concat.hpp>
#include <ashlar/matrix/dist_matrix.hpp>

#include "base/instantiate.hpp"
#include "linalg/local/blas.hpp"
#include "linalg/one_rank.hpp"
#include "room.hpp"

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
bool is_dealt_alike(const SlabSource<T>& a, const SlabSource<T>& b, int parts) {
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
  const LocalView<const T> part = s.stored.local();
  return {{part.data, part.rows, part.cols, part.col_stride}, s.op};
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
    const auto x = a.local(), y = b.local();
    guarded(room, [&] {
      local::gemm<T>(T(1), {{x.data, x.rows, x.cols, x.col_stride}, Op::None},
                     {{y.data, y.rows, y.cols, y.col_stride}, Op::None}, first == 0 ? T(0) : T(1),
                     mine);
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

}  // namespace

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
  const bool in_place = is_dealt_alike(p.a, p.b, parts);
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

#define ASHLAR_INSTANTIATE(T) template std::string multiply_split(const Product<T>&, int);
ASHLAR_FOR_ALL_SCALARS(ASHLAR_INSTANTIATE)
#undef ASHLAR_INSTANTIATE

}  // namespace ashlar::node
