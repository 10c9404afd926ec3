// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <ashlar/base/concat.hpp>
#include <ashlar/base/error.hpp>

namespace ashlar {

/// Throws ArgumentError made of `parts`, written one after the other, unless `ok`.
/// The sentence names the function, the values and the remedy. Conditions must be O(1).
template <class... Parts>
constexpr void expect(bool ok, const Parts&... parts) {
  if (!ok) throw ArgumentError(concat(parts...));
}

}  // namespace ashlar
