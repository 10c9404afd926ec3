// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/linalg/polar.hpp>

#include <ashlar/move/copy.hpp>
#include <ashlar/move/mirror.hpp>

#include "base/instantiate.hpp"
#include "linalg/operand.hpp"
#include "linalg/same_options.hpp"
#include "truncate.hpp"

namespace ashlar::detail {

template <Scalar T>
Polar<T> polar_decomposition(MatrixView<const T> a, const LinalgOptions& options) {
  const mpi::CollectiveCall call(a.comm(), "polar_decomposition", mpi::same("A", a),
                                 mpi::same("the options", options));
  const auto [m, n] = a.shape();
  expect(m >= n, "polar_decomposition: A is ", m, "x", n,
         ", but must not have more columns than rows; decompose its conjugate transpose");
  const Layout home = section_layout(a.layout(), a.section());
  const Layout square = home.with_shape({n, n});
  Polar<T> result{DistMatrix<T>(a.comm(), home), DistMatrix<T>(a.comm(), square)};
  if (n == 0) return result;
  const Svd<T> svd = ashlar::svd(a, {.vectors = SvdVectors::Thin, .how = options});
  result.u = product<T>(Op::None, svd.u, Op::None, svd.vh, home);
  DistMatrix<T> v = conj_transpose(svd.vh, square);
  scale_columns(v, svd.values);
  result.h = product<T>(Op::None, v, Op::None, svd.vh, square);
  symmetrize_into(result.h, result.h);
  return result;
}

#define ASHLAR_INSTANTIATE(T) \
  template Polar<T> polar_decomposition(MatrixView<const T>, const LinalgOptions&);
ASHLAR_FOR_ALL_SCALARS(ASHLAR_INSTANTIATE)
#undef ASHLAR_INSTANTIATE

}  // namespace ashlar::detail
