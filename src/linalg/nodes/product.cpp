// SPDX-License-Identifier: BSD-3-Clause
#include "product.hpp"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include <ashlar/base/concat.hpp>
#include <ashlar/mpi/context.hpp>

#include "base/instantiate.hpp"
#include "base/tuning.hpp"
#include "linalg/local/openblas.hpp"
#include "linalg/node/part_sum.hpp"
#include "linalg/node/reading.hpp"
#include "linalg/node/slab_source.hpp"
#include "mpi/collectives.hpp"
#include "slab_ranks.hpp"

namespace ashlar::nodes {
namespace {

/// Slabs of k, at most two of which are in memory.
struct Slicing {
  Index depth;

  /// The widest slab: short moves without overlap, and the kernel's full rate.
  static constexpr Index widest = 512;

  Index count() const { return (depth + widest - 1) / widest; }
  Index width() const { return (depth + count() - 1) / count(); }
  /// The current slab and the next.
  Index kept() const { return count() > 1 ? 2 : 1; }
  Range slab(Index number) const {
    return {number * width(), std::min(depth, (number + 1) * width())};
  }
};

int most_parts(Index width) {
  return static_cast<int>(std::max<Index>(1, width / ashlar::detail::tuning().product_terms));
}

/// Slabs of a factor. Every node keeps the parts that its ranks need.
template <Scalar T>
class Slabs {
 public:
  /// @param source, slicing  must outlive the slabs
  /// @param c  layout of the computation
  /// @collective over the communicator
  Slabs(const node::SlabSource<T>& source, const Slicing& slicing, const Layout& c, bool is_left,
        const std::vector<int>& node_of)
      : source_(&source),
        slicing_(&slicing),
        is_left_(is_left),
        c_axis_(is_left ? c.rows() : c.cols()),
        ranks_(c.ranks(), is_left, node_of, most_parts(slicing.width())) {
    const Index part = (slicing.width() + ranks_.parts() - 1) / ranks_.parts();
    padded_ = part * ranks_.parts();
    const Axis k{slicing.kept() * padded_, part, ranks_.parts(), 0};
    for (int layer = 0; layer < ranks_.layers(); ++layer)
      layers_.emplace_back(source.stored.comm(),
                           is_left ? Layout(c_axis_, k, ranks_.layer(layer))
                                   : Layout(k, c_axis_, ranks_.layer(layer)),
                           StorageOptions{.init = Init::Uninitialized});
  }

  /// Adds the copies of a slab.
  void bring(Index slab, std::vector<CopyTask<T>>& tasks) {
    for (DistMatrix<T>& layer : layers_)
      source_->bring(part(slicing_->slab(slab)), MatrixView<T>(layer, place(slab)), tasks);
  }
  /// [local] To be called after the copies.
  void finish(Index slab) {
    for (DistMatrix<T>& layer : layers_)
      source_->finish(part(slicing_->slab(slab)), MatrixView<T>(layer, place(slab)));
  }
  /// Pieces of the slab for the rank at `me` of C's grid, after `finish` on its node. [local]
  std::vector<typename node::Reading<T>::Piece> pieces(Index slab, Coord me) const {
    const DistMatrix<T>& layer = layers_[static_cast<std::size_t>(ranks_.layer_of(me))];
    const Range k = slicing_->slab(slab);
    const node::Reading<T> reading(layer, place(slab), Op::None, k.first, is_left_);
    return reading.pieces(k, c_axis_, is_left_ ? me.row : me.col);
  }

 private:
  Section part(Range k) const {
    return is_left_ ? Section{{0, source_->shape().rows}, k}
                    : Section{k, {0, source_->shape().cols}};
  }
  Section place(Index slab) const {
    const Index first = slab % slicing_->kept() * padded_;
    return part({first, first + slicing_->slab(slab).size()});
  }

  const node::SlabSource<T>* source_;
  const Slicing* slicing_;
  bool is_left_;
  Axis c_axis_;
  SlabRanks ranks_;
  Index padded_;  // elements of k per slab, equal on all parts
  std::vector<DistMatrix<T>> layers_;
};

/// For each rank a number of its node if the node's ranks read each other's segments, else a unique
/// one.
/// @collective over the communicator the first time; later local
const std::vector<int>& node_of(mpi::Context& context) {
  return context.shared_slot<std::vector<int>>("linalg.nodes", [&] {
    const bool shares = context.allocate(1).is_shared();
    return mpi::all_gather(context.comm(), shares ? context.node_ranks().front() : context.rank());
  });
}

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
  return ashlar::detail::start_all(ashlar::detail::any_tasks<T>(tasks));
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
