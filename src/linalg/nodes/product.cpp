// SPDX-License-Identifier: BSD-3-Clause
#include "product.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include <ashlar/base/concat.hpp>

#include "base/instantiate.hpp"
#include "base/tuning.hpp"
#include "linalg/local/threads.hpp"
#include "linalg/node/part_sum.hpp"
#include "move/front/start_all.hpp"

#include "node_of.hpp"
#include "slabs.hpp"

namespace ashlar::nodes {
namespace {

// Moves of C take longer between nodes than within.
node::MoveCost c_move_cost() {
  const auto& tuned = ashlar::detail::tuning();
  return {.element = tuned.nodes_move_cost, .latency = tuned.nodes_move_latency};
}

template <Scalar T>
PendingMove start_slab(Slabs<T>& a, Slabs<T>& b, Index slab) {
  std::vector<CopyTask<T>> tasks;
  a.bring(slab, tasks);
  b.bring(slab, tasks);
  return ashlar::detail::start_all(tasks);
}

template <Scalar T>
void sum_slabs(const mpi::Context& context, const Slicing& slicing, Slabs<T>& a, Slabs<T>& b,
               std::optional<node::PartSum<T>>& sum) {
  PendingMove pending = start_slab(a, b, 0);
  for (Index slab = 0; slab < slicing.count(); ++slab) {
    pending.wait();
    a.finish(slab);
    b.finish(slab);
    // The node has this slab, and the previous one is no longer read.
    context.node().barrier();
    if (slab + 1 < slicing.count()) pending = start_slab(a, b, slab + 1);
    if (!sum) continue;
    const local::BlasThreads threads;
    node::for_each_pair(a.pieces(slab, sum->me), b.pieces(slab, sum->me), sum->me.row + sum->me.col,
                        [&](const auto& x, const auto& y) {
                          const Index work_of_column = std::max<Index>(1, sum->c.rows * x.cols());
                          const Index width = std::max<Index>(
                              64, ashlar::detail::tuning().work_between_looks / work_of_column);
                          sum->add(x, y, width, [&] { pending.test(); });
                        });
  }
}

}  // namespace

template <Scalar T>
std::string multiply(const node::Product<T>& p) {
  mpi::Context& context = mpi::Context::of(p.c.comm());
  const std::vector<int>& nodes = node_of(context);
  const Slicing slicing{p.a.shape().cols};
  const std::optional<Layout> own =
      node::even_layout_of(p.c, slicing.depth, context.size(), c_move_cost());
  const bool in_place = own.has_value();
  const Layout layout = own ? *own : block_layout(p.c.shape(), nodes);
  std::optional<DistMatrix<T>> blocks;
  if (!in_place) blocks.emplace(p.c.comm(), layout, StorageOptions{.init = Init::Uninitialized});

  Slabs<T> a(p.a, slicing, layout, true, nodes), b(p.b, slicing, layout, false, nodes);
  using Sum = node::PartSum<T>;
  std::optional<Sum> sum;
  if (const auto me = layout.ranks().coord_of(context.rank())) {
    const local::Tile<T> tile = node::tile_of(in_place ? p.c : MatrixView<T>(*blocks));
    sum = in_place ? Sum{*me, tile, p.alpha, p.beta} : Sum{*me, tile, T(1), T(0)};
  }
  sum_slabs(context, slicing, a, b, sum);
  if (!in_place) copy_into(*blocks, p.c, {}, {.alpha = p.alpha, .beta = p.beta});

  return concat("A and B brought in ", slicing.count(), " slabs of ", slicing.width(),
                ", C computed ", in_place ? "in its own memory" : concat("as ", layout.to_string()),
                ".\n");
}

#define ASHLAR_INSTANTIATE(T) template std::string multiply(const node::Product<T>&);
ASHLAR_FOR_ALL_SCALARS(ASHLAR_INSTANTIATE)
#undef ASHLAR_INSTANTIATE

}  // namespace ashlar::nodes
