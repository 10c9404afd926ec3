// SPDX-License-Identifier: BSD-3-Clause
#include "openblas.hpp"

#include <string_view>

#include "base/settings.hpp"

namespace ashlar::local {
namespace {

using Setter = void(int);
using Getter = int();

Setter* const set_threads = openblas_function<Setter>("openblas_set_num_threads");
Getter* const get_threads = openblas_function<Getter>("openblas_get_num_threads");

}  // namespace

bool has_wide_kernels() noexcept {
  static const bool result = [] {
    const auto corename = openblas_function<char*()>("openblas_get_corename");
    if (!corename) return false;
    const std::string_view name = corename();
    return name == "SkylakeX" || name == "Cooperlake" || name == "SapphireRapids";
  }();
  return result;
}

int blas_threads() noexcept { return get_threads ? get_threads() : 1; }

BlasThreads::BlasThreads() noexcept {
  static const int wanted = detail::readable_settings().threads;
  if (wanted <= 0 || !set_threads || !get_threads || get_threads() == wanted) return;
  before_ = get_threads();
  set_threads(wanted);
}

BlasThreads::~BlasThreads() {
  if (before_ > 0) set_threads(before_);
}

}  // namespace ashlar::local
