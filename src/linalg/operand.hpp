// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <string>

#include <ashlar/base/checked_int.hpp>
#include <ashlar/linalg/layout_for.hpp>
#include <ashlar/linalg/options.hpp>
#include <ashlar/linalg/wrap.hpp>
#include <ashlar/move/copy.hpp>
#include <ashlar/mpi/context.hpp>

#include "mpi/wait_in.hpp"

// Operands of a Fortran routine.

namespace ashlar::detail {

/// A ScaLAPACK argument: pointer, 1-based offsets and descriptor.
template <class T>
struct FortranMatrix {
  T* data = nullptr;
  int row = 1;  ///< IA
  int col = 1;  ///< JA
  std::array<int, 9> descriptor{};
  bool is_in_grid = false;  ///< an idle rank must not call
};

/// Layout of a section as a matrix, without a move of its first element.
inline Layout section_layout(const Layout& layout, const Section& section) {
  const auto part = [](Axis axis, Range range) {
    axis.source = axis.owner(range.first);
    axis.extent = range.size();
    return axis;
  };
  return {part(layout.rows(), section.rows), part(layout.cols(), section.cols), layout.ranks()};
}

template <Scalar T>
MatrixView<const T> columns_of(const MatrixView<const T>& b, Range cols) {
  return b.view({0, b.shape().rows}, cols);
}

/// Adds the algorithm to the user's report and `sentence` to the note, if requested.
inline void note_algorithm(const LinalgOptions& options, Algorithm algorithm,
                           const std::string& sentence) {
  if (options.note) *options.note += sentence + ".\n";
  if (options.report && options.report->algorithm == Algorithm::Automatic)
    options.report->algorithm = algorithm;
}

/// Adds a move to the user's report and note, if requested.
inline void note_move(const LinalgOptions& options, const char* what, const Layout& from,
                      const Layout& to, const std::string& reason) {
  if (options.report) options.report->moves.push_back({what, from, to, reason});
  if (options.note)
    *options.note +=
        concat(what, " moved from ", from.to_string(), " to ", to.to_string(), ": ", reason, ".\n");
}

/// Barrier under ASHLAR_TIMEOUT, whose watchdog cannot distinguish waits in ScaLAPACK from
/// computation. @collective over `comm` under ASHLAR_TIMEOUT, else local
inline void come_before_fortran(mpi::CommunicatorView comm) {
  if (mpi::waits_are_watched()) mpi::Context::of(comm).comm().barrier();
}

/// A Fortran operand in its layout, or in one of equal distribution.
/// @pre column-major local memory; [local] leading dimension and size fit an int
/// @collective over its communicator on the first call for its grid
template <class T, Element V>
FortranMatrix<T> fortran_matrix(T* local, const DistMatrix<V>& a, const Layout& layout,
                                const Section& section) {
  const int context = blacs_context(a);
  come_before_fortran(a.comm());
  if (!a.coord())
    return {
        .data = nullptr, .row = 1, .col = 1, .descriptor = Descriptor::outside(layout).to_array()};
  return {.data = local,
          .row = checked_int(section.rows.first + 1, "first row of the section"),
          .col = checked_int(section.cols.first + 1, "first column of the section"),
          .descriptor = Descriptor::of(layout, *a.coord(), context, a.lld()).to_array(),
          .is_in_grid = true};
}

template <Element T>
FortranMatrix<T> fortran_matrix(DistMatrix<T>& a) {
  return fortran_matrix(a.local().data, a, a.layout(), Section::all(a.shape()));
}
template <Element T>
FortranMatrix<const T> fortran_matrix(const DistMatrix<T>& a) {
  return fortran_matrix(a.local().data, a, a.layout(), Section::all(a.shape()));
}

}  // namespace ashlar::detail
