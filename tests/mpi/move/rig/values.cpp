// SPDX-License-Identifier: BSD-3-Clause
#include "values.hpp"

#include <algorithm>
#include <cstring>

namespace ashlar::test {
namespace {

std::uint64_t mixed(std::uint64_t x) {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

std::uint64_t hash(std::uint64_t seed, const Place& place) {
  std::uint64_t x = mixed(seed + 0x9e3779b97f4a7c15u);
  for (Index index : place)
    x = mixed(x + 0x9e3779b97f4a7c15u * static_cast<std::uint64_t>(index + 1));
  return x;
}

template <class Real>
Real special(std::uint64_t bits) {
  if (bits % 8 == 0) return -Real{0};
  const std::uint64_t payload = ~std::uint64_t{0} ^ (bits >> 45);  // a NaN
  Real value;
  std::memcpy(&value, &payload, sizeof value);
  return value;
}

}  // namespace

Bytes bits(DType dtype, std::uint64_t seed, const Place& place) {
  const std::uint64_t words[2] = {hash(seed, place), mixed(hash(seed, place))};
  Bytes result{};
  std::memcpy(result.data(), words, size_of(dtype));
  if (words[0] % 8 <= 1) {
    const float small = special<float>(words[0]);
    const double large = special<double>(words[0]);
    if (dtype == DType::Float32) std::memcpy(result.data(), &small, sizeof small);
    if (dtype == DType::Float64) std::memcpy(result.data(), &large, sizeof large);
  }
  return result;
}

std::complex<double> number(DType dtype, std::uint64_t seed, const Place& place) {
  const std::uint64_t random = hash(seed, place);
  const auto part = [&](int shift) { return static_cast<double>(random >> shift & 15); };
  const bool is_unsigned = dtype >= DType::UInt8;
  return {part(0) - (is_unsigned ? 0 : 8), is_complex_type(dtype) ? part(8) - 8 : 0};
}

Bytes bytes_of(DType dtype, std::complex<double> number) {
  Bytes result{};
  visit_element(dtype, [&](auto tag) {
    using T = typename decltype(tag)::type;
    T value{};
    if constexpr (is_complex<T>)
      value = {static_cast<RealOf<T>>(number.real()), static_cast<RealOf<T>>(number.imag())};
    else value = static_cast<T>(number.real());
    std::memcpy(result.data(), &value, sizeof value);
  });
  return result;
}

std::complex<double> number_of(DType dtype, const Bytes& bytes) {
  return visit_element(dtype, [&](auto tag) -> std::complex<double> {
    using T = typename decltype(tag)::type;
    T value{};
    std::memcpy(&value, bytes.data(), sizeof value);
    if constexpr (is_complex<T>)
      return {static_cast<double>(value.real()), static_cast<double>(value.imag())};
    else return static_cast<double>(value);
  });
}

Bytes flipped(DType dtype, Bytes bytes) {
  if (is_complex_type(dtype)) bytes[size_of(dtype) - 1] ^= std::byte{0x80};
  return bytes;
}

Bytes made_real(DType dtype, Bytes bytes) {
  if (is_complex_type(dtype)) {
    const auto half = static_cast<std::ptrdiff_t>(size_of(dtype) / 2);
    std::fill(bytes.begin() + half, bytes.begin() + 2 * half, std::byte{0});
  }
  return bytes;
}

bool is_movable(DType from, DType to) {
  const auto is_unsigned = [](DType d) { return d >= DType::UInt8; };
  if (is_complex_type(from)) return is_complex_type(to);
  if (!is_integer_type(to)) return true;
  if (!is_integer_type(from)) return false;
  if (is_unsigned(from) == is_unsigned(to)) return size_of(from) <= size_of(to);
  return is_unsigned(from) && size_of(from) < size_of(to);
}

}  // namespace ashlar::test
