// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <type_traits>
#include <utility>

namespace ashlar::detail {

/// Vector of trivially copyable values; up to `room` of them are stored without heap memory.
template <class T, std::int32_t room>
class InlineVector {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  InlineVector() = default;
  InlineVector(std::int32_t size, const T& value) {
    for (std::int32_t k = 0; k < size; ++k) push_back(value);
  }
  InlineVector(std::initializer_list<T> values) : InlineVector(std::span<const T>(values)) {}
  explicit InlineVector(std::span<const T> values) {
    for (const T& value : values) push_back(value);
  }
  InlineVector(const InlineVector& other) : InlineVector(std::span<const T>(other)) {}
  InlineVector(InlineVector&& other) noexcept { swap(other); }
  InlineVector& operator=(const InlineVector& other) {
    if (this == &other) return *this;
    clear();
    for (const T& value : other) push_back(value);
    return *this;
  }
  InlineVector& operator=(InlineVector&& other) noexcept {
    swap(other);
    return *this;
  }
  ~InlineVector() {
    if (capacity_ > room) delete[] memory_.heap;
  }

  void swap(InlineVector& other) noexcept {
    std::swap(memory_, other.memory_);
    std::swap(size_, other.size_);
    std::swap(capacity_, other.capacity_);
  }

  std::int32_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  T* data() { return capacity_ > room ? memory_.heap : memory_.inside; }
  const T* data() const { return capacity_ > room ? memory_.heap : memory_.inside; }
  T* begin() { return data(); }
  T* end() { return data() + size_; }
  const T* begin() const { return data(); }
  const T* end() const { return data() + size_; }
  T& operator[](std::int32_t k) { return data()[k]; }
  const T& operator[](std::int32_t k) const { return data()[k]; }
  T& back() { return data()[size_ - 1]; }
  const T& back() const { return data()[size_ - 1]; }

  void push_back(T value) {
    if (size_ == capacity_) grow();
    data()[size_++] = value;
  }
  void clear() { size_ = 0; }

  friend bool operator==(const InlineVector& a, const InlineVector& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end());
  }

 private:
  void grow() {
    T* const larger = new T[static_cast<std::size_t>(2 * capacity_)];
    std::copy(begin(), end(), larger);
    if (capacity_ > room) delete[] memory_.heap;
    memory_.heap = larger;
    capacity_ *= 2;
  }

  union Memory {
    T inside[room];
    T* heap;
    Memory() : inside{} {}
  };

  Memory memory_;
  std::int32_t size_ = 0, capacity_ = room;
};

}  // namespace ashlar::detail
