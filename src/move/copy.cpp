// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/move/copy_all.hpp>

#include <ashlar/matrix/local_part.hpp>
#include <ashlar/move/joint_plan.hpp>
#include <ashlar/mpi/agree.hpp>
#include <ashlar/mpi/context.hpp>

#include "apart_pairs.hpp"
#include "operand_checks.hpp"
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

/// What is to be moved, after all that must be known of it was looked at.
template <class S>
Transfers checked_moves(const MatrixView<const S>& source, mpi::CommunicatorView target_comm,
                        const Landing& target, const CopyOptions& options) {
  expect(!source.comm().is_null() && !target_comm.is_null(),
         "copy_into: a matrix was default-made or moved from; make it on a communicator first");
  expect(options.rest == Rest::Untouched || options.rest == Rest::Zero,
         "copy_into: rest is number ", static_cast<int>(options.rest),
         ", but must be Rest::Untouched or Rest::Zero");
  expect(same_ranks(source.comm(), target_comm),
         "copy_into: source and target live on different communicators; bind both to one that has "
         "all their ranks");
  const Transfers moves(source.layout(), *target.layout,
                        {.op = options.op,
                         .source = source.section(),
                         .target = target.section,
                         .uplo = options.uplo,
                         .diagonal = options.diagonal,
                         .diag = options.diag});
  check_overlap(source, target_comm, target, moves, options.rest);
  return moves;
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

/// Tasks are made in no order, so none may touch what another writes; two triangles of one section
/// may be written by two.
template <class T>
void check_tasks(std::span<const CopyTask<T>> tasks) {
  for (const CopyTask<T>& writer : tasks) {
    const CopyTask<T>& first = tasks.front();
    expect(same_ranks(first.source.comm(), writer.source.comm()),
           "copy_all: the tasks' matrices live on different communicators; bind them to one that "
           "has all their ranks");
    expect(first.options.transport == writer.options.transport &&
               first.options.max_extra_bytes == writer.options.max_extra_bytes,
           "copy_all: the tasks ask for different transports or max_extra_bytes; give them all the "
           "same");
    for (const CopyTask<T>& other : tasks) {
      if (&other == &writer) continue;
      const bool is_read = &other.source.matrix() == writer.target.matrix &&
                           meet(other.source.section(), writer.target.section);
      const bool is_written =
          other.target.matrix == writer.target.matrix &&
          meet(other.target.section, writer.target.section) &&
          (other.options.uplo == Uplo::General || writer.options.uplo == Uplo::General);
      expect(!is_read && !is_written,
             "copy_all: one task reads or writes what another writes; make them one after the "
             "other");
    }
  }
}

}  // namespace

template <Element S>
void detail::copy_section(MatrixView<const S> source, mpi::CommunicatorView target_comm,
                          const Landing& target, const CopyOptions& options) {
  const Transfers moves = checked_moves(source, target_comm, target, options);
  write_rest(target, moves, options);
  detail::PlanCache<Plan<S>>::of(source.comm())
      .plan(moves, plan_options(options))
      .run(source.matrix(), target);
}

template <Element T>
void detail::copy_all(std::span<const CopyTask<T>> tasks) {
  if (tasks.empty()) return;
  check_tasks(tasks);
  std::vector<Transfers> moves;
  std::vector<MovePair<T>> pairs;
  for (const CopyTask<T>& task : tasks) {
    moves.push_back(checked_moves(task.source, task.target_comm, task.target, task.options));
    pairs.emplace_back(task.source.matrix(), task.target);
  }
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
