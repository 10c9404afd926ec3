// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "linalg/node/reading.hpp"
#include "linalg/node/slab_source.hpp"

#include "slab_ranks.hpp"

namespace ashlar::nodes {

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

/// Slabs of a factor. Every node keeps the parts that its ranks need.
template <Scalar T>
class Slabs {
 public:
  /// @param source, slicing  must outlive the slabs
  /// @param c  layout of the computation
  /// @collective over the communicator
  Slabs(const node::SlabSource<T>& source, const Slicing& slicing, const Layout& c, bool is_left,
        const std::vector<int>& node_of);

  /// Adds the copies of a slab.
  void bring(Index slab, std::vector<CopyTask<T>>& tasks);
  /// [local] To be called after the copies.
  void finish(Index slab);
  /// Pieces of the slab for the rank at `me` of C's grid, after `finish` on its node. [local]
  std::vector<typename node::Reading<T>::Piece> pieces(Index slab, Coord me) const;

 private:
  Section part(Range k) const {
    return is_left_ ? Section{{0, source_->shape().rows}, k}
                    : Section{k, {0, source_->shape().cols}};
  }
  Section place(Index slab) const;

  const node::SlabSource<T>* source_;
  const Slicing* slicing_;
  bool is_left_;
  Axis c_axis_;
  SlabRanks ranks_;
  Index padded_;  // elements of k per slab, equal on all parts
  std::vector<DistMatrix<T>> layers_;
};

}  // namespace ashlar::nodes
