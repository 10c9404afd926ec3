// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/linalg/condition.hpp>

#include <ashlar/linalg/elementwise.hpp>
#include <ashlar/mpi/context.hpp>

#include "base/instantiate.hpp"
#include "factor.hpp"
#include "log_product.hpp"
#include "mpi/collectives.hpp"
#include "same_options.hpp"

namespace ashlar {
namespace {

// True if the row exchanges are an odd permutation. IPIV is equal in all process columns.
template <Scalar T>
bool is_odd(const LuFactor<T>& factor) {
  const DistMatrix<T>& f = factor.factors();
  int exchanges = 0;
  if (f.coord() && f.coord()->col == 0)
    for (Index il = 0; il < f.local_rows(); ++il)
      if (factor.pivots()[static_cast<std::size_t>(il)] - 1 != f.global_row(il)) ++exchanges;
  return mpi::all_sum(mpi::Context::of(f.comm()).comm(), exchanges) % 2 != 0;
}

}  // namespace

template <Scalar T>
LogDeterminant<T> log_determinant(const LuFactor<T>& factor) {
  const mpi::CollectiveCall call(factor.factors().comm(), "log_determinant",
                                 mpi::same("the factor", factor.factors()));
  detail::LogProduct<T> product;
  if (factor.size() == 0) return product.result();
  if (is_odd(factor)) product.multiply(-1.0);
  for (const T pivot : diagonal(factor.factors())) product.multiply(pivot);
  return product.result();
}

template <Scalar T>
LogDeterminant<T> log_determinant(const CholeskyFactor<T>& factor) {
  const mpi::CollectiveCall call(factor.factor().comm(), "log_determinant",
                                 mpi::same("the factor", factor.factor()));
  detail::expect_ok<NotPositiveDefinite>(
      factor.outcome(), "A is not positive definite: its leading minor that ends with row ",
      " (counted from 0) is not positive; its determinant takes lu_factor");
  detail::LogProduct<T> product;
  if (factor.size() == 0) return product.result();
  for (const T pivot : diagonal(factor.factor())) product.multiply(std::real(pivot));
  LogDeterminant<T> result = product.result();
  result.log_abs *= 2;
  return result;
}

#define ASHLAR_INSTANTIATE(T)                                     \
  template LogDeterminant<T> log_determinant(const LuFactor<T>&); \
  template LogDeterminant<T> log_determinant(const CholeskyFactor<T>&);
ASHLAR_FOR_ALL_SCALARS(ASHLAR_INSTANTIATE)
#undef ASHLAR_INSTANTIATE

}  // namespace ashlar
