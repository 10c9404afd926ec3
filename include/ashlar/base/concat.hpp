// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <initializer_list>
#include <ostream>
#include <string>
#include <type_traits>

#include <ashlar/base/index.hpp>

namespace ashlar {

namespace detail {

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

/// Type-erased part of a text.
class TextPart {
 public:
  template <class Part>
  requires(!std::is_array_v<Part>)
  explicit TextPart(const Part& part) : part_(&part), write_(write_part<Part>) {}
  explicit TextPart(const char* text)
      : part_(text), write_([](std::ostream& stream, const void* part) {
          stream << static_cast<const char*>(part);
        }) {}

  void write(std::ostream& stream) const { write_(stream, part_); }

 private:
  template <class Part>
  static void write_part(std::ostream& stream, const void* where) {
    const Part& part = *static_cast<const Part*>(where);
    if constexpr (requires { part.to_string(); }) stream << part.to_string();
    else stream << part;
  }

  const void* part_;
  void (*write_)(std::ostream& stream, const void* part);
};

std::string concat_parts(std::initializer_list<TextPart> parts);

}  // namespace detail

/// Concatenates the parts in the classic locale (no thousands separators, decimal '.'). The
/// parts are formatted in this call, so that a successful `expect` formats no text.
template <class... Parts>
std::string concat(const Parts&... parts) {
  return detail::concat_parts({detail::TextPart(parts)...});
}

}  // namespace ashlar
