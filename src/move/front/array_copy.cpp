// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/move/array_copy.hpp>

#include <algorithm>
#include <utility>

#include <ashlar/base/concat.hpp>
#include <ashlar/mpi/agree.hpp>
#include <ashlar/mpi/context.hpp>

#include "mpi/collective_call.hpp"

namespace ashlar {

void detail::check_whole(mpi::CommunicatorView comm, Index given, Index wanted) {
  const mpi::CollectiveCall call(comm, "scatter", mpi::same("the number of elements", wanted));
  mpi::agree(mpi::Context::of(comm).comm(), comm.rank() != 0 || given == wanted,
             concat("scatter: rank 0 gave ", given, " elements, but the array has ", wanted));
}

Distribution on_one_rank(const Distribution& array) {
  std::vector<Axis> axes;
  for (const Axis& axis : array.axes())
    axes.push_back({axis.extent, std::max<Index>(1, axis.extent), 1, 0});
  return {std::move(axes), array.storage_order()};
}

}  // namespace ashlar
