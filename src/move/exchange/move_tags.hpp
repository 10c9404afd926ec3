// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <ashlar/mpi/context.hpp>

namespace ashlar::detail {

/// Message tags, one for each move in the order in which the ranks of a communicator start them,
/// which is the same on all: so that several moves may be under way at once.
class MoveTags {
 public:
  /// Those of a communicator. [local]
  static MoveTags& of(mpi::Context& context) {
    return context.slot<MoveTags>("move.tags", [] { return MoveTags(); });
  }
  /// The next tag. [local], but all ranks of the communicator must ask alike
  static int next(mpi::Context& context) {
    int& count = of(context).count_;
    count = (count + 1) % range;
    return first + count;
  }

 private:
  // MPI promises tags up to 32767; those below `first` are for messages that need no telling apart.
  static constexpr int first = 1024, range = 30000;
  int count_ = 0;
};

}  // namespace ashlar::detail
