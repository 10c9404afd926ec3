// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/linalg/polar.hpp>

#include <ashlar/move/copy.hpp>
#include <ashlar/move/mirror.hpp>

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

template Polar<float> polar_decomposition(MatrixView<const float>, const LinalgOptions&);
template Polar<double> polar_decomposition(MatrixView<const double>, const LinalgOptions&);
template Polar<c64> polar_decomposition(MatrixView<const c64>, const LinalgOptions&);
template Polar<c128> polar_decomposition(MatrixView<const c128>, const LinalgOptions&);

}  // namespace ashlar::detail
