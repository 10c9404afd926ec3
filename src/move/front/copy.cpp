// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/move/copy.hpp>

#include <algorithm>
#include <new>
#include <optional>
#include <utility>

#include <ashlar/mpi/agree.hpp>
#include <ashlar/mpi/context.hpp>

#include "move/engine/apart_pairs.hpp"
#include "move/engine/operand_checks.hpp"
#include "node_numbers.hpp"
#include "plan_cache.hpp"
#include "plans_in_agreement.hpp"
#include "rest_of_target.hpp"
#include "same_move.hpp"
#include "start_all.hpp"

namespace ashlar::detail {
namespace {

PlanOptions plan_options(const CopyOptions& options) {
  return {.transport = options.transport,
          .piece_bytes = options.piece_bytes,
          .max_extra_bytes = options.max_extra_bytes,
          .overflow = options.overflow};
}

/// Placement of an operand with a layout or block map.
Placement placement_of(const Operand& operand) {
  return operand.layout != nullptr ? Placement(*operand.layout) : *operand.placement;
}

ArrayTransfers array_moves(const Operand& source, const Operand& target,
                           const CopyOptions& options) {
  expect(options.op == Op::None, "copy_into: arrays have no op; permute them by axes");
  return {*source.array,
          *target.array,
          {.axes = options.axes,
           .source = options.source,
           .target = options.target,
           .uplo = options.uplo,
           .diagonal = options.diagonal,
           .diag = options.diag}};
}

Moves matrix_moves(const Operand& source, const Operand& target, const CopyOptions& options) {
  expect(options.axes.empty() && options.source.empty() && options.target.empty(),
         "copy_into: axes, source and target are for arrays; take op and views of matrices");
  const TransferOptions what{.op = options.op,
                             .source = source.section,
                             .target = target.section,
                             .uplo = options.uplo,
                             .diagonal = options.diagonal,
                             .diag = options.diag};
  if (source.layout != nullptr && target.layout != nullptr)
    return Transfers(*source.layout, *target.layout, what);
  const Placement from = placement_of(source), to = placement_of(target);
  std::optional<NearestReplica> nearest;
  if (from.replicas().count() > 1)
    nearest.emplace(from.replicas(), node_numbers(mpi::Context::of(source.comm)));
  return Patchwork(from, to, what, std::move(nearest));
}

MoveCaller caller_of(const mpi::CollectiveCall& call) {
  return call.is_outermost() ? MoveCaller::Program : MoveCaller::Library;
}

/// Moves of a task, with checked kinds and options.
Moves moves_of(const AnyTask& task) {
  const Operand &source = *task.source, &target = task.target->operand;
  const Rest rest = task.options->rest;
  expect(!source.comm.is_null() && !target.comm.is_null(),
         "copy_into: a matrix or array was default-made or moved from; make it on a communicator "
         "first");
  expect(rest == Rest::Untouched || rest == Rest::Zero, "copy_into: rest is number ",
         static_cast<int>(rest), ", but must be Rest::Untouched or Rest::Zero");
  expect(same_ranks(source.comm, target.comm),
         "copy_into: source and target live on different communicators; bind both to one that has "
         "all their ranks");
  if (source.array != nullptr) return array_moves(source, target, *task.options);
  return matrix_moves(source, target, *task.options);
}

/// Checks for reads of overwritten elements. Owned objects never share memory. For objects in other
/// memory, the ranks compare addresses and agree, once per pair.
void check_overlap(const Operand& source, const Operand& target, const Moves& moves, Rest rest) {
  if (source.object == target.object) {
    expect(!moves.reads_from(moves) || (!moves.reads_own_target() && rest == Rest::Untouched),
           "copy_into: source and target are overlapping sections of one matrix; copy through "
           "another matrix");
  } else if (source.is_wrapped() || target.is_wrapped()) {
    mpi::Context& context = mpi::Context::of(source.comm);
    // Matrix numbers are valid within one communicator.
    const bool has_numbers = &mpi::Context::of(target.comm) == &context;
    const MatrixPair pair{source.number, target.number};
    if (has_numbers && ApartPairs::of(context).contains(pair)) return;
    mpi::together(context.comm(), [&] {
      expect(!overlap_in_memory(source, target),
             "copy_into: source and target overlap in memory; give each separate memory");
    });
    if (has_numbers) ApartPairs::of(context).add(pair);
  }
}

/// Checks common communicator and options.
void check_common(std::span<const AnyTask> tasks) {
  const AnyTask& first = tasks.front();
  for (const AnyTask& task : tasks) {
    expect(same_ranks(first.source->comm, task.source->comm),
           "copy_all: the tasks' matrices live on different communicators; bind them to one that "
           "has all their ranks");
    expect(plan_options(*first.options) == plan_options(*task.options),
           "copy_all: the tasks ask for different transports, piece_bytes, max_extra_bytes or "
           "overflow; give them all the same");
  }
}

/// Checks that no task reads or writes elements that another, unordered one writes.
void check_apart(std::span<const AnyTask> tasks, const std::vector<Moves>& moves) {
  std::vector<Ends> ends;
  for (const AnyTask& task : tasks) ends.push_back({task.source, task.target});
  const auto clash =
      first_clash(moves, ends, [&](std::size_t k) { return tasks[k].options->rest == Rest::Zero; });
  if (!clash) return;
  expect(!clash->is_read, "copy_all: task ", clash->other, " reads from the section that task ",
         clash->writer, " writes; make them one after the other");
  throw ArgumentError(concat("copy_all: tasks ", clash->writer, " and ", clash->other,
                             " write to the same elements; make them one after the other, or give "
                             "them sections or triangles that lie apart (Rest::Zero writes the "
                             "whole section)"));
}

/// Writes elements outside the triangle, with Rest::Zero.
void write_rest(const AnyTask& task, const Moves& moves) {
  const CopyOptions& options = *task.options;
  if (options.uplo == Uplo::General || options.rest != Rest::Zero) return;
  const Operand& target = task.target->operand;
  const Section section = moves.target_section();
  // Diagonals beyond the corners all mean the same; bounded, no sum of indices can overflow.
  const Shape shape = section.shape();
  const Index diagonal = std::clamp(options.diagonal, -shape.rows, shape.cols);
  zero_rest(target, section, {options.uplo, diagonal}, options.diag);
}

}  // namespace

void expect_bytes_only(const CopyOptions& options) {
  expect_bytes_only(options.op);
  expect(options.diag == Diag::NonUnit,
         "copy_into: elements that are neither real nor complex nor integers have no one for "
         "Diag::Unit; take Diag::NonUnit");
}

void copy(const Operand& source, const Target& target, const CopyOptions& options) {
  const mpi::CollectiveCall call(
      source.comm, "copy_into", mpi::same("the source", source),
      mpi::same("the target", target.operand), mpi::same("the options", options),
      mpi::same("the factors", TypedFactors{target.factors, target.operand.element}));
  const AnyTask task{&source, &target, &options};
  const MoveCaller caller = caller_of(call);
  std::optional<Moves> moves;
  AnyPlan* known = nullptr;
  std::optional<ErrorRecord> failure;
  try {
    moves = moves_of(task);
    known = PlanCache::of(mpi::Context::of(source.comm), caller)
                .find({&*moves, 1}, source.element, plan_options(options));
  } catch (const std::bad_alloc&) {
    failure = mpi::detail::caught_error();
  }
  const auto make = [&] {
    if (failure) throw_error(*failure);
    check_overlap(source, target.operand, *moves, options.rest);
    write_rest(task, *moves);
    AnyPlan& plan = known != nullptr
                        ? *known
                        : PlanCache::of(mpi::Context::of(source.comm), caller)
                              .plan({&*moves, 1}, source.element, plan_options(options));
    plan.run_checked(source, target);
  };
  if (known != nullptr) make();
  else plans_in_agreement(mpi::Context::of(source.comm), make);
}

namespace {

struct Batch {
  std::vector<Moves> moves;
  std::vector<std::pair<Operand, Target>> pairs;
  AnyPlan* plan = nullptr;  // null if not cached
};

Batch batch_of(std::span<const AnyTask> tasks, MoveCaller caller) {
  check_common(tasks);
  Batch batch;
  for (const AnyTask& task : tasks) {
    batch.moves.push_back(moves_of(task));
    batch.pairs.emplace_back(*task.source, *task.target);
  }
  check_apart(tasks, batch.moves);
  const AnyTask& first = tasks.front();
  batch.plan = PlanCache::of(mpi::Context::of(first.source->comm), caller)
                   .find(batch.moves, first.source->element, plan_options(*first.options));
  return batch;
}

/// Checks tasks, writes their rest and calls carry_out(plan, ends).
template <class CarryOut>
auto with_plan(std::span<const AnyTask> tasks, MoveCaller caller, CarryOut&& carry_out) {
  const AnyTask& first = tasks.front();
  Batch batch;
  std::optional<ErrorRecord> failure;
  try {
    batch = batch_of(tasks, caller);
  } catch (const std::bad_alloc&) {
    failure = mpi::detail::caught_error();
  }
  const auto make = [&] {
    if (failure) throw_error(*failure);
    for (std::size_t k = 0; k < tasks.size(); ++k)
      check_overlap(*tasks[k].source, tasks[k].target->operand, batch.moves[k],
                    tasks[k].options->rest);
    for (std::size_t k = 0; k < tasks.size(); ++k) write_rest(tasks[k], batch.moves[k]);
    if (batch.plan == nullptr)
      batch.plan = &PlanCache::of(mpi::Context::of(first.source->comm), caller)
                        .plan(batch.moves, first.source->element, plan_options(*first.options));
    return carry_out(*batch.plan, batch.pairs);
  };
  if (batch.plan != nullptr) return make();
  return plans_in_agreement(mpi::Context::of(first.source->comm), make);
}

}  // namespace

PendingMove start_all(std::span<const AnyTask> tasks) {
  if (tasks.empty()) return {};
  return with_plan(tasks, MoveCaller::Library,
                   [](AnyPlan& plan, const auto& pairs) { return plan.start(pairs); });
}

void copy_all(std::span<const AnyTask> tasks) {
  if (tasks.empty()) return;
  const mpi::CollectiveCall call(tasks.front().source->comm, "copy_all",
                                 mpi::same("the tasks", tasks));
  with_plan(tasks, caller_of(call),
            [](AnyPlan& plan, const auto& pairs) { plan.run_checked(pairs); });
}

}  // namespace ashlar::detail
