// SPDX-License-Identifier: BSD-3-Clause
#include "kernels.hpp"

#include <array>
#include <cstring>

#include "base/settings.hpp"
#include "base/tuning.hpp"

namespace ashlar::detail {
namespace {

/// Compiled sets, the best first.
#if defined(__x86_64__)
constexpr const KernelSet* all_sets[] = {&avx512_kernels, &avx2_kernels, &portable_kernels};

bool is_supported(const KernelSet& set) {
  if (&set == &avx512_kernels)
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
  return &set == &portable_kernels || __builtin_cpu_supports("avx2");
}
#else
constexpr const KernelSet* all_sets[] = {&portable_kernels};

bool is_supported(const KernelSet&) { return true; }
#endif

/// Names of the sets by KernelChoice; the best one has none.
constexpr std::array names{"", "portable", "avx2", "avx512"};

using Chosen = std::array<const KernelSet*, names.size()>;

/// Sets by KernelChoice; the set of ASHLAR_KERNELS, or the best one, for choices that this
/// processor does not support.
Chosen choose() {
  Chosen chosen{};
  const KernelSet* const wanted =
      find_kernels(names[static_cast<std::size_t>(readable_settings().kernels)]);
  for (const KernelSet* set : all_sets)
    if (chosen[0] == nullptr && is_supported(*set)) chosen[0] = set;
  if (wanted != nullptr) chosen.fill(wanted);
  for (std::size_t k = 1; k < chosen.size() && wanted == nullptr; ++k) {
    const KernelSet* const set = find_kernels(names[k]);
    chosen[k] = set != nullptr ? set : chosen[0];
  }
  return chosen;
}

}  // namespace

const KernelSet* find_kernels(const char* name) {
  for (const KernelSet* set : all_sets)
    if (std::strcmp(set->name, name) == 0 && is_supported(*set)) return set;
  return nullptr;
}

const KernelSet& kernels() {
  static const Chosen chosen = choose();
  return *chosen[static_cast<std::size_t>(tuning().kernels)];
}

}  // namespace ashlar::detail
