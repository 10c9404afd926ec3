// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <ashlar/base/scalar.hpp>

namespace ashlar {

/// Factors of a move: target := alpha * op(source) + beta * target (ScaLAPACK p?geadd, p?tradd).
/// With beta = 0 the target is never read, NaNs in it do not matter; with alpha = 0 the source is
/// not. The source is first converted to T, then multiplied.
template <Element T>
struct Scaling {
  T alpha = T{1};  ///< [same]
  T beta = T{0};   ///< [same]

  friend constexpr bool operator==(const Scaling&, const Scaling&) = default;
};

}  // namespace ashlar
