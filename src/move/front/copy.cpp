// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/move/copy.hpp>

#include <algorithm>
#include <exception>
#include <new>
#include <optional>
#include <type_traits>
#include <utility>

#include <ashlar/mpi/agree.hpp>
#include <ashlar/mpi/context.hpp>

#include "move/engine/apart_pairs.hpp"
#include "move/engine/plan_checks.hpp"
#include "move/meet/in_agreement.hpp"
#include "node_numbers.hpp"
#include "plan_cache.hpp"
#include "rest_of_target.hpp"
#include "same_move.hpp"

namespace ashlar::detail {
namespace {

PlanOptions plan_options(const CopyOptions& options) {
  return {.transport = options.transport,
          .piece_bytes = options.piece_bytes,
          .max_extra_bytes = options.max_extra_bytes,
          .overflow = options.overflow};
}

ArrayTransferOptions array_options(const CopyOptions& options) {
  expect(options.op == Op::None, "copy_into: arrays have no op; permute them by axes");
  return {.axes = options.axes,
          .source = options.source,
          .target = options.target,
          .uplo = options.uplo,
          .diagonal = options.diagonal,
          .diag = options.diag};
}

TransferOptions matrix_options(const AnyTask& task) {
  const CopyOptions& options = *task.options;
  expect(options.axes.empty() && options.source.empty() && options.target.empty(),
         "copy_into: axes, source and target are for arrays; take op and views of matrices");
  return {.op = options.op,
          .source = task.source->section,
          .target = task.target->operand.section,
          .uplo = options.uplo,
          .diagonal = options.diagonal,
          .diag = options.diag};
}

/// Calls f with the ends of a task and its options.
template <class F>
auto with_ends(const AnyTask& task, F&& f) {
  const Operand &source = *task.source, &target = task.target->operand;
  if (source.array != nullptr) return f(*source.array, *target.array, array_options(*task.options));
  const TransferOptions options = matrix_options(task);
  if (source.layout != nullptr && target.layout != nullptr)
    return f(*source.layout, *target.layout, options);
  return f(*source.placement, *target.placement, options);
}

MoveCaller caller_of(const mpi::CollectiveCall& call) {
  return call.is_outermost() ? MoveCaller::Program : MoveCaller::Library;
}

/// Checks communicators and `rest`.
void check_task(const AnyTask& task) {
  const Operand &source = *task.source, &target = task.target->operand;
  const Rest rest = task.options->rest;
  expect(!source.comm.is_null() && !target.comm.is_null(),
         "copy_into: a matrix or array was default-made or moved from; make it on a communicator "
         "first");
  expect(rest == Rest::Untouched || rest == Rest::Zero, "copy_into: rest is number ",
         static_cast<int>(rest), ", but must be Rest::Untouched or Rest::Zero");
  expect(same_ranks(source.comm, target.comm),
         "copy_into: source and target have different communicators; bind both to one that has "
         "all their ranks");
}

Moves moves_of(const AnyTask& task) {
  return with_ends(task, [&]<class End>(const End& source, const End& target, const auto& options) {
    if constexpr (std::is_same_v<End, Layout>) return Moves(Transfers(source, target, options));
    else if constexpr (std::is_same_v<End, Distribution>)
      return Moves(ArrayTransfers(source, target, options));
    else {
      std::optional<NearestReplica> nearest;
      if (source.replicas().count() > 1)
        nearest.emplace(source.replicas(), node_numbers(mpi::Context::of(task.source->comm)));
      return Moves(Patchwork(source, target, options, std::move(nearest)));
    }
  });
}

/// True if a plan has the moves of a task.
bool is_plan_of(const AnyPlan& plan, const AnyTask& task) {
  const auto moves = plan.moves();
  return moves.size() == 1 && with_ends(task, [&](const auto&... arguments) {
           return moves.front().is_between(arguments...);
         });
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
           "copy_all: the tasks' matrices have different communicators; bind them to one that "
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

/// Executes a task by its plan.
void run_by(AnyPlan& plan, const AnyTask& task) {
  check_overlap(*task.source, task.target->operand, plan.moves().front(), task.options->rest);
  write_rest(task, plan.moves().front());
  plan.run_checked(*task.source, *task.target);
}

struct Batch {
  std::vector<Moves> moves;
  std::vector<std::pair<Operand, Target>> pairs;
  AnyPlan* plan = nullptr;  // null if not cached
};

Batch batch_of(std::span<const AnyTask> tasks, MoveCaller caller) {
  check_common(tasks);
  Batch batch;
  for (const AnyTask& task : tasks) {
    check_task(task);
    batch.moves.push_back(moves_of(task));
    batch.pairs.emplace_back(*task.source, *task.target);
  }
  check_apart(tasks, batch.moves);
  const AnyTask& first = tasks.front();
  batch.plan =
      PlanCache::of(mpi::Context::of(first.source->comm), caller)
          .find(first.source->element, plan_options(*first.options),
                [&](const AnyPlan& plan) { return std::ranges::equal(plan.moves(), batch.moves); });
  return batch;
}

/// Checks tasks, writes their rest and calls carry_out(plan, ends).
/// @param failure  of this rank in an earlier search of the cache, or null
template <class CarryOut>
auto with_plan(std::span<const AnyTask> tasks, MoveCaller caller, CarryOut&& carry_out,
               std::exception_ptr failure = nullptr) {
  const AnyTask& first = tasks.front();
  mpi::Context& context = mpi::Context::of(first.source->comm);
  Batch batch;
  try {
    if (!failure) batch = batch_of(tasks, caller);
  } catch (const std::bad_alloc&) {
    failure = std::current_exception();
  }
  const auto make = [&] {
    if (failure) std::rethrow_exception(failure);
    for (std::size_t k = 0; k < tasks.size(); ++k)
      check_overlap(*tasks[k].source, tasks[k].target->operand, batch.moves[k],
                    tasks[k].options->rest);
    for (std::size_t k = 0; k < tasks.size(); ++k) write_rest(tasks[k], batch.moves[k]);
    if (batch.plan == nullptr)
      batch.plan = &PlanCache::of(context, caller)
                        .add(batch.moves, first.source->element, plan_options(*first.options));
    return carry_out(*batch.plan, batch.pairs);
  };
  if (batch.plan != nullptr) return make();
  return in_agreement(context, make, [&] { PlanCache::clear_all(context); });
}

/// Executes tasks. Separate, so that the stack frame of a move by a cached plan stays small.
void run_all(std::span<const AnyTask> tasks, MoveCaller caller,
             std::exception_ptr failure = nullptr) {
  with_plan(
      tasks, caller, [](AnyPlan& plan, const auto& pairs) { plan.run_checked(pairs); },
      std::move(failure));
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
  check_task(task);
  mpi::Context& context = mpi::Context::of(source.comm);
  AnyPlan* known = nullptr;
  std::exception_ptr failure;
  try {
    known = PlanCache::of(context, caller_of(call))
                .find(source.element, plan_options(options),
                      [&](const AnyPlan& plan) { return is_plan_of(plan, task); });
  } catch (const std::bad_alloc&) {
    failure = std::current_exception();
  }
  if (known != nullptr) run_by(*known, task);
  else run_all({&task, 1}, caller_of(call), std::move(failure));
}

void copy_operand(const Operand& source, const Operand& target) {
  copy(source, {.operand = target, .factors = Factors::plain(target.element)}, {});
}

PendingMove start_all(std::span<const AnyTask> tasks) {
  if (tasks.empty()) return {};
  return with_plan(tasks, MoveCaller::Library,
                   [](AnyPlan& plan, const auto& pairs) { return plan.start(pairs); });
}

void copy_all(std::span<const AnyTask> tasks) {
  if (tasks.empty()) return;
  const mpi::CollectiveCall call(tasks.front().source->comm, "copy_all",
                                 mpi::same("the tasks", tasks));
  run_all(tasks, caller_of(call));
}

}  // namespace ashlar::detail
