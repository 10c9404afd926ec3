// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/linalg/determinant.hpp>

#include <limits>
#include <vector>

#include <ashlar/base/checked_int.hpp>
#include <ashlar/base/concat.hpp>
#include <ashlar/mpi/check.hpp>
#include <ashlar/mpi/context.hpp>

#include "log_product.hpp"

namespace ashlar {
namespace {

using Wide = c128;

// The diagonal on every rank.
// Each number is one rank's, so that the sum is exact whatever its order.
template <Scalar T>
std::vector<Wide> replicated_diagonal(const DistMatrix<T>& a) {
  std::vector<Wide> diagonal(static_cast<std::size_t>(a.rows()));
  for (Index i = 0; i < a.rows(); ++i)
    if (const T* found = a.find(i, i)) diagonal[static_cast<std::size_t>(i)] = Wide(*found);
  mpi::check(MPI_Allreduce(MPI_IN_PLACE, diagonal.data(), checked_int(2 * a.rows(), "order of A"),
                           MPI_DOUBLE, MPI_SUM, mpi::Context::of(a.comm()).comm().native()),
             "MPI_Allreduce");
  return diagonal;
}

// Whether the row exchanges are an odd permutation. IPIV lies in every process column alike.
template <Scalar T>
bool is_odd(const LuFactor<T>& factor) {
  const DistMatrix<T>& f = factor.factors();
  int exchanges = 0;
  if (f.coord() && f.coord()->col == 0)
    for (Index il = 0; il < f.local_rows(); ++il)
      if (factor.pivots()[static_cast<std::size_t>(il)] - 1 != f.global_row(il)) ++exchanges;
  mpi::check(MPI_Allreduce(MPI_IN_PLACE, &exchanges, 1, MPI_INT, MPI_SUM,
                           mpi::Context::of(f.comm()).comm().native()),
             "MPI_Allreduce");
  return exchanges % 2 != 0;
}

template <Scalar T>
typename detail::LogProduct<T>::Wide narrowed(Wide x) {
  if constexpr (is_complex<T>) return x;
  else return x.real();
}

}  // namespace

template <Scalar T>
LogDeterminant<T> log_determinant(const LuFactor<T>& factor) {
  detail::LogProduct<T> product;
  if (factor.order() == 0) return product.result();
  if (is_odd(factor)) product.multiply(-1.0);
  for (const Wide pivot : replicated_diagonal(factor.factors()))
    product.multiply(narrowed<T>(pivot));
  return product.result();
}

template <Scalar T>
LogDeterminant<T> log_determinant(const CholeskyFactor<T>& factor) {
  if (!factor.outcome().ok())
    throw NotPositiveDefinite(
        concat("A is not positive definite: its leading minor that ends with row ",
               *factor.outcome().first_bad_pivot,
               " (counted from 0) is not positive; its determinant takes lu_factor"),
        *factor.outcome().first_bad_pivot);
  detail::LogProduct<T> product;
  if (factor.order() == 0) return product.result();
  for (const Wide pivot : replicated_diagonal(factor.factor())) product.multiply(pivot.real());
  LogDeterminant<T> result = product.result();
  result.log_abs *= 2;
  return result;
}

#define ASHLAR_INSTANTIATE(T)                                     \
  template LogDeterminant<T> log_determinant(const LuFactor<T>&); \
  template LogDeterminant<T> log_determinant(const CholeskyFactor<T>&);
ASHLAR_INSTANTIATE(float)
ASHLAR_INSTANTIATE(double)
ASHLAR_INSTANTIATE(c64)
ASHLAR_INSTANTIATE(c128)
#undef ASHLAR_INSTANTIATE

}  // namespace ashlar
