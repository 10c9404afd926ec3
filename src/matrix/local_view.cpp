// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/matrix/local_view.hpp>

#include <ashlar/base/concat.hpp>
#include <ashlar/base/error.hpp>

namespace ashlar::detail {

void* writable(const void* memory) { return const_cast<void*>(memory); }

void refuse_local_index(Index i, Index j, Index rows, Index cols) {
  throw ArgumentError(concat("LocalView: element (", i, ", ", j, ") is outside the local block of ",
                             rows, "x", cols,
                             " elements; local indices count from 0 within this rank's block"));
}

}  // namespace ashlar::detail
