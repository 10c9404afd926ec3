// SPDX-License-Identifier: BSD-3-Clause
#include "slabs.hpp"

#include <algorithm>

#include "base/instantiate.hpp"
#include "base/tuning.hpp"

namespace ashlar::nodes {
namespace {

int most_parts(Index width) {
  return static_cast<int>(std::max<Index>(1, width / ashlar::detail::tuning().product_terms));
}

}  // namespace

template <Scalar T>
Slabs<T>::Slabs(const node::SlabSource<T>& source, const Slicing& slicing, const Layout& c,
                bool is_left, const std::vector<int>& node_of)
    : source_(&source),
      slicing_(&slicing),
      is_left_(is_left),
      c_axis_(is_left ? c.rows() : c.cols()),
      ranks_(c.ranks(), is_left, node_of, most_parts(slicing.width())) {
  const Index part = (slicing.width() + ranks_.parts() - 1) / ranks_.parts();
  padded_ = part * ranks_.parts();
  const Axis k{slicing.kept() * padded_, part, ranks_.parts(), 0};
  for (int layer = 0; layer < ranks_.layers(); ++layer)
    layers_.emplace_back(
        source.stored.comm(),
        is_left ? Layout(c_axis_, k, ranks_.layer(layer)) : Layout(k, c_axis_, ranks_.layer(layer)),
        StorageOptions{.init = Init::Uninitialized});
}

template <Scalar T>
Section Slabs<T>::place(Index slab) const {
  const Index first = slab % slicing_->kept() * padded_;
  return part({first, first + slicing_->slab(slab).size()});
}

template <Scalar T>
void Slabs<T>::bring(Index slab, std::vector<CopyTask<T>>& tasks) {
  for (DistMatrix<T>& layer : layers_)
    source_->bring(part(slicing_->slab(slab)), MatrixView<T>(layer, place(slab)), tasks);
}

template <Scalar T>
void Slabs<T>::finish(Index slab) {
  for (DistMatrix<T>& layer : layers_)
    source_->finish(part(slicing_->slab(slab)), MatrixView<T>(layer, place(slab)));
}

template <Scalar T>
std::vector<typename node::Reading<T>::Piece> Slabs<T>::pieces(Index slab, Coord me) const {
  const DistMatrix<T>& layer = layers_[static_cast<std::size_t>(ranks_.layer_of(me))];
  const Range k = slicing_->slab(slab);
  const node::Reading<T> reading(layer, place(slab), Op::None, k.first, is_left_);
  return reading.pieces(k, c_axis_, is_left_ ? me.row : me.col);
}

#define ASHLAR_INSTANTIATE(T) template class Slabs<T>;
ASHLAR_FOR_ALL_SCALARS(ASHLAR_INSTANTIATE)
#undef ASHLAR_INSTANTIATE

}  // namespace ashlar::nodes
