// SPDX-License-Identifier: BSD-3-Clause
#include "allocations.hpp"

#include <cstdlib>
#include <limits>
#include <new>

namespace {

constexpr std::size_t never = std::numeric_limits<std::size_t>::max();

std::size_t made = 0, fail_from = never, left = 0;
bool has_failed = false;

void* counted(std::size_t bytes, std::size_t alignment) {
  ++made;
  if (left > 0 && --left == 0) {
    has_failed = true;
    throw std::bad_alloc();
  }
  if (bytes >= fail_from) throw std::bad_alloc();
  void* memory = std::aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

}  // namespace

namespace ashlar::test {

std::size_t allocations() { return made; }
void fail_allocations_from(std::size_t bytes) { fail_from = bytes == 0 ? never : bytes; }
void fail_allocation(std::size_t count) {
  left = count;
  if (count > 0) has_failed = false;
}
bool has_failed_allocation() { return has_failed; }

}  // namespace ashlar::test

void* operator new(std::size_t bytes) { return counted(bytes, 16); }
void* operator new(std::size_t bytes, std::align_val_t alignment) {
  return counted(bytes, static_cast<std::size_t>(alignment));
}
// For optional memory, such as the buffer of std::stable_sort: never fails here.
void* operator new(std::size_t bytes, const std::nothrow_t&) noexcept {
  ++made;
  return std::aligned_alloc(16, (bytes + 15) / 16 * 16);
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }
// The library's default forms call those above, those of a sanitizer do not.
void* operator new[](std::size_t bytes) { return operator new(bytes); }
void* operator new[](std::size_t bytes, std::align_val_t alignment) {
  return operator new(bytes, alignment);
}
void operator delete[](void* memory) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }
