// SPDX-License-Identifier: BSD-3-Clause
// A view and local elements must not outlive their matrix.
// error: give it a name
#include <ashlar/move/copy.hpp>

using namespace ashlar;

Index rows_of_view(const DistMatrix<double>& a, const Layout& layout) {
#ifdef MISTAKE
  const auto part = redistribute(a, layout).view(Range::all(), {0, 1});
#else
  const auto moved = redistribute(a, layout);
  const auto part = moved.view(Range::all(), {0, 1});
#endif
  return part.rows();
}
