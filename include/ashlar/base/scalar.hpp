// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <complex>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <type_traits>

namespace ashlar {

using c64 = std::complex<float>;    ///< NumPy complex64
using c128 = std::complex<double>;  ///< NumPy complex128

namespace detail {

template <class T, class... Options>
concept OneOf = (std::same_as<T, Options> || ...);

}  // namespace detail

/// Element types of BLAS and ScaLAPACK.
template <class T>
concept Scalar = detail::OneOf<T, float, double, c64, c128>;

namespace detail {

/// Integer types of matrices and moves.
template <class T>
concept IntegerElement = OneOf<T, std::int8_t, std::int16_t, std::int32_t, std::int64_t,
                               std::uint8_t, std::uint16_t, std::uint32_t, std::uint64_t>;

}  // namespace detail

/// Element types with a DType: types of files, MPI and conversions.
template <class T>
concept Element = Scalar<T> || detail::IntegerElement<T>;

/// Element types of matrices, arrays and moves: an Element or another trivially copyable object
/// (bool, long long, a struct of any size), moved bytewise, including padding. Elements of 1, 2, 4,
/// 8 or 16 bytes move as fast as numbers.
template <class T>
concept Storable =
    Element<T> || (std::is_object_v<T> && !std::is_array_v<T> && std::is_trivially_copyable_v<T> &&
                   !std::is_const_v<T> && alignof(T) <= 64);

template <class T>
inline constexpr bool is_complex = detail::OneOf<T, c64, c128>;

namespace detail {
template <class T>
struct RealType {
  using type = T;
};
template <class R>
struct RealType<std::complex<R>> {
  using type = R;
};
}  // namespace detail

/// float for c64, double for c128, else T.
template <class T>
using RealOf = typename detail::RealType<T>::type;

/// conj(x) for complex types, else x.
template <class T>
constexpr T conjugate(T x) {
  if constexpr (is_complex<T>) return std::conj(x);
  else return x;
}

/// Run-time element type of files and command lines.
enum class DType {
  Float32,
  Float64,
  Complex64,
  Complex128,
  Int8,
  Int16,
  Int32,
  Int64,
  UInt8,
  UInt16,
  UInt32,
  UInt64
};

namespace detail {
/// Passes a type as a function argument.
template <class T>
struct Tag {
  using type = T;
};
}  // namespace detail

/// Calls f with an object of a class whose member `type` is the C++ type of `dtype`.
template <class F>
constexpr decltype(auto) visit_element(DType dtype, F&& f) {
  switch (dtype) {
    case DType::Float32: return f(detail::Tag<float>{});
    case DType::Float64: return f(detail::Tag<double>{});
    case DType::Complex64: return f(detail::Tag<c64>{});
    case DType::Complex128: return f(detail::Tag<c128>{});
    case DType::Int8: return f(detail::Tag<std::int8_t>{});
    case DType::Int16: return f(detail::Tag<std::int16_t>{});
    case DType::Int32: return f(detail::Tag<std::int32_t>{});
    case DType::Int64: return f(detail::Tag<std::int64_t>{});
    case DType::UInt8: return f(detail::Tag<std::uint8_t>{});
    case DType::UInt16: return f(detail::Tag<std::uint16_t>{});
    case DType::UInt32: return f(detail::Tag<std::uint32_t>{});
    case DType::UInt64: break;
  }
  return f(detail::Tag<std::uint64_t>{});
}

template <Element T>
constexpr DType dtype_of() {
  if constexpr (std::same_as<T, float>) return DType::Float32;
  else if constexpr (std::same_as<T, double>) return DType::Float64;
  else if constexpr (std::same_as<T, c64>) return DType::Complex64;
  else if constexpr (std::same_as<T, c128>) return DType::Complex128;
  else if constexpr (std::same_as<T, std::int8_t>) return DType::Int8;
  else if constexpr (std::same_as<T, std::int16_t>) return DType::Int16;
  else if constexpr (std::same_as<T, std::int32_t>) return DType::Int32;
  else if constexpr (std::same_as<T, std::int64_t>) return DType::Int64;
  else if constexpr (std::same_as<T, std::uint8_t>) return DType::UInt8;
  else if constexpr (std::same_as<T, std::uint16_t>) return DType::UInt16;
  else if constexpr (std::same_as<T, std::uint32_t>) return DType::UInt32;
  else return DType::UInt64;
}

/// All element types, in enumeration order.
inline constexpr DType all_dtypes[] = {DType::Float32,    DType::Float64, DType::Complex64,
                                       DType::Complex128, DType::Int8,    DType::Int16,
                                       DType::Int32,      DType::Int64,   DType::UInt8,
                                       DType::UInt16,     DType::UInt32,  DType::UInt64};

constexpr std::size_t size_of(DType dtype) {
  return visit_element(dtype, [](auto tag) { return sizeof(typename decltype(tag)::type); });
}

/// NumPy name: "float64", "complex64", "uint8", …
constexpr std::string_view to_string(DType dtype) {
  constexpr std::string_view names[] = {"float32", "float64", "complex64", "complex128",
                                        "int8",    "int16",   "int32",     "int64",
                                        "uint8",   "uint16",  "uint32",    "uint64"};
  return names[static_cast<int>(dtype)];
}

/// Element type of a NumPy name; empty for other names.
constexpr std::optional<DType> dtype_from_string(std::string_view name) {
  for (DType dtype : all_dtypes)
    if (to_string(dtype) == name) return dtype;
  return std::nullopt;
}

}  // namespace ashlar
