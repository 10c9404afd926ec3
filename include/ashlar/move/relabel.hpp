// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <ashlar/layout/relabel.hpp>
#include <ashlar/matrix/dist_matrix.hpp>

namespace ashlar {

/// `layout` with its grid positions given to those ranks of a's communicator that have most of
/// their elements already: the same blocks and grid, least data to move.
/// @throws ArgumentError if `layout` has another shape than `a`, or a rank that is not in the
/// communicator
/// @cost  as relabelled(Transfers); pure arithmetic, the same on all ranks
/// @example auto b = redistribute(a, relabelled(a, layout));
template <MatrixLike S>
Layout relabelled(const S& a, const Layout& layout) {
  const auto view = const_view(a);
  return relabelled(Transfers(view.layout(), layout, {.source = view.section()}), a.comm().size());
}

}  // namespace ashlar
