// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include <ashlar/base/index.hpp>

namespace ashlar::detail {

/// Number and noun, for concat and expect: "1 rank", "3 ranks".
class Counted {
 public:
  constexpr Counted(Index count, const char* one, const char* many)
      : count_(count), one_(one), many_(many) {}

  std::string to_string() const {
    const std::string number = std::to_string(count_) + ' ';
    if (count_ == 1) return number + one_;
    return number + (many_ == nullptr ? std::string(one_) + 's' : std::string(many_));
  }

 private:
  Index count_;
  const char* one_;
  const char* many_;
};

/// @param one   noun in the singular
/// @param many  plural, if not `one` with an s
/// @example concat("the communicator has ", counted(size, "rank"))
template <class Count>
constexpr Counted counted(Count count, const char* one, const char* many = nullptr) {
  return {static_cast<Index>(count), one, many};
}

}  // namespace ashlar::detail
