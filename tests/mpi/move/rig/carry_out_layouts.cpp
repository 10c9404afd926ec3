// SPDX-License-Identifier: BSD-3-Clause
// Moves between layouts: copies, mirrors and symmetrisations, plans, several at once.
#include <ashlar/move/copy.hpp>
#include <ashlar/move/mirror.hpp>
#include <ashlar/move/plan.hpp>

#include "carry_out.hpp"

namespace ashlar::test {
namespace {

CopyOptions copy_options(const Task& task, const RandomMove& move) {
  return {.op = move.op(),
          .uplo = move.uplo,
          .diagonal = move.diagonal,
          .diag = move.diag,
          .rest = move.rest,
          .transport = task.nodes.transport_of(task.what),
          .max_extra_bytes = task.what.max_extra_bytes};
}

Transfers transfers_of(const RandomMove& move) {
  return {*move.source.placement().layout(),
          *move.target.placement().layout(),
          {.op = move.op(),
           .source = move.source.section(),
           .target = move.target.section(),
           .uplo = move.uplo,
           .diagonal = move.diagonal,
           .diag = move.diag}};
}

template <class M>
auto part_of(M& matrix, const MoveSide& side) {
  return matrix.view(side.part[0], side.part[1]);
}

template <class S, class T>
void call_once(const Task& task, const RandomMove& move, const Specimens& specimens) {
  DistMatrix<T>& target = typed<T>(specimens.target).matrix();
  const auto to = part_of(target, move.target);
  const Transport transport = task.nodes.transport_of(task.what);
  const auto make = [&](const auto& from) {
    if constexpr (Scalar<T>) {
      if (is_symmetrizing(move.verb)) return symmetrize_into(from, to, move.op(), transport);
      if (move.alpha != 1.0 || move.beta != 0.0)
        return copy_into(from, to, copy_options(task, move), scaling_of<T>(move));
    }
    if (is_mirroring(move.verb)) return mirror_into(from, to, move.uplo, move.op(), transport);
    copy_into(from, to, copy_options(task, move));
  };
  if (is_in_place(move.verb)) make(to);
  else make(part_of(typed<S>(specimens.source).matrix(), move.source));
}

template <class S>
void call_together(const Task& task) {
  std::vector<CopyTask<S>> copies;
  for (std::size_t k = 0; k < task.what.moves.size(); ++k) {
    const RandomMove& move = task.what.moves[k];
    visit_target<S>(move.to, [&](auto tag) {
      using T = typename decltype(tag)::type;
      copies.emplace_back(part_of(typed<S>(task.specimens[k].source).matrix(), move.source),
                          part_of(typed<T>(task.specimens[k].target).matrix(), move.target),
                          copy_options(task, move), scaling_of<T>(move));
    });
  }
  copy_all<S>(std::span<const CopyTask<S>>(copies));
}

/// Tests the moves several times, as a program with other work would, then waits.
void finish(std::vector<PendingMove>& pending) {
  for (int round = 0; round < 3; ++round)
    for (PendingMove& move : pending) move.test();
  for (PendingMove& move : pending) move.wait();
}

template <class S>
void plan_together(const Task& task) {
  std::vector<Transfers> transfers;
  std::vector<typename Plan<S>::Pair> pairs;
  for (std::size_t k = 0; k < task.what.moves.size(); ++k) {
    const RandomMove& move = task.what.moves[k];
    transfers.push_back(transfers_of(move));
    visit_target<S>(move.to, [&](auto tag) {
      using T = typename decltype(tag)::type;
      pairs.emplace_back(typed<S>(task.specimens[k].source).matrix(),
                         typed<T>(task.specimens[k].target).matrix(), scaling_of<T>(move));
    });
  }
  Plan<S> plan(task.comm(), transfers, task.plan_options());
  const std::span<const typename Plan<S>::Pair> all(pairs);
  if (task.what.way == Way::Started) {
    std::vector<PendingMove> pending;
    pending.push_back(plan.start(all));
    return finish(pending);
  }
  plan.run(all);
  if (task.what.way != Way::Twice) return;
  for (const Specimens& specimens : task.specimens) specimens.fill();
  plan.run(all);
}

template <class S>
void plan_each(const Task& task) {
  std::vector<Plan<S>> plans;
  std::vector<PendingMove> pending;
  for (const RandomMove& move : task.what.moves)
    plans.emplace_back(task.comm(), transfers_of(move), task.plan_options());
  for (std::size_t k = 0; k < plans.size(); ++k) {
    const RandomMove& move = task.what.moves[k];
    const Specimens& specimens = task.specimens[k];
    visit_target<S>(move.to, [&](auto tag) {
      using T = typename decltype(tag)::type;
      const DistMatrix<S>& from = typed<S>(specimens.source).matrix();
      DistMatrix<T>& to = typed<T>(specimens.target).matrix();
      if (task.what.way == Way::Started) {
        pending.push_back(plans[k].start(from, to, scaling_of<T>(move)));
        return;
      }
      plans[k].run(from, to, scaling_of<T>(move));
      if (task.what.way != Way::Twice) return;
      specimens.fill();
      plans[k].run(from, to, scaling_of<T>(move));
    });
  }
  finish(pending);
}

}  // namespace

void carry_out_layouts(const Task& task) {
  const RandomMove& first = task.what.moves.front();
  visit_element(first.from, [&](auto tag) {
    using S = typename decltype(tag)::type;
    if (task.what.way != Way::Call)
      return task.what.together ? plan_together<S>(task) : plan_each<S>(task);
    if (task.what.together) return call_together<S>(task);
    for (std::size_t k = 0; k < task.what.moves.size(); ++k)
      visit_target<S>(task.what.moves[k].to, [&](auto to) {
        call_once<S, typename decltype(to)::type>(task, task.what.moves[k], task.specimens[k]);
      });
  });
}

}  // namespace ashlar::test
