// SPDX-License-Identifier: BSD-3-Clause
#include "support/heap_meter.hpp"

#include <malloc.h>

#include <algorithm>
#include <cstdlib>
#include <new>

namespace {

// Single-threaded: benchmarks with this file start no threads.
std::size_t current = 0, peak = 0;

void* counted(void* memory) {
  if (memory == nullptr) throw std::bad_alloc();
  current += malloc_usable_size(memory);
  peak = std::max(peak, current);
  return memory;
}

void give_back(void* memory) noexcept {
  if (memory != nullptr) current -= malloc_usable_size(memory);
  std::free(memory);
}

}  // namespace

// The other forms of new and delete call these.
void* operator new(std::size_t size) { return counted(std::malloc(size)); }
void* operator new(std::size_t size, std::align_val_t alignment) {
  const auto unit = static_cast<std::size_t>(alignment);
  return counted(std::aligned_alloc(unit, (size + unit - 1) / unit * unit));
}
void operator delete(void* memory) noexcept { give_back(memory); }
void operator delete(void* memory, std::size_t) noexcept { give_back(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { give_back(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { give_back(memory); }

namespace ashlar::bench {

Index heap_bytes() { return static_cast<Index>(current); }
Index heap_peak() { return static_cast<Index>(peak); }
void restart_heap_peak() { peak = current; }

}  // namespace ashlar::bench
