// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <utility>

#include <ashlar/linalg/layout_for.hpp>
#include <ashlar/linalg/options.hpp>
#include <ashlar/matrix/dist_matrix.hpp>

#include "node/room.hpp"
#include "operand.hpp"

namespace ashlar::detail {

/// Reduces ScaLAPACK's INFO to an outcome of all ranks.
/// @param info  [local] INFO; 0 on a rank without a call
/// @throws ArgumentError on all ranks, if INFO < 0: a wrong call by Ashlar
/// @collective over `comm`
Outcome agreed_outcome(mpi::CommunicatorView comm, int info, const char* routine);

/// Throws ArgumentError unless A is square. [same]
void check_square(const char* function, Shape shape);

/// Advice for `routine` on this shape, added to the user's note.
/// @throws ArgumentError  as layout_for; OverflowError if sizes exceed ScaLAPACK's 32 bits
/// @collective over `comm` the first time; later local
LayoutAdvice advised(Routine routine, Shape shape, mpi::CommunicatorView comm,
                     const LinalgOptions& options);

/// Copies op(source) or its triangle to the algorithm's layout, zero elsewhere.
/// @param copy  op and uplo
template <Scalar T>
DistMatrix<T> working_copy(MatrixView<const T> source, const LayoutAdvice& advice,
                           const std::string& what, const LinalgOptions& options,
                           CopyOptions copy = {}) {
  const Layout from = section_layout(source.layout(), source.section());
  if (from != advice.layout)
    note_move(options, what.c_str(), source.layout(), advice.layout,
              concat("algorithm ", to_string(advice.algorithm), " requires this layout"));
  const bool must_share =
      advice.algorithm == Algorithm::Node && node::Room::of(source.comm()).is_available();
  DistMatrix<T> result(
      source.comm(), advice.layout,
      {.init = Init::Uninitialized,
       .kind = must_share ? mpi::StorageKind::Shared : mpi::StorageKind::Automatic});
  if (copy.uplo != Uplo::General) copy.rest = Rest::Zero;
  copy_into(source, result, copy);
  return result;
}

/// True if a factorisation by `advice` can overwrite `a`.
template <Scalar T>
bool serves_in_place(const DistMatrix<T>& a, const LayoutAdvice& advice) {
  return !a.is_wrapped() && a.storage_order() == StorageOrder::Fortran &&
         a.layout() == advice.layout &&
         (a.storage().is_shared() || advice.algorithm != Algorithm::Node);
}

/// `a` if the factorisation can overwrite it, else a copy; `a` is freed then.
template <Scalar T>
DistMatrix<T> working_matrix(DistMatrix<T>&& a, const LayoutAdvice& advice, const std::string& what,
                             const LinalgOptions& options) {
  DistMatrix<T> mine = std::move(a);
  if (serves_in_place(mine, advice)) return mine;
  return working_copy<T>(mine, advice, what, options);
}

/// A copy of `source` in `legal`; moves are noted for `what`.
template <Scalar T>
DistMatrix<T> copy_in_layout(MatrixView<const T> source, const LegalLayout& legal, const char* what,
                             const LinalgOptions& options) {
  if (!legal.keeps_places) note_move(options, what, source.layout(), legal.layout, legal.reason);
  return redistribute(source, legal.layout);
}

/// `x` in the layout of the right-hand side `b`, copied only if different.
template <Scalar T>
DistMatrix<T> brought_back(DistMatrix<T>&& x, MatrixView<const T> b) {
  const Layout home = section_layout(b.layout(), b.section());
  return x.layout() == home ? std::move(x) : redistribute(x, home);
}

}  // namespace ashlar::detail
