// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/move/array_copy.hpp>

#include <algorithm>
#include <limits>
#include <utility>

#include <ashlar/base/concat.hpp>
#include <ashlar/base/error.hpp>
#include <ashlar/mpi/agree.hpp>
#include <ashlar/mpi/context.hpp>

#include "mpi/collective_call.hpp"
#include "root.hpp"

namespace ashlar {

void detail::check_whole(mpi::CommunicatorView comm, Index given, Index wanted, int root) {
  const mpi::CollectiveCall call(comm, "gather or scatter",
                                 mpi::same("the number of elements", wanted),
                                 mpi::same("the root", root));
  const mpi::Context& context = mpi::Context::of(comm);
  check_root(context, root);
  mpi::agree(context.comm(), context.rank() != root || given == wanted,
             concat("gather or scatter: the root, rank ", root, ", gave memory for ",
                    detail::counted(given, "element"), ", but the array has ", wanted));
}

Distribution on_one_rank(const Distribution& array, int root) {
  expect(root >= 0 && root < std::numeric_limits<int>::max(), "on_one_rank: rank ", root,
         " does not exist; ranks count from 0");
  std::vector<Axis> axes;
  for (const Axis& axis : array.axes())
    axes.push_back({axis.extent, std::max<Index>(1, axis.extent), 1, 0});
  // All elements are on the last of root + 1 processes along the first dimension.
  axes.front().nprocs = root + 1;
  axes.front().source = root;
  return {std::move(axes), array.storage_order()};
}

}  // namespace ashlar
