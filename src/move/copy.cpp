// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/move/copy.hpp>

#include <functional>

#include <ashlar/matrix/local_part.hpp>
#include <ashlar/mpi/agree.hpp>
#include <ashlar/mpi/context.hpp>

#include "plan_cache.hpp"

namespace ashlar {
namespace {

/// Zeroes this rank's elements of a section that lie outside `triangle`; ones on its bounding
/// diagonal if asked.
template <class T>
void finish_triangle(MatrixView<T> target, const Triangle& triangle, Diag diag) {
  DistMatrix<T>& matrix = target.matrix();
  if (!matrix.coord()) return;
  const Layout& layout = matrix.layout();
  const Section& section = target.section();
  const LocalView<T> local = matrix.local();
  const Range rows = local_range(layout.rows(), matrix.coord()->row, section.rows);
  const Range cols = local_range(layout.cols(), matrix.coord()->col, section.cols);
  const Triangle kept = diag == Diag::Unit ? triangle.strict() : triangle;
  for (Index jl = cols.first; jl < cols.last; ++jl) {
    const Index j = matrix.global_col(jl) - section.cols.first;
    const Range keep = kept.rows_of(j, {0, section.rows.size()});
    const Range keep_local =
        local_range(layout.rows(), matrix.coord()->row,
                    {keep.first + section.rows.first, keep.last + section.rows.first});
    for (Index il = rows.first; il < keep_local.first; ++il) local(il, jl) = T{};
    for (Index il = keep_local.last; il < rows.last; ++il) local(il, jl) = T{};
    const Index i = section.rows.first + j - triangle.diagonal;
    if (diag == Diag::Unit && i >= section.rows.first && i < section.rows.last &&
        layout.rows().owner(i) == matrix.coord()->row)
      local(layout.rows().to_local(i), jl) = T{1};
  }
}

bool same_ranks(mpi::CommunicatorView a, mpi::CommunicatorView b) {
  if (a == b) return true;
  if (a.is_null() || b.is_null()) return false;
  int relation = MPI_UNEQUAL;
  mpi::check(MPI_Comm_compare(a.native(), b.native(), &relation), "MPI_Comm_compare");
  return relation == MPI_IDENT || relation == MPI_CONGRUENT;
}

template <class T>
bool overlap_in_memory(const LocalView<const T>& a, const LocalView<const T>& b) {
  if (a.rows == 0 || a.cols == 0 || b.rows == 0 || b.cols == 0) return false;
  const std::less<const T*> before;
  return before(a.data, b.at(b.rows - 1, b.cols - 1) + 1) &&
         before(b.data, a.at(a.rows - 1, a.cols - 1) + 1);
}

/// A matrix's elements may not be overwritten before they were read. Two owned matrices never share
/// memory; where one lies in memory of the caller (a bound one: in that of another matrix) the
/// ranks ask each other.
template <class T>
void check_overlap(const MatrixView<const T>& source, const MatrixView<T>& target) {
  if (&source.matrix() == &target.matrix()) {
    const Section &a = source.section(), &b = target.section();
    expect(intersection(a.rows, b.rows).empty() || intersection(a.cols, b.cols).empty(),
           "copy_into: source and target are overlapping sections of one matrix; copy through "
           "another matrix");
  } else if (source.matrix().is_wrapped() || target.matrix().is_wrapped()) {
    const LocalView<const T> to = target.matrix().local();
    mpi::agree(mpi::Context::of(source.comm()).comm(),
               !overlap_in_memory<T>(source.matrix().local(), to),
               "copy_into: source and target overlap in memory; give each memory of its own");
  }
}

}  // namespace

template <Element T>
void detail::copy_section(MatrixView<const T> source, MatrixView<T> target,
                          const CopyOptions& options) {
  expect(same_ranks(source.comm(), target.comm()),
         "copy_into: source and target live on different communicators; bind both to one that has "
         "all their ranks");
  const Transfers moves(source.layout(), target.layout(),
                        {.op = options.op,
                         .source = source.section(),
                         .target = target.section(),
                         .uplo = options.uplo,
                         .diagonal = options.diagonal,
                         .diag = options.diag});
  check_overlap(source, target);
  if (options.uplo != Uplo::General && options.rest == Rest::Zero)
    finish_triangle(target, moves.triangle(), options.diag);
  detail::PlanCache<T>::of(source.comm())
      .plan(moves, {.transport = options.transport})
      .run(source.matrix(), target.matrix());
}

template void detail::copy_section(MatrixView<const float>, MatrixView<float>, const CopyOptions&);
template void detail::copy_section(MatrixView<const double>, MatrixView<double>,
                                   const CopyOptions&);
template void detail::copy_section(MatrixView<const c64>, MatrixView<c64>, const CopyOptions&);
template void detail::copy_section(MatrixView<const c128>, MatrixView<c128>, const CopyOptions&);
template void detail::copy_section(MatrixView<const std::int8_t>, MatrixView<std::int8_t>,
                                   const CopyOptions&);
template void detail::copy_section(MatrixView<const std::int16_t>, MatrixView<std::int16_t>,
                                   const CopyOptions&);
template void detail::copy_section(MatrixView<const std::int32_t>, MatrixView<std::int32_t>,
                                   const CopyOptions&);
template void detail::copy_section(MatrixView<const std::int64_t>, MatrixView<std::int64_t>,
                                   const CopyOptions&);
template void detail::copy_section(MatrixView<const std::uint8_t>, MatrixView<std::uint8_t>,
                                   const CopyOptions&);
template void detail::copy_section(MatrixView<const std::uint16_t>, MatrixView<std::uint16_t>,
                                   const CopyOptions&);
template void detail::copy_section(MatrixView<const std::uint32_t>, MatrixView<std::uint32_t>,
                                   const CopyOptions&);
template void detail::copy_section(MatrixView<const std::uint64_t>, MatrixView<std::uint64_t>,
                                   const CopyOptions&);

}  // namespace ashlar
