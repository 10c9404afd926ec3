// SPDX-License-Identifier: BSD-3-Clause
#include "combine.hpp"

#include <algorithm>
#include <type_traits>
#include <utility>

#include <ashlar/matrix/convert.hpp>

namespace ashlar::detail {
namespace {

constexpr Index chunk_bytes = 4096;  // of converted elements, in the first-level cache

template <class S, class T, bool conjugating>
Index convert_run(std::byte* target, Index target_stride, const std::byte* source,
                  Index source_stride, Index count) {
  auto* const to = reinterpret_cast<T*>(target);
  const auto* const from = reinterpret_cast<const S*>(source);
  const auto one = [](S x) { return converted<T>(conjugating ? conjugate(x) : x); };
  Index overflowed = 0;
  const auto step = [&](Index k, Index k_from) {
    if constexpr (can_overflow<S, T>) overflowed += overflows<T>(from[k_from]) ? 1 : 0;
    to[k] = one(from[k_from]);
  };
  if (target_stride == 1 && source_stride == 1) {
    for (Index k = 0; k < count; ++k) step(k, k);
  } else {
    for (Index k = 0; k < count; ++k) step(k * target_stride, k * source_stride);
  }
  return overflowed;
}

/// Kind of a factor. A real one multiplies both parts of a complex number, so that an infinite part
/// leaves the other finite.
enum class Factor { Zero, One, Real, Complex };

template <class T>
Factor kind_of(T factor) {
  if (factor == T{0}) return Factor::Zero;
  if (factor == T{1}) return Factor::One;
  if constexpr (is_complex<T>)
    if (factor.imag() != 0) return Factor::Complex;
  return Factor::Real;
}

/// Multiplies without the compiler's checks for infinities, which prevent vectorisation.
template <Factor kind, class T>
T times(T factor, T x) {
  if constexpr (kind == Factor::One) {
    return x;
  } else if constexpr (!is_complex<T>) {
    return factor * x;
  } else if constexpr (kind == Factor::Real) {
    return {factor.real() * x.real(), factor.real() * x.imag()};
  } else {
    return {factor.real() * x.real() - factor.imag() * x.imag(),
            factor.real() * x.imag() + factor.imag() * x.real()};
  }
}

template <class T, Factor alpha_kind, Factor beta_kind>
void scale_run(std::byte* target, Index stride, const std::byte* values, Index count,
               const std::byte* alpha_bytes, const std::byte* beta_bytes) {
  auto* const to = reinterpret_cast<T*>(target);
  const auto* const x = reinterpret_cast<const T*>(values);
  const T alpha = *reinterpret_cast<const T*>(alpha_bytes);
  const T beta = *reinterpret_cast<const T*>(beta_bytes);
  const auto put = [&](Index k, Index place) {
    if constexpr (alpha_kind == Factor::Zero && beta_kind == Factor::Zero) to[place] = T{};
    else if constexpr (alpha_kind == Factor::Zero) to[place] = times<beta_kind>(beta, to[place]);
    else if constexpr (beta_kind == Factor::Zero) to[place] = times<alpha_kind>(alpha, x[k]);
    else to[place] = times<alpha_kind>(alpha, x[k]) + times<beta_kind>(beta, to[place]);
  };
  if (stride == 1) {
    for (Index k = 0; k < count; ++k) put(k, k);
  } else {
    for (Index k = 0; k < count; ++k) put(k, k * stride);
  }
}

/// Calls f with `kind` as a constant.
template <class T, class F>
auto with_factor(Factor kind, F&& f) {
  if constexpr (is_complex<T>)
    if (kind == Factor::Complex) return f(std::integral_constant<Factor, Factor::Complex>());
  if (kind == Factor::Zero) return f(std::integral_constant<Factor, Factor::Zero>());
  return kind == Factor::One ? f(std::integral_constant<Factor, Factor::One>())
                             : f(std::integral_constant<Factor, Factor::Real>());
}

}  // namespace

template <class S, class T>
void Combine::choose(bool conjugating) {
  convert_ = convert_run<S, T, false>;
  if constexpr (is_complex<S>)
    if (conjugating) convert_ = convert_run<S, T, true>;
  is_plain_ = std::is_same_v<S, T>;
  converts_ = !is_plain_ || (conjugating && is_complex<S>);
  if constexpr (Scalar<T>) {
    const Factor alpha = kind_of(*reinterpret_cast<const T*>(factors_.alpha.data()));
    const Factor beta = kind_of(*reinterpret_cast<const T*>(factors_.beta.data()));
    if (alpha == Factor::One && beta == Factor::Zero) return;
    is_plain_ = false;
    reads_source_ = alpha != Factor::Zero;
    reads_target_ = beta != Factor::Zero;
    scale_ = with_factor<T>(alpha, [&](auto a) -> Scale* {
      return with_factor<T>(beta, [&](auto b) -> Scale* { return scale_run<T, a.value, b.value>; });
    });
  }
}

bool reads_source(ElementType target, const Factors& factors) {
  if (!target.dtype()) return true;
  return visit_element(*target.dtype(), [&](auto to) {
    using T = typename decltype(to)::type;
    if constexpr (Scalar<T>) return *reinterpret_cast<const T*>(factors.alpha.data()) != T{0};
    else return true;
  });
}

bool may_overflow(ElementType from, ElementType to) {
  return from.dtype() && to.dtype() && dtype_can_overflow(*from.dtype(), *to.dtype());
}

Combine::Combine(ElementType source, ElementType target, const Factors& factors, bool conjugating,
                 Index* overflows)
    : factors_(factors),
      overflows_(overflows),
      source_bytes_(source.size()),
      target_bytes_(target.size()) {
  if (!source.dtype() || !target.dtype()) return;  // bytes, of one type
  visit_element(*source.dtype(), [&](auto from) {
    visit_element(*target.dtype(), [&](auto to) {
      using S = typename decltype(from)::type;
      using T = typename decltype(to)::type;
      if constexpr (ElementMovableTo<S, T>) choose<S, T>(conjugating);
    });
  });
}

void Combine::convert(std::byte* target, Index target_stride, const std::byte* source,
                      Index source_stride, Index count) const {
  const Index overflowed = convert_(target, target_stride, source, source_stride, count);
  if (overflowed > 0) *overflows_ += overflowed;
}

void Combine::operator()(std::byte* target, Index target_stride, const std::byte* source,
                         Index source_stride, Index count) const {
  if (scale_ == nullptr) return convert(target, target_stride, source, source_stride, count);
  if (!reads_source_ || (!converts_ && source_stride == 1))
    return scale_(target, target_stride, source, count, factors_.alpha.data(),
                  factors_.beta.data());
  alignas(64) std::byte values[chunk_bytes];
  const Index most = chunk_bytes / target_bytes_;
  for (Index first = 0; first < count; first += most) {
    const Index length = std::min(most, count - first);
    convert(values, 1, source + first * source_stride * source_bytes_, source_stride, length);
    scale_(target + first * target_stride * target_bytes_, target_stride, values, length,
           factors_.alpha.data(), factors_.beta.data());
  }
}

}  // namespace ashlar::detail
