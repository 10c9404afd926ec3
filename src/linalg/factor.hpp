// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <utility>

#include <ashlar/linalg/layout_for.hpp>
#include <ashlar/linalg/options.hpp>
#include <ashlar/matrix/dist_matrix.hpp>

#include "move/front/plan_cache.hpp"
#include "move/meet/in_agreement.hpp"
#include "node/room.hpp"
#include "one_rank.hpp"
#include "operand.hpp"

namespace ashlar::detail {

/// Reduces ScaLAPACK's INFO to an outcome of all ranks.
/// @param info  [local] INFO; 0 on a rank without a call
/// @throws ArgumentError on all ranks, if INFO < 0: a wrong call by Ashlar
/// @collective over `comm`
Outcome agreed_outcome(mpi::CommunicatorView comm, int info, const char* routine);

/// Throws E, with the first bad pivot between `before` and `after`, unless the outcome is ok.
template <class E>
void expect_ok(const Outcome& outcome, const char* before, const char* after) {
  if (outcome.ok()) return;
  const Index pivot = *outcome.first_bad_pivot;
  throw E(concat(before, pivot, after), pivot);
}

/// Runs a routine whose ranks may separately lack memory: all ranks throw one's exception, and
/// later calls work.
/// @collective over `comm`
/// @throws as mpi::together
template <class F>
auto agreed(mpi::CommunicatorView comm, F&& f) {
  mpi::Context& context = mpi::Context::of(comm);
  return in_agreement(context, std::forward<F>(f), [&] {
    PlanCache::clear_all(context);
    if (node::Room* const room = node::Room::if_made(context)) room->has_failed_everywhere();
  });
}

/// Throws ArgumentError unless A is square. [same]
void check_square(const char* function, Shape shape);

/// Validates A X = B: equal rows, one communicator. [same]
/// @throws ArgumentError
void check_sides(const char* function, Shape a, Shape b, bool same_communicator);
/// Validates A X = B also for a square A. [same]
void check_system(const char* function, Shape a, Shape b, bool same_communicator);

/// Throws ArgumentError on all ranks, naming the first element of `a` (column-major) that is NaN or
/// infinite; ScaLAPACK returns INFO = 0 and wrong numbers then.
/// @param name  [same] name in messages: "A"
/// @collective over a.comm()
/// @cost one pass over the local block and one Allreduce, a second one before it throws
template <Scalar T>
void check_finite(const DistMatrix<T>& a, const char* function, const char* name);

/// Checks a lower triangle on rank 0, with zeros above it, by the crew. Other ranks do not help:
/// lines that they read must return to the caches of the crew.
/// @param crew  [same] ranks of the factorisation; 1 unless the matrix is shared
template <Scalar T>
void check_lower_finite(const DistMatrix<T>& a, int crew, const char* function, const char* name);

/// Checks a view or its triangle; messages have the view's indices.
/// @cost the same if all elements are finite
template <Scalar T>
void check_finite(MatrixView<const T> a, const char* function, const char* name,
                  Uplo uplo = Uplo::General);

/// Advice for `routine` on this shape, added to the user's note.
/// @throws ArgumentError  as layout_for; OverflowError if sizes exceed ScaLAPACK's 32 bits
/// @collective over `comm` the first time; later local
LayoutAdvice advised(Routine routine, Shape shape, mpi::CommunicatorView comm,
                     const LinalgOptions& options);

/// Copies op(source) or its triangle to the algorithm's layout.
/// @param copy  op, uplo and rest
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

/// A factor's routine, layout, algorithm, and number of ranks with right-hand sides on a node.
struct FactorPlace {
  Routine routine;
  const Layout& layout;
  Algorithm algorithm;
  int crew;
};
/// A copy of right-hand sides in the layout that the factor requires.
template <Scalar T>
DistMatrix<T> sides_for(const FactorPlace& factor, MatrixView<const T> b, const char* what,
                        const LinalgOptions& options);

/// `x` in the layout of the right-hand side `b`, copied only if different.
template <Scalar T>
DistMatrix<T> brought_back(DistMatrix<T>&& x, MatrixView<const T> b) {
  const Layout home = section_layout(b.layout(), b.section());
  return x.layout() == home ? std::move(x) : redistribute(x, home);
}

/// A, or its triangle and zeros, on rank 0 for a `routine` of LAPACK without a ScaLAPACK
/// counterpart.
/// @throws ArgumentError  naming an element that is NaN or infinite
/// @collective over a.comm()
template <Scalar T>
DistMatrix<T> gathered_for(Routine routine, const char* function, MatrixView<const T> a,
                           const LinalgOptions& options, Uplo uplo = Uplo::General) {
  const LayoutAdvice advice = advised(routine, a.shape(), a.comm(), options);
  DistMatrix<T> whole =
      working_copy(a, advice, concat(function, ": A"), options, {.uplo = uplo, .rest = Rest::Zero});
  if (!whole.shape().empty()) check_finite(whole, function, "A");
  return whole;
}

/// B, in its layout, after `f` on rank 0: f(tile) changes the whole of B and returns INFO.
/// @throws ArgumentError  naming an element of B that is NaN or infinite
/// @collective over b.comm()
/// @example on_one_rank("LdltFactor::solve", "?sytrs", b, options, [&](auto x) { return sytrs(x);
/// })
template <Scalar T, class F>
DistMatrix<T> on_one_rank(const char* function, const char* routine, MatrixView<const T> b,
                          const LinalgOptions& options, F&& f) {
  DistMatrix<T> x = working_copy(b, {Algorithm::OneRank, on_rank_zero(b.shape()), ""},
                                 concat(function, ": B"), options);
  if (!x.shape().empty()) {
    check_finite(x, function, "B");
    const int info = by_rank_zero(b.comm(), [&] { return f(tile_of(x)); });
    (void)agreed_outcome(b.comm(), info, routine);
  }
  return brought_back(std::move(x), b);
}

/// The stored matrix of a factor.
const auto& stored_factor(const auto& factor) {
  if constexpr (requires { factor.factors(); }) return factor.factors();
  else return factor.factor();
}

/// X of A X = B, by any factor of A.
/// @collective over b.comm()
auto solution(const auto& factor, const auto& b, const LinalgOptions& options) {
  if constexpr (requires { factor.solve(b, Op::None, options); })
    return factor.solve(b, Op::None, options);
  else return factor.solve(b, options);
}

}  // namespace ashlar::detail
