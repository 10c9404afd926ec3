// SPDX-License-Identifier: BSD-3-Clause
#include "kernels.hpp"

#include <cstring>

#include "base/settings.hpp"

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

const char* name_of(KernelChoice choice) {
  switch (choice) {
    case KernelChoice::Portable: return "portable";
    case KernelChoice::Avx2: return "avx2";
    case KernelChoice::Avx512: return "avx512";
    case KernelChoice::Best: break;
  }
  return "";
}

const KernelSet& choose() {
  if (const KernelSet* set = find_kernels(name_of(readable_settings().kernels))) return *set;
  for (const KernelSet* set : all_sets)
    if (is_supported(*set)) return *set;
  return portable_kernels;
}

}  // namespace

const KernelSet* find_kernels(const char* name) {
  for (const KernelSet* set : all_sets)
    if (std::strcmp(set->name, name) == 0 && is_supported(*set)) return set;
  return nullptr;
}

const KernelSet& kernels() {
  static const KernelSet& chosen = choose();
  return chosen;
}

}  // namespace ashlar::detail
