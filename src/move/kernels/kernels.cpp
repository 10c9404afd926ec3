// SPDX-License-Identifier: BSD-3-Clause
#include "kernels.hpp"

#include <cstdlib>
#include <cstring>
#include <initializer_list>

namespace ashlar::detail {
namespace {

bool is_supported(const KernelSet& set) {
#if defined(__x86_64__)
  if (&set == &avx512_kernels)
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
  if (&set == &avx2_kernels) return __builtin_cpu_supports("avx2");
#endif
  return &set == &portable_kernels;
}

const KernelSet& choose() {
  if (const char* wanted = std::getenv("ASHLAR_KERNELS"))
    if (const KernelSet* set = find_kernels(wanted)) return *set;
  for (const KernelSet* set : {&avx512_kernels, &avx2_kernels})
    if (is_supported(*set)) return *set;
  return portable_kernels;
}

}  // namespace

const KernelSet* find_kernels(const char* name) {
  for (const KernelSet* set : {&portable_kernels, &avx2_kernels, &avx512_kernels})
    if (std::strcmp(set->name, name) == 0 && is_supported(*set)) return set;
  return nullptr;
}

const KernelSet& kernels() {
  static const KernelSet& chosen = choose();
  return chosen;
}

}  // namespace ashlar::detail
