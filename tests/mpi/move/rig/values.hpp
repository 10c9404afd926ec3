// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <complex>
#include <cstddef>
#include <cstdint>

#include <ashlar/base/scalar.hpp>

#include "side.hpp"

namespace ashlar::test {

/// The bytes of one element; those beyond its type are 0.
using Bytes = std::array<std::byte, 16>;

/// Arbitrary bits of an element: random ones, including NaNs with payloads and -0.0.
Bytes bits(DType dtype, std::uint64_t seed, const Place& place);

/// A small real or complex integer that every element type of its kind represents.
std::complex<double> number(DType dtype, std::uint64_t seed, const Place& place);

Bytes bytes_of(DType dtype, std::complex<double> number);
std::complex<double> number_of(DType dtype, const Bytes& bytes);

/// conj of an element, bit by bit: of a NaN, too, only the sign of the imaginary part changes.
Bytes flipped(DType dtype, Bytes bytes);
/// The same element with imaginary part 0.
Bytes made_real(DType dtype, Bytes bytes);

constexpr bool is_complex_type(DType d) { return d == DType::Complex64 || d == DType::Complex128; }
constexpr bool is_integer_type(DType d) { return d >= DType::Int8; }

/// True if a move may convert the elements, by the rule of the documents: complex to complex only,
/// floating-point not to integers, integers to integers of a wider range.
bool is_movable(DType from, DType to);

}  // namespace ashlar::test
