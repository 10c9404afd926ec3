// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/move/copy_all.hpp>

#include <ashlar/matrix/local_part.hpp>
#include <ashlar/move/joint_plan.hpp>
#include <ashlar/mpi/agree.hpp>
#include <ashlar/mpi/context.hpp>

#include "move/engine/apart_pairs.hpp"
#include "move/engine/operand_checks.hpp"
#include "plan_cache.hpp"

namespace ashlar {
namespace {

using detail::ApartPairs;
using detail::Landing;
using detail::MatrixPair;
using detail::meet;
using detail::overlap_in_memory;
using detail::reads_what_it_writes;
using detail::same_ranks;

/// Zeroes this rank's elements of a section that lie outside `triangle`; ones on its bounding
/// diagonal if asked.
template <class T>
void finish_triangle(const Landing& target, const Triangle& triangle, Diag diag) {
  if (!target.coord) return;
  const Axis &row_axis = target.layout->rows(), &col_axis = target.layout->cols();
  const Section& section = target.section;
  const LocalView<T> local{reinterpret_cast<T*>(target.block.data), target.block.rows,
                           target.block.cols, target.block.row_stride, target.block.col_stride};
  const Range rows = local_range(row_axis, target.coord->row, section.rows);
  const Range cols = local_range(col_axis, target.coord->col, section.cols);
  const Triangle kept = diag == Diag::Unit ? triangle.strict() : triangle;
  for (Index jl = cols.first; jl < cols.last; ++jl) {
    const Index j = col_axis.to_global(target.coord->col, jl) - section.cols.first;
    const Range keep = kept.rows_of(j, {0, section.rows.size()});
    const Range keep_local =
        local_range(row_axis, target.coord->row,
                    {keep.first + section.rows.first, keep.last + section.rows.first});
    for (Index il = rows.first; il < keep_local.first; ++il) local(il, jl) = T{};
    for (Index il = keep_local.last; il < rows.last; ++il) local(il, jl) = T{};
    const Index i = section.rows.first + j - triangle.diagonal;
    if (diag == Diag::Unit && i >= section.rows.first && i < section.rows.last &&
        row_axis.owner(i) == target.coord->row)
      local(row_axis.to_local(i), jl) = T{1};
  }
}

/// Whether this rank's blocks share a byte.
template <class S>
bool overlap_in_memory(const LocalView<const S>& a, const Landing& target) {
  const LocalView<std::byte>& b = target.block;
  if (a.rows == 0 || a.cols == 0 || b.rows == 0 || b.cols == 0) return false;
  const auto* from = reinterpret_cast<const std::byte*>(a.data);
  const Index last = (b.rows - 1) * b.row_stride + (b.cols - 1) * b.col_stride;
  return overlap_in_memory(from,
                           reinterpret_cast<const std::byte*>(a.at(a.rows - 1, a.cols - 1) + 1),
                           b.data, b.data + (last + 1) * static_cast<Index>(size_of(target.dtype)));
}

/// A matrix's elements may not be overwritten before they were read. Two owned matrices never share
/// memory; where one lies in memory of the caller (a bound one: in that of another matrix) the
/// ranks ask each other, once for each two matrices.
template <class S>
void check_overlap(const MatrixView<const S>& source, mpi::CommunicatorView target_comm,
                   const Landing& target, const Transfers& moves, Rest rest) {
  if (&source.matrix() == target.matrix) {
    expect(!meet(source.section(), target.section) ||
               (!reads_what_it_writes(moves) && rest == Rest::Untouched),
           "copy_into: source and target are overlapping sections of one matrix; copy through "
           "another matrix");
  } else if (source.matrix().is_wrapped() || target.is_wrapped) {
    mpi::Context& context = mpi::Context::of(source.comm());
    // Numbers of another communicator's matrices mean nothing here.
    const bool has_numbers = &mpi::Context::of(target_comm) == &context;
    const MatrixPair pair{source.matrix().number(), target.number};
    if (has_numbers && ApartPairs::of(context).contains(pair)) return;
    mpi::agree(context.comm(), !overlap_in_memory<S>(source.matrix().local(), target),
               "copy_into: source and target overlap in memory; give each memory of its own");
    if (has_numbers) ApartPairs::of(context).add(pair);
  }
}

/// What is to be moved, the layouts and options looked at.
template <class S>
Transfers moves_of(const MatrixView<const S>& source, mpi::CommunicatorView target_comm,
                   const Landing& target, const CopyOptions& options) {
  expect(!source.comm().is_null() && !target_comm.is_null(),
         "copy_into: a matrix was default-made or moved from; make it on a communicator first");
  expect(options.rest == Rest::Untouched || options.rest == Rest::Zero,
         "copy_into: rest is number ", static_cast<int>(options.rest),
         ", but must be Rest::Untouched or Rest::Zero");
  expect(same_ranks(source.comm(), target_comm),
         "copy_into: source and target live on different communicators; bind both to one that has "
         "all their ranks");
  return {source.layout(),
          *target.layout,
          {.op = options.op,
           .source = source.section(),
           .target = target.section,
           .uplo = options.uplo,
           .diagonal = options.diagonal,
           .diag = options.diag}};
}

/// Writes what lies outside the triangle, if that is wanted.
void write_rest(const Landing& target, const Transfers& moves, const CopyOptions& options) {
  if (options.uplo == Uplo::General || options.rest != Rest::Zero) return;
  visit_element(target.dtype, [&](auto tag) {
    finish_triangle<typename decltype(tag)::type>(target, moves.triangle(), options.diag);
  });
}

PlanOptions plan_options(const CopyOptions& options) {
  return {.transport = options.transport, .max_extra_bytes = options.max_extra_bytes};
}

/// One exchange has one communicator, one transport and one bound of memory.
template <class T>
void check_common(std::span<const CopyTask<T>> tasks) {
  const CopyTask<T>& first = tasks.front();
  for (const CopyTask<T>& task : tasks) {
    expect(same_ranks(first.source.comm(), task.source.comm()),
           "copy_all: the tasks' matrices live on different communicators; bind them to one that "
           "has all their ranks");
    expect(first.options.transport == task.options.transport &&
               first.options.max_extra_bytes == task.options.max_extra_bytes,
           "copy_all: the tasks ask for different transports or max_extra_bytes; give them all the "
           "same");
  }
}

/// The part of its target section that a task writes.
Triangle written(const Transfers& moves, const CopyOptions& options) {
  return options.rest == Rest::Zero ? Triangle{} : moves.moved();
}

/// Tasks are made in no order, so none may read or write an element that another writes.
template <class T>
void check_apart(std::span<const CopyTask<T>> tasks, const std::vector<Transfers>& moves) {
  for (std::size_t k = 0; k < tasks.size(); ++k) {
    const Landing& target = tasks[k].target;
    for (std::size_t other = 0; other < tasks.size(); ++other) {
      if (other == k) continue;
      const CopyTask<T>& task = tasks[other];
      expect(&task.source.matrix() != target.matrix || !meet(task.source.section(), target.section),
             "copy_all: task ", other, " reads from the section that task ", k,
             " writes; make them one after the other");
      expect(task.target.matrix != target.matrix ||
                 !meet(target.section, written(moves[k], tasks[k].options), task.target.section,
                       written(moves[other], task.options)),
             "copy_all: tasks ", k, " and ", other,
             " write to the same elements; make them one after the other, or give them sections "
             "or triangles that lie apart (Rest::Zero writes the whole section)");
    }
  }
}

}  // namespace

template <Element S>
void detail::copy_section(MatrixView<const S> source, mpi::CommunicatorView target_comm,
                          const Landing& target, const CopyOptions& options) {
  const Transfers moves = moves_of(source, target_comm, target, options);
  check_overlap(source, target_comm, target, moves, options.rest);
  write_rest(target, moves, options);
  detail::PlanCache<Plan<S>>::of(source.comm())
      .plan(moves, plan_options(options))
      .run(source.matrix(), target);
}

template <Element T>
void detail::copy_all(std::span<const CopyTask<T>> tasks) {
  if (tasks.empty()) return;
  check_common(tasks);
  std::vector<Transfers> moves;
  std::vector<MovePair<T>> pairs;
  for (const CopyTask<T>& task : tasks) {
    moves.push_back(moves_of(task.source, task.target_comm, task.target, task.options));
    pairs.emplace_back(task.source.matrix(), task.target);
  }
  check_apart(tasks, moves);
  for (std::size_t k = 0; k < tasks.size(); ++k)
    check_overlap(tasks[k].source, tasks[k].target_comm, tasks[k].target, moves[k],
                  tasks[k].options.rest);
  for (std::size_t k = 0; k < tasks.size(); ++k)
    write_rest(tasks[k].target, moves[k], tasks[k].options);
  detail::PlanCache<JointPlan<T>>::of(tasks.front().source.comm())
      .plan(moves, plan_options(tasks.front().options))
      .run(pairs);
}

template void detail::copy_section(MatrixView<const float>, mpi::CommunicatorView, const Landing&,
                                   const CopyOptions&);
template void detail::copy_section(MatrixView<const double>, mpi::CommunicatorView, const Landing&,
                                   const CopyOptions&);
template void detail::copy_section(MatrixView<const c64>, mpi::CommunicatorView, const Landing&,
                                   const CopyOptions&);
template void detail::copy_section(MatrixView<const c128>, mpi::CommunicatorView, const Landing&,
                                   const CopyOptions&);
template void detail::copy_section(MatrixView<const std::int8_t>, mpi::CommunicatorView,
                                   const Landing&, const CopyOptions&);
template void detail::copy_section(MatrixView<const std::int16_t>, mpi::CommunicatorView,
                                   const Landing&, const CopyOptions&);
template void detail::copy_section(MatrixView<const std::int32_t>, mpi::CommunicatorView,
                                   const Landing&, const CopyOptions&);
template void detail::copy_section(MatrixView<const std::int64_t>, mpi::CommunicatorView,
                                   const Landing&, const CopyOptions&);
template void detail::copy_section(MatrixView<const std::uint8_t>, mpi::CommunicatorView,
                                   const Landing&, const CopyOptions&);
template void detail::copy_section(MatrixView<const std::uint16_t>, mpi::CommunicatorView,
                                   const Landing&, const CopyOptions&);
template void detail::copy_section(MatrixView<const std::uint32_t>, mpi::CommunicatorView,
                                   const Landing&, const CopyOptions&);
template void detail::copy_section(MatrixView<const std::uint64_t>, mpi::CommunicatorView,
                                   const Landing&, const CopyOptions&);

template void detail::copy_all(std::span<const CopyTask<float>>);
template void detail::copy_all(std::span<const CopyTask<double>>);
template void detail::copy_all(std::span<const CopyTask<c64>>);
template void detail::copy_all(std::span<const CopyTask<c128>>);
template void detail::copy_all(std::span<const CopyTask<std::int8_t>>);
template void detail::copy_all(std::span<const CopyTask<std::int16_t>>);
template void detail::copy_all(std::span<const CopyTask<std::int32_t>>);
template void detail::copy_all(std::span<const CopyTask<std::int64_t>>);
template void detail::copy_all(std::span<const CopyTask<std::uint8_t>>);
template void detail::copy_all(std::span<const CopyTask<std::uint16_t>>);
template void detail::copy_all(std::span<const CopyTask<std::uint32_t>>);
template void detail::copy_all(std::span<const CopyTask<std::uint64_t>>);

}  // namespace ashlar
