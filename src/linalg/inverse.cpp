// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/linalg/condition.hpp>

#include <ashlar/base/error.hpp>
#include <ashlar/matrix/generate.hpp>
#include <ashlar/move/mirror.hpp>

#include "base/instantiate.hpp"
#include "factor.hpp"
#include "operand.hpp"
#include "same_options.hpp"

// Solves with the identity: p?getri, with a third fewer multiplications, exists in ScaLAPACK only,
// and p?potri of 2.2.1 refuses valid arguments.

namespace ashlar::detail {
namespace {

// @param mirror  of the lower triangle to the upper one; None: the inverse has no symmetry
template <Scalar T, template <class> class Factor>
DistMatrix<T> solved_identity(const Factor<T>& factor, const Layout& layout,
                              const LinalgOptions& options, Op mirror) {
  const DistMatrix<T>& stored = stored_factor(factor);
  const mpi::CollectiveCall call(stored.comm(), "inverse", mpi::same("the factor", stored),
                                 mpi::same("the layout", layout),
                                 mpi::same("the options", options));
  const Index n = factor.size();
  expect(layout.shape() == Shape{n, n}, "inverse: the layout is for a matrix of ",
         layout.shape().rows, "x", layout.shape().cols, ", but the factor's order is ", n);
  DistMatrix<T> identity(stored.comm(), layout, {.init = Init::Uninitialized});
  identity.fill_with(Identity<T>{});
  DistMatrix<T> result = solution(factor, identity, options);
  if (mirror != Op::None) mirror_into(result, result, Uplo::Lower, mirror);
  return result;
}

}  // namespace

template <Scalar T>
DistMatrix<T> inverse(const LuFactor<T>& factor, const Layout& layout,
                      const LinalgOptions& options) {
  return solved_identity(factor, layout, options, Op::None);
}

template <Scalar T>
DistMatrix<T> inverse(const CholeskyFactor<T>& factor, const Layout& layout,
                      const LinalgOptions& options) {
  return solved_identity(factor, layout, options, Op::ConjTrans);
}

template <Scalar T>
DistMatrix<T> inverse(const LdltFactor<T>& factor, const Layout& layout,
                      const LinalgOptions& options) {
  return solved_identity(factor, layout, options, factor.symmetry());
}

template <Scalar T>
DistMatrix<T> inverse(MatrixView<const T> a, const LinalgOptions& options) {
  const mpi::CollectiveCall call(a.comm(), "inverse", mpi::same("A", a),
                                 mpi::same("the options", options));
  return inverse<T>(lu_factor(a, options), section_layout(a.layout(), a.section()), options);
}

template <Scalar T>
DistMatrix<T> cholesky_inverse(MatrixView<const T> a, Uplo uplo, const LinalgOptions& options) {
  const mpi::CollectiveCall call(a.comm(), "cholesky_inverse", mpi::same("A", a),
                                 mpi::same("uplo", uplo), mpi::same("the options", options));
  return inverse<T>(cholesky_factor(a, uplo, options), section_layout(a.layout(), a.section()),
                    options);
}

#define ASHLAR_INSTANTIATE(T)                                                                    \
  template DistMatrix<T> inverse(MatrixView<const T>, const LinalgOptions&);                     \
  template DistMatrix<T> cholesky_inverse(MatrixView<const T>, Uplo, const LinalgOptions&);      \
  template DistMatrix<T> inverse(const LuFactor<T>&, const Layout&, const LinalgOptions&);       \
  template DistMatrix<T> inverse(const CholeskyFactor<T>&, const Layout&, const LinalgOptions&); \
  template DistMatrix<T> inverse(const LdltFactor<T>&, const Layout&, const LinalgOptions&);
ASHLAR_FOR_ALL_SCALARS(ASHLAR_INSTANTIATE)
#undef ASHLAR_INSTANTIATE

}  // namespace ashlar::detail
