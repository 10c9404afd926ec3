// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <ashlar/base/error.hpp>
#include <ashlar/mpi/context.hpp>

namespace ashlar::detail {

/// @throws ArgumentError unless rank `root` exists
inline void check_root(const mpi::Context& context, int root) {
  expect(root >= 0 && root < context.size(), "gather or scatter: root is rank ", root,
         ", but the communicator has ", counted(context.size(), "rank"));
}

}  // namespace ashlar::detail
