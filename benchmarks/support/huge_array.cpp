// SPDX-License-Identifier: BSD-3-Clause
#include "support/huge_array.hpp"

#include <sys/mman.h>

#include <cstring>
#include <memory>

#include <ashlar/base/concat.hpp>
#include <ashlar/base/error.hpp>

namespace ashlar::bench {
namespace {

constexpr std::size_t page = std::size_t{2} << 20;

}  // namespace

HugePages::HugePages(Index bytes) {
  const std::size_t size = (static_cast<std::size_t>(bytes) / page + 1) * page;
  mapped_ = size + page;
  mapping_ = mmap(nullptr, mapped_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (mapping_ == MAP_FAILED) {
    mapping_ = nullptr;
    throw OutOfMemory(concat("benchmark: there are no ", mapped_, " bytes for an array"),
                      static_cast<Index>(mapped_));
  }
  void* aligned = mapping_;
  std::size_t room = mapped_;
  data_ = static_cast<std::byte*>(std::align(page, size, aligned, room));
  // Fails if transparent huge pages are off; small pages serve then.
  madvise(data_, size, MADV_HUGEPAGE);
  std::memset(data_, 0, size);
}

HugePages::~HugePages() {
  if (mapping_ != nullptr) munmap(mapping_, mapped_);
}

}  // namespace ashlar::bench
