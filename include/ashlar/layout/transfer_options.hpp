// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>

#include <ashlar/base/enums.hpp>
#include <ashlar/base/index.hpp>
#include <ashlar/layout/shape.hpp>

namespace ashlar {

/// Options of Transfers and Patchwork: sections, operation and triangle. All are [same].
struct TransferOptions {
  Op op = Op::None;
  std::optional<Section> source = std::nullopt;  ///< part of the source; all of it if not given
  std::optional<Section> target = std::nullopt;  ///< part of the target; all of it if not given
  Uplo uplo = Uplo::General;                     ///< part of the target section that is written
  Index diagonal = 0;                            ///< bounding diagonal j - i of the triangle
  Diag diag = Diag::NonUnit;                     ///< Unit: the bounding diagonal is not moved
};

}  // namespace ashlar
