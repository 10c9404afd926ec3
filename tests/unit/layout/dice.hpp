// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <numeric>
#include <random>
#include <vector>

#include <ashlar/base/index.hpp>

namespace ashlar::test {

/// Draws numbers, equal for equal seeds.
class Dice {
 public:
  explicit Dice(std::uint64_t seed) : engine_(seed) {}

  Index roll(Index low, Index high) {
    return std::uniform_int_distribution<Index>(low, high)(engine_);
  }
  bool one_in(Index n) { return roll(1, n) == 1; }
  template <class T>
  T one_of(std::initializer_list<T> options) {
    return options.begin()[roll(0, static_cast<Index>(options.size()) - 1)];
  }
  /// 0 … count-1 in any order.
  std::vector<int> shuffled(int count) {
    std::vector<int> numbers(static_cast<std::size_t>(count));
    std::iota(numbers.begin(), numbers.end(), 0);
    std::shuffle(numbers.begin(), numbers.end(), engine_);
    return numbers;
  }

 private:
  std::mt19937_64 engine_;
};

}  // namespace ashlar::test
