// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>

#include "tasks.hpp"

namespace ashlar::detail {

/// Inner loops of moves for one instruction set. `stream` writes whole cache lines by non-temporal
/// stores, for targets larger than the caches; `fence` must follow before others read.
struct KernelSet {
  const char* name;
  int gather_bytes;  ///< vector of Gathered strips; 0: there are none
  void (*copy)(std::byte* target, const std::byte* source, Index bytes, bool stream);
  void (*copy_runs)(const RunsTask& task, bool stream);
  /// Element sizes 1, 2, 4, 8, 16 bytes: [0] … [4]; any other: [5].
  void (*fill_strips[6])(const StripTask& task, bool stream);
  /// Element sizes as above.
  void (*turn_band[6])(const BandTask& task, bool stream);
  void (*fence)();
};

/// Index of an element size in these tables.
constexpr int size_class(Index element_bytes) {
  switch (element_bytes) {
    case 1: return 0;
    case 2: return 1;
    case 4: return 2;
    case 8: return 3;
    case 16: return 4;
    default: return 5;
  }
}

extern const KernelSet portable_kernels, avx2_kernels, avx512_kernels;

/// Set of ASHLAR_KERNELS=portable, avx2 or avx512, of the tuned number, or the best one for this
/// processor.
const KernelSet& kernels();

/// Set of that name; null if unsupported by this processor.
const KernelSet* find_kernels(const char* name);

}  // namespace ashlar::detail
