// SPDX-License-Identifier: BSD-3-Clause
// A view of a constant matrix is read, not written.
// error: the target is constant
#include <ashlar/move/copy.hpp>

using namespace ashlar;

void use(const DistMatrix<double>& constant, DistMatrix<double>& b) {
#ifdef MISTAKE
  copy_into(b, constant.view({0, 2}, Range::all()));
#else
  const auto part = b.view({0, 2}, Range::all());  // a constant view writes
  copy_into(constant.view({0, 2}, Range::all()), part);
#endif
}
