// SPDX-License-Identifier: BSD-3-Clause
// Moves between arrays of any number of dimensions.
#include <ashlar/move/array_copy.hpp>
#include <ashlar/move/plan.hpp>

#include "carry_out.hpp"

namespace ashlar::test {
namespace {

template <class T>
void call(const Task& task, const RandomMove& move, const auto& source, DistArray<T>& target) {
  const CopyOptions options{.uplo = move.uplo,
                            .diagonal = move.diagonal,
                            .diag = move.diag,
                            .rest = move.rest,
                            .axes = move.axes,
                            .source = move.source.part,
                            .target = move.target.part,
                            .transport = task.nodes.transport_of(task.what),
                            .max_extra_bytes = task.what.max_extra_bytes};
  if constexpr (Scalar<T>) copy_into(source, target, options, scaling_of<T>(move));
  else copy_into(source, target, options);
}

}  // namespace

void carry_out_arrays(const Task& task) {
  const RandomMove& move = task.what.moves.front();
  const Specimens& specimens = task.specimens.front();
  visit_element(move.from, [&](auto from) {
    using S = typename decltype(from)::type;
    const DistArray<S>& source = typed<S>(specimens.source).array();
    visit_target<S>(move.to, [&](auto to) {
      using T = typename decltype(to)::type;
      DistArray<T>& target = typed<T>(specimens.target).array();
      if (task.what.way == Way::Call) return call(task, move, source, target);
      Plan<S> plan(task.comm(),
                   ArrayTransfers(source.distribution(), target.distribution(),
                                  {.axes = move.axes,
                                   .source = move.source.part,
                                   .target = move.target.part,
                                   .uplo = move.uplo,
                                   .diagonal = move.diagonal,
                                   .diag = move.diag}),
                   task.plan_options());
      if (task.what.way == Way::Started) {
        PendingMove pending = plan.start(source, target, scaling_of<T>(move));
        pending.test();
        return pending.wait();
      }
      plan.run(source, target, scaling_of<T>(move));
      if (task.what.way != Way::Twice) return;
      specimens.fill();
      plan.run(source, target, scaling_of<T>(move));
    });
  });
}

}  // namespace ashlar::test
