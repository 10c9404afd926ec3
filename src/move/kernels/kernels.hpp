// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>

#include <ashlar/base/index.hpp>

namespace ashlar::detail {

/// What happens to complex numbers on the way, by the layout of their bits.
enum class Conjugate { No, Complex64, Complex128 };

/// Source columns that a later task will read, fetched into the second-level cache while this one
/// runs: as many and as long as this task's, `stride` bytes apart. A hint: any address will do.
struct Ahead {
  const std::byte* source = nullptr;  ///< null: nothing is fetched
  Index stride = 0;
};

/// Columns of memory to copy: `count` of `bytes` bytes each, `source_stride` and `target_stride`
/// bytes apart.
struct ColumnsCopy {
  std::byte* target;
  Index target_stride;
  const std::byte* source;
  Index source_stride;
  Index bytes;
  Index count;
  Ahead ahead = {};
};

/// A run of one column: from one of several sources into one of several targets.
struct ColumnRun {
  int source, target;
  Index source_offset, target_offset;  ///< bytes
  Index bytes;
};

/// Where a column of a source or a target begins, and how many bytes it is to the next one.
template <class Byte>
struct ColumnStart {
  Byte* data;
  Index stride;
};

/// Neighbouring columns of several sources and targets, side by side; what comes from a null source
/// is left out.
struct RunsCopy {
  const ColumnRun* runs;
  Index count;
  const ColumnStart<const std::byte>* sources;
  const ColumnStart<std::byte>* targets;
  Index columns;
};

/// A rectangle to transpose: element (r, c) of the target, at target + (r + c * target_ld)
/// elements, is element (c, r) of the source, at source + (c + r * source_ld) elements.
struct TransposeTask {
  std::byte* target;
  Index target_ld;
  const std::byte* source;
  Index source_ld;
  Index rows;  ///< of the target
  Index cols;  ///< of the target
  Ahead ahead = {};
};

/// Elements to gather: target[k] = the element at addresses[k] + offset, k < count.
struct GatherTask {
  std::byte* target;
  const std::byte* const* addresses;
  Index offset;
  Index count;
  /// Not 0: the elements come in turn from so many sources, each of which goes on by `step` bytes;
  /// that is, addresses[k + sources] = addresses[k] + step. One of comb_sources.
  int sources = 0;
  Index step = 0;
  /// Lines of memory that this task and the next ones will read, fetched while this one runs: those
  /// at lines[k] + offset, k < line_count, from the k-th = `turn` on at lines[k] + next_offset. A
  /// hint.
  const std::byte* const* lines = nullptr;
  Index line_count = 0;
  Index turn = 0;
  Index next_offset = 0;
};

/// The numbers of sources for which there are kernels that compute the addresses: with any step
/// where there is one source, else with the elements of each source side by side.
constexpr int comb_sources[] = {1, 2, 3, 4, 6, 8};

/// The inner loops of moving for one instruction set. With `stream`, whole cache lines are written
/// past the caches (non-temporal stores): right where the target is larger than they are, wrong
/// where it is not. After streaming call `fence` before others may look.
struct KernelSet {
  const char* name;
  void (*copy_columns)(const ColumnsCopy& task, bool stream);
  void (*copy_runs)(const RunsCopy& task, bool stream);
  /// For elements of 1, 2, 4, 8, 16 bytes: [0] … [4].
  void (*transpose[5])(const TransposeTask& task, Conjugate conjugate, bool stream);
  /// By element size as above.
  void (*gather[5])(const GatherTask& task, bool stream);
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
