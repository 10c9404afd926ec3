// SPDX-License-Identifier: BSD-3-Clause
#include "allocations.hpp"

#include <sys/mman.h>

#include <array>
#include <cstdlib>
#include <limits>
#include <new>

namespace {

constexpr std::size_t never = std::numeric_limits<std::size_t>::max();

std::size_t made = 0, fail_from = never, guard_from = never, left = 0;
bool has_failed = false;

struct Guarded {
  void* memory = nullptr;
  std::byte* pages = nullptr;
  std::size_t bytes = 0;
};
std::array<Guarded, 64> guarded;

// Memory that ends before a guard page; null if all entries are in use.
void* before_guard_page(std::size_t bytes) {
  constexpr std::size_t page = 4096;
  for (Guarded& entry : guarded) {
    if (entry.memory != nullptr) continue;
    const std::size_t room = (bytes + page - 1) / page * page;
    void* const pages =
        mmap(nullptr, room + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (pages == MAP_FAILED) return nullptr;
    entry.pages = static_cast<std::byte*>(pages);
    entry.bytes = room + page;
    mprotect(entry.pages + room, page, PROT_NONE);
    entry.memory = entry.pages + room - bytes;
    return entry.memory;
  }
  return nullptr;
}

void release(void* memory) noexcept {
  if (memory != nullptr)
    for (Guarded& entry : guarded)
      if (entry.memory == memory) {
        munmap(entry.pages, entry.bytes);
        entry = {};
        return;
      }
  std::free(memory);
}

void* counted(std::size_t bytes, std::size_t alignment) {
  ++made;
  if (left > 0 && --left == 0) {
    has_failed = true;
    throw std::bad_alloc();
  }
  if (bytes >= fail_from) throw std::bad_alloc();
  const std::size_t whole = (bytes + alignment - 1) / alignment * alignment;
  void* memory = bytes >= guard_from ? before_guard_page(whole) : nullptr;
  if (memory == nullptr) memory = std::aligned_alloc(alignment, whole);
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
void guard_allocations_from(std::size_t bytes) { guard_from = bytes == 0 ? never : bytes; }

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
void operator delete(void* memory) noexcept { release(memory); }
void operator delete(void* memory, std::size_t) noexcept { release(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { release(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { release(memory); }
// The library's default forms call those above, those of a sanitizer do not.
void* operator new[](std::size_t bytes) { return operator new(bytes); }
void* operator new[](std::size_t bytes, std::align_val_t alignment) {
  return operator new(bytes, alignment);
}
void operator delete[](void* memory) noexcept { release(memory); }
void operator delete[](void* memory, std::size_t) noexcept { release(memory); }
void operator delete[](void* memory, std::align_val_t) noexcept { release(memory); }
void operator delete[](void* memory, std::size_t, std::align_val_t) noexcept { release(memory); }
