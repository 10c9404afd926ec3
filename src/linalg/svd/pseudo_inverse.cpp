// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/linalg/pseudo_inverse.hpp>

#include "base/instantiate.hpp"
#include "linalg/operand.hpp"
#include "linalg/same_options.hpp"
#include "truncate.hpp"

namespace ashlar::detail {

template <Scalar T>
DistMatrix<T> pseudo_inverse(MatrixView<const T> a, const RankOptions& options) {
  const mpi::CollectiveCall call(a.comm(), "pseudo_inverse", mpi::same("A", a),
                                 mpi::same("the options", options));
  expect(!options.rcond || *options.rcond >= 0, "pseudo_inverse: rcond is ",
         options.rcond.value_or(0), "; it must be 0 or more");
  const Layout home = section_layout(a.layout(), a.section()).with_shape(a.shape().transposed());
  Svd<T> svd = ashlar::svd(a, {.vectors = SvdVectors::Thin, .how = options.how});
  const Index k = count_above(svd.values, a.shape(), options.rcond);
  if (k == 0) return {a.comm(), home};
  auto& factors = svd.values;
  factors.resize(static_cast<std::size_t>(k));
  for (auto& value : factors) value = 1 / value;
  scale_columns(svd.u, factors);
  return product(Op::ConjTrans, first_rows(svd.vh, k), Op::ConjTrans, first_columns(svd.u, k),
                 home);
}

#define ASHLAR_INSTANTIATE(T) \
  template DistMatrix<T> pseudo_inverse(MatrixView<const T>, const RankOptions&);
ASHLAR_FOR_ALL_SCALARS(ASHLAR_INSTANTIATE)
#undef ASHLAR_INSTANTIATE

}  // namespace ashlar::detail
