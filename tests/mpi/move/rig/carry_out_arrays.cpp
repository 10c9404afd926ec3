// SPDX-License-Identifier: BSD-3-Clause
// Moves between arrays of any number of dimensions.
#include <ashlar/move/array_copy.hpp>
#include <ashlar/move/plan.hpp>

#include "carry_out.hpp"

namespace ashlar::test {

void carry_out_arrays(const Task& task) {
  const RandomMove& move = task.what.moves.front();
  const Specimens& specimens = task.specimens.front();
  visit_element(move.from, [&](auto tag) {
    using T = typename decltype(tag)::type;
    const DistArray<T>& source = typed<T>(specimens.source).array();
    DistArray<T>& target = typed<T>(specimens.target).array();
    const ArrayTransferOptions what{
        .axes = move.axes, .source = move.source.part, .target = move.target.part};
    if (task.what.way == Way::Call) {
      const CopyOptions options{.axes = move.axes,
                                .source = move.source.part,
                                .target = move.target.part,
                                .transport = task.nodes.transport_of(task.what)};
      return copy_into(source, target, options);
    }
    Plan<T> plan(task.comm(), ArrayTransfers(source.distribution(), target.distribution(), what),
                 task.plan_options());
    plan.run(source, target);
    if (task.what.way != Way::Twice) return;
    specimens.fill();
    plan.run(source, target);
  });
}

}  // namespace ashlar::test
