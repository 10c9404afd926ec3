// SPDX-License-Identifier: BSD-3-Clause
#include "openblas.hpp"

#include <string_view>

namespace ashlar::local {

bool has_wide_kernels() noexcept {
  static const bool result = [] {
    const auto corename = openblas_function<char*()>("openblas_get_corename");
    if (!corename) return false;
    const std::string_view name = corename();
    return name == "SkylakeX" || name == "Cooperlake" || name == "SapphireRapids";
  }();
  return result;
}

}  // namespace ashlar::local
