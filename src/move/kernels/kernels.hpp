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
  /// For elements of 1, 2, 4, 8, 16 bytes: [0] … [4]; of any other size: [5], which takes no combs.
  void (*fill_strips[6])(const StripTask& task, bool stream);
  /// By element size as above.
  void (*turn_band[6])(const BandTask& task, bool stream);
  void (*fence)();
};

/// Position of an element size in the tables above.
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
constexpr bool may_be_combed(Index element_bytes) { return size_class(element_bytes) < 5; }

extern const KernelSet portable_kernels, avx2_kernels, avx512_kernels;

/// The best set for this processor; ASHLAR_KERNELS=portable, avx2 or avx512 asks for a lesser one.
const KernelSet& kernels();

/// The set of that name, or null if this processor cannot run it.
const KernelSet* find_kernels(const char* name);

}  // namespace ashlar::detail
