// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include <ashlar/linalg/legal_layout.hpp>
#include <ashlar/linalg/outcome.hpp>
#include <ashlar/matrix/dist_matrix.hpp>

#include "operand.hpp"

// What LU and Cholesky have in common.

namespace ashlar::detail {

/// ScaLAPACK's INFO of this rank as the outcome of all.
/// @param info  [local] INFO; 0 on a rank that did not call
/// @throws ArgumentError on all ranks, if INFO < 0: we called `routine` wrongly
/// @collective over `comm`
Outcome agreed_outcome(mpi::CommunicatorView comm, int info, const char* routine);

/// A copy of `source` in `legal`, of which `uplo` is filled; a move of its own is noted as that of
/// `what`.
template <Scalar T>
DistMatrix<T> copy_in_layout(MatrixView<const T> source, const LegalLayout& legal, Uplo uplo,
                             const char* what, const LinalgOptions& options) {
  if (!legal.is_as_asked()) note_move(options, what, source.layout(), legal.layout, legal.reason);
  DistMatrix<T> result(source.comm(), legal.layout,
                       {.init = uplo == Uplo::General ? Init::Uninitialized : Init::Zero});
  copy_into(source, result, {.uplo = uplo});
  return result;
}

/// `x` in the layout of the right-hand side `b`; x itself if it is there already.
template <Scalar T>
DistMatrix<T> brought_back(DistMatrix<T>&& x, MatrixView<const T> b) {
  const Layout home = section_layout(b.layout(), b.section());
  return x.layout() == home ? std::move(x) : redistribute(x, home);
}

}  // namespace ashlar::detail
