// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <ashlar/mpi/context.hpp>

namespace ashlar::detail {

/// Message tags, one per move of a communicator in the order of their starts, which is [same];
/// several moves may be under way.
class MoveTags {
 public:
  /// Instance of a communicator. [local]
  static MoveTags& of(mpi::Context& context) {
    return context.slot<MoveTags>("move.tags", [] { return MoveTags(); });
  }
  /// Next tag. [local], in the same order on all ranks
  static int next(mpi::Context& context) {
    int& count = of(context).count_;
    count = (count + 1) % range;
    return first + count;
  }

 private:
  // MPI guarantees tags up to 32767; those below `first` are for other messages.
  static constexpr int first = 1024, range = 30000;
  int count_ = 0;
};

}  // namespace ashlar::detail
