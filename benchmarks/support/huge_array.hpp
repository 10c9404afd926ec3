// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <utility>

#include <ashlar/base/index.hpp>

namespace ashlar::bench {

/// Private memory on 2 MiB pages if available, touched: the best memory that a program can pass to
/// a library.
class HugePages {
 public:
  HugePages() noexcept = default;
  /// @throws OutOfMemory
  explicit HugePages(Index bytes);
  HugePages(HugePages&& other) noexcept { swap(other); }
  HugePages& operator=(HugePages&& other) noexcept {
    HugePages old(std::move(*this));
    swap(other);
    return *this;
  }
  ~HugePages();

  std::byte* data() const noexcept { return data_; }

 private:
  void swap(HugePages& other) noexcept {
    std::swap(mapping_, other.mapping_);
    std::swap(mapped_, other.mapped_);
    std::swap(data_, other.data_);
  }

  void* mapping_ = nullptr;
  std::size_t mapped_ = 0;
  std::byte* data_ = nullptr;
};

/// `size` elements of a plain type on huge pages.
template <class T>
class HugeArray {
 public:
  HugeArray() = default;
  explicit HugeArray(Index size) : pages_(size * static_cast<Index>(sizeof(T))) {}
  T* data() const noexcept { return reinterpret_cast<T*>(pages_.data()); }

 private:
  HugePages pages_;
};

}  // namespace ashlar::bench
