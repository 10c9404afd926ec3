// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>

#include "tasks.hpp"

namespace ashlar::detail {

/// The inner loops of moving for one instruction set. With `stream`, whole cache lines are written
/// past the caches (non-temporal stores): right where the target is larger than they are, wrong
/// where it is not. After streaming call `fence` before others may look.
struct KernelSet {
  const char* name;
  void (*copy)(std::byte* target, const std::byte* source, Index bytes, bool stream);
  void (*copy_columns)(const ColumnsCopy& task);
  /// For elements of 1, 2, 4, 8, 16 bytes: [0] … [4].
  void (*fill_strips[5])(const StripTask& task, bool stream);
  /// By element size as above.
  void (*turn_band[5])(const BandTask& task, bool stream);
  void (*fence)();
};

/// Position of an element size in the tables above.
constexpr int size_class(std::size_t element_bytes) {
  return element_bytes == 1   ? 0
         : element_bytes == 2 ? 1
         : element_bytes == 4 ? 2
         : element_bytes == 8 ? 3
                              : 4;
}

extern const KernelSet portable_kernels, avx2_kernels, avx512_kernels;

/// The best set for this processor; ASHLAR_KERNELS=portable, avx2 or avx512 asks for a lesser one.
const KernelSet& kernels();

/// The set of that name, or null if this processor cannot run it.
const KernelSet* find_kernels(const char* name);

}  // namespace ashlar::detail
