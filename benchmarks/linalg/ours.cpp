// SPDX-License-Identifier: BSD-3-Clause
#include "linalg/ours.hpp"

#include <ashlar/base/error.hpp>

namespace ashlar::bench {

std::optional<LayoutAdvice> advice(const Setting& setting, Routine family, Algorithm algorithm) {
  try {
    return layout_for(family, {setting.n, setting.n}, machine_of(setting.comm), algorithm);
  } catch (const ArgumentError&) {
    return std::nullopt;
  }
}

}  // namespace ashlar::bench
