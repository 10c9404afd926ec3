// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include <fmt/format.h>

#include <ashlar/base/scalar.hpp>

#include "linalg_job.hpp"

// Elements of any type as text and JSON, with all their digits.

namespace ashlar::apps {

/// The shortest text that reads back as the same number; complex ones as "1.5-2i".
template <Element T>
std::string element_text(const T& x) {
  if constexpr (is_complex<T>) return fmt::format("{}{:+}i", x.real(), x.imag());
  else return fmt::format("{}", x);
}

template <Element T>
Json element_json(const T& x) {
  if constexpr (is_complex<T>) return number(std::complex<double>(x));
  else if constexpr (Scalar<T>) return number(static_cast<double>(x));
  else return x;
}

}  // namespace ashlar::apps
