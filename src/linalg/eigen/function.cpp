// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>

#include <ashlar/base/concat.hpp>
#include <ashlar/linalg/eigen.hpp>
#include <ashlar/linalg/gemm.hpp>
#include <ashlar/linalg/rows_and_cols.hpp>
#include <ashlar/move/mirror.hpp>

#include "base/instantiate.hpp"
#include "linalg/same_options.hpp"

namespace ashlar::detail {
template <Scalar T>
DistMatrix<T> with_values(const SymmetricEigen<T>& eigen,
                          const std::vector<ashlar::RealOf<T>>& values) {
  const mpi::CollectiveCall call(eigen.vectors.comm(), "apply_symmetric",
                                 mpi::same("the vectors", eigen.vectors),
                                 mpi::same("the values", values));
  for (std::size_t k = 0; k < values.size(); ++k)
    if (!std::isfinite(values[k]))
      throw ArgumentError(concat("apply_symmetric: f is ", static_cast<double>(values[k]),
                                 " where eigenvalue ", k, " (counted from 0) is ",
                                 static_cast<double>(eigen.values[k])));
  DistMatrix<T> scaled = eigen.vectors.copy();
  DistMatrix<T> result(scaled.comm(), scaled.layout());
  if (scaled.shape().empty()) return result;
  const std::vector<T> factors(values.begin(), values.end());
  scale_cols(scaled, std::span<const T>(factors));
  ashlar::gemm(scaled, eigen.vectors, result, {.op_b = Op::ConjTrans});
  mirror_into(result, result, Uplo::Lower);
  return result;
}

#define ASHLAR_INSTANTIATE(T)                                  \
  template DistMatrix<T> with_values(const SymmetricEigen<T>&, \
                                     const std::vector<ashlar::RealOf<T>>&);
ASHLAR_FOR_ALL_SCALARS(ASHLAR_INSTANTIATE)
#undef ASHLAR_INSTANTIATE

}  // namespace ashlar::detail
