// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>

#include <ashlar/base/index.hpp>
#include <ashlar/base/scalar.hpp>

namespace ashlar::detail {

/// Refuses types that are not Storable.
template <class T>
consteval bool expect_storable() {
  static_assert(Storable<T>,
                "elements are trivially copyable objects, aligned to 64 bytes at most: keep "
                "objects that own memory beside the matrix, and their indices in it");
  return true;
}

/// Run-time element type: a named numeric type, or an opaque type of a given size.
class ElementType {
 public:
  constexpr ElementType(DType dtype)  // NOLINT(google-explicit-constructor)
      : dtype_(dtype),
        size_(static_cast<int>(size_of(dtype))),
        alignment_(visit_element(dtype, [](auto tag) {
          return static_cast<int>(alignof(typename decltype(tag)::type));
        })) {}

  template <class T>
  static constexpr ElementType of() {
    if constexpr (Element<T>) return dtype_of<T>();
    else return {static_cast<int>(sizeof(T)), static_cast<int>(alignof(T))};
  }

  /// In bytes.
  constexpr Index size() const { return size_; }
  constexpr Index alignment() const { return alignment_; }
  constexpr std::optional<DType> dtype() const { return dtype_; }

  /// "float64", "elements of 24 bytes"
  std::string to_string() const {
    return dtype_ ? std::string(ashlar::to_string(*dtype_))
                  : "elements of " + std::to_string(size_) + " bytes";
  }

  friend constexpr bool operator==(const ElementType&, const ElementType&) = default;

 private:
  constexpr ElementType(int size, int alignment) : size_(size), alignment_(alignment) {}

  std::optional<DType> dtype_;
  int size_, alignment_;
};

}  // namespace ashlar::detail
