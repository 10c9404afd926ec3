// SPDX-License-Identifier: BSD-3-Clause
#include "task.hpp"

#include <cmath>
#include <limits>

#include <ashlar/matrix/apply.hpp>
#include <ashlar/matrix/compare.hpp>
#include <ashlar/move/mirror.hpp>

#include "base/instantiate.hpp"
#include "linalg/factor.hpp"

namespace ashlar::detail {
namespace {

template <Scalar T>
DistMatrix<T> lower_triangle(MatrixView<const T> a, Uplo uplo, const Layout& layout) {
  DistMatrix<T> result(a.comm(), layout);
  copy_into(a, result, {.op = uplo == Uplo::Lower ? Op::None : Op::ConjTrans, .uplo = Uplo::Lower});
  return result;
}

// The even exponent that scales `largest` to about one, if squares or inverse squares overflow.
template <class R>
int exponent_for(R largest) {
  constexpr int limit = std::numeric_limits<R>::max_exponent / 2 - 8;
  if (largest == 0) return 0;
  const int exponent =
      std::isfinite(largest) ? std::ilogb(largest) : std::numeric_limits<R>::max_exponent;
  return std::abs(exponent) < limit ? 0 : exponent / 2 * 2;
}

}  // namespace

template <Scalar T>
Prepared<T> prepared(MatrixView<const T> a, Uplo uplo, const Layout& layout, const char* name) {
  using R = ashlar::RealOf<T>;
  Prepared<T> result{lower_triangle(a, uplo, layout)};
  if (a.shape().empty()) return result;
  if constexpr (is_complex<T>) make_diagonal_real(MatrixView<T>(result.matrix));
  const R largest = max_abs(result.matrix);
  // |z| of a finite complex number may overflow.
  if (!std::isfinite(largest)) check_finite(a, "symmetric_eigen", name, uplo);
  result.exponent = exponent_for(largest);
  if (result.exponent != 0) {
    // 2^exponent itself may overflow.
    const R half = std::ldexp(R(1), -result.exponent / 2);
    ashlar::apply(result.matrix, [&](Index, Index, T x) { return x * half * half; });
  }
  return result;
}

#define ASHLAR_INSTANTIATE(T) \
  template Prepared<T> prepared(MatrixView<const T>, Uplo, const Layout&, const char*);
ASHLAR_FOR_ALL_SCALARS(ASHLAR_INSTANTIATE)
#undef ASHLAR_INSTANTIATE

}  // namespace ashlar::detail
