// SPDX-License-Identifier: BSD-3-Clause
#include "numpy_types.hpp"

#include <algorithm>
#include <type_traits>

namespace ashlar::apps {
namespace {

/// Properties of a type. `bytes` is the size of one part of a complex number.
struct NumpyKind {
  bool is_integer, is_signed, is_complex_number;
  std::size_t bytes;
};

NumpyKind kind_of(DType dtype) {
  return visit_element(dtype, [](auto tag) {
    using T = typename decltype(tag)::type;
    return NumpyKind{ashlar::detail::IntegerElement<T>, std::is_signed_v<T>, is_complex<T>,
                     sizeof(RealOf<T>)};
  });
}

DType integer(bool is_signed, std::size_t bytes) {
  switch (bytes) {
    case 1: return is_signed ? DType::Int8 : DType::UInt8;
    case 2: return is_signed ? DType::Int16 : DType::UInt16;
    case 4: return is_signed ? DType::Int32 : DType::UInt32;
    default: return is_signed ? DType::Int64 : DType::UInt64;
  }
}

/// Bytes of the smallest floating-point type for a part: float for integers up to 16 bits.
std::size_t float_bytes(const NumpyKind& kind) {
  return kind.is_integer && kind.bytes <= 2 ? sizeof(float)
         : kind.is_integer                  ? sizeof(double)
                                            : kind.bytes;
}

}  // namespace

DType result_type(DType a, DType b) {
  const NumpyKind x = kind_of(a), y = kind_of(b);
  if (x.is_integer && y.is_integer) {
    if (x.is_signed == y.is_signed) return integer(x.is_signed, std::max(x.bytes, y.bytes));
    const NumpyKind &with = x.is_signed ? x : y, &without = x.is_signed ? y : x;
    const std::size_t bytes = std::max(with.bytes, 2 * without.bytes);
    return bytes <= sizeof(std::int64_t) ? integer(true, bytes) : DType::Float64;
  }
  const bool is_double = std::max(float_bytes(x), float_bytes(y)) == sizeof(double);
  if (x.is_complex_number || y.is_complex_number)
    return is_double ? DType::Complex128 : DType::Complex64;
  return is_double ? DType::Float64 : DType::Float32;
}

}  // namespace ashlar::apps
