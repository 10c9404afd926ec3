// SPDX-License-Identifier: BSD-3-Clause
#include "slab_source.hpp"

#include <algorithm>

#include <ashlar/layout/detail/triangle.hpp>

#include "base/instantiate.hpp"

namespace ashlar::node {

template <Scalar T>
void SlabSource<T>::bring(const Section& part, MatrixView<T> target,
                          std::vector<CopyTask<T>>& tasks) const {
  const auto as_is = [&] { return stored.view(part.rows, part.cols); };
  const auto turned = [&] { return stored.view(part.cols, part.rows); };
  if (structure == Structure::General) {
    tasks.emplace_back(is_transposing(op) ? turned() : as_is(), target, CopyOptions{.op = op});
    return;
  }
  // Copies the stored triangle, and its mirror image.
  const bool is_lower = uplo == Uplo::Lower;
  const Index diagonal = part.rows.first - part.cols.first;
  const Op mirror = structure == Structure::Hermitian ? Op::ConjTrans : Op::Trans;
  tasks.emplace_back(as_is(), target, CopyOptions{.uplo = uplo, .diagonal = diagonal});
  tasks.emplace_back(turned(), target,
                     CopyOptions{.op = mirror,
                                 .uplo = is_lower ? Uplo::Upper : Uplo::Lower,
                                 .diagonal = is_lower ? diagonal + 1 : diagonal - 1});
}

template <Scalar T>
void SlabSource<T>::finish(const Section& part, MatrixView<T> target) const {
  if constexpr (is_complex<T>) {
    if (structure != Structure::Hermitian) return;
    const Index first = std::max(part.rows.first, part.cols.first);
    const Index last = std::min(part.rows.last, part.cols.last);
    for (Index k = first; k < last; ++k)
      if (T* x = target.matrix().find(target.section().rows.first + k - part.rows.first,
                                      target.section().cols.first + k - part.cols.first))
        *x = x->real();
  }
}

#define ASHLAR_INSTANTIATE(T) template struct SlabSource<T>;
ASHLAR_FOR_ALL_SCALARS(ASHLAR_INSTANTIATE)
#undef ASHLAR_INSTANTIATE

}  // namespace ashlar::node
