// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>

#include <ashlar/base/index.hpp>

namespace ashlar {

/// Result of a factorisation (LAPACK INFO >= 0), the same on every rank: a singular matrix is a
/// result, not an accident.
struct [[nodiscard]] Outcome {
  /// 0-based index of the first pivot that is exactly zero (LU) or the first leading minor that is
  /// not positive (Cholesky); nothing if all went well.
  std::optional<Index> first_bad_pivot;

  bool ok() const { return !first_bad_pivot; }
  friend bool operator==(const Outcome&, const Outcome&) = default;
};

}  // namespace ashlar
