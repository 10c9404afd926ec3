// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <limits>
#include <type_traits>

#include <ashlar/linalg/cholesky.hpp>
#include <ashlar/linalg/ldlt.hpp>
#include <ashlar/linalg/lu.hpp>
#include <ashlar/linalg/norm.hpp>
#include <ashlar/linalg/one_scalar_type.hpp>

namespace ashlar {

namespace detail {

/// X with A X = B, or with A^H X = B, for a B of one column.
template <Scalar T>
using SolveColumn = std::function<DistMatrix<T>(const DistMatrix<T>&)>;

/// Lower bound of |A^-1|_1, nearly always within a factor of 3 (LAPACK ?lacn2: Hager, Higham);
/// infinite where a solution overflows. Between 3 and 11 solutions.
template <Scalar T>
ashlar::RealOf<T> estimate_inverse_norm(mpi::CommunicatorView comm, Index n,
                                        const SolveColumn<T>& solve,
                                        const SolveColumn<T>& solve_adjoint);

template <Scalar T>
ashlar::RealOf<T> inverse_norm(const LuFactor<T>& factor, Norm kind);
template <Scalar T>
ashlar::RealOf<T> inverse_norm(const CholeskyFactor<T>& factor, Norm kind);
template <Scalar T>
ashlar::RealOf<T> inverse_norm(const LdltFactor<T>& factor, Norm kind);

template <Scalar T>
ashlar::RealOf<T> condition(MatrixView<const T> a, Norm kind, const LinalgOptions& options);

}  // namespace detail

/// Estimate of |A| |A^-1| of a square matrix or view in any layout (ScaLAPACK p?gecon, which gives
/// the reciprocal): log10 of it is the number of decimal digits that a solution of A X = B loses.
/// Infinite for a singular matrix, 1 for an empty one.
///
/// The estimate is a lower bound, seldom by more than a factor of 3. The same matrix, layout and
/// ranks give the same number.
/// @param kind  [same] Norm::One or Norm::Inf
/// @throws ArgumentError  if A is not square, the norm is neither One nor Inf, or naming an element
/// that is NaN or infinite
/// @collective over a.comm(); throws on all ranks or on none
/// @cost an LU factorisation and up to 11 solutions with one right-hand side; a copy of A
/// @example if (condition(a) > 1e12) warn();
template <MatrixLike A>
requires OneScalarType<A>
RealOf<ValueOf<A>> condition(const A& a, Norm kind = Norm::One, const LinalgOptions& options = {}) {
  return detail::condition<ValueOf<A>>(const_view(a), kind, options);
}

/// The same of a matrix that is factored already (LuFactor, CholeskyFactor, LdltFactor), in the
/// one-norm (ScaLAPACK p?gecon, p?pocon; LAPACK ?sycon).
/// @param norm_of_a  [same] norm(a, Norm::One), which the factor does not hold
/// @collective over the factor's communicator
/// @cost up to 11 solutions with one right-hand side
/// @example const double size = norm(a, Norm::One);  condition(lu_factor(a), size);
template <Scalar T, template <class> class Factor>
requires requires(const Factor<T>& f) { detail::inverse_norm(f, Norm::One); }
RealOf<T> condition(const Factor<T>& factor, std::type_identity_t<RealOf<T>> norm_of_a) {
  if (factor.size() == 0) return 1;
  if (!factor.outcome().ok() || norm_of_a == 0) return std::numeric_limits<RealOf<T>>::infinity();
  return norm_of_a * detail::inverse_norm(factor, Norm::One);
}

}  // namespace ashlar
