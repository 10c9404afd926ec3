// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include <ashlar/layout/layout.hpp>

#include "linalg/setting.hpp"
#include "linalg/trial.hpp"

namespace ashlar::bench {

/// Trial of ScaLAPACK on matrices of order `n` in a layout, with its operands.
using ScalapackTrial = std::function<TrialList(Index n, const Layout& layout)>;

/// Fastest layout for ScaLAPACK among blocks of 32, 64, 96, 128 on all grids: all are tried on a
/// matrix of moderate size, the best three at full size, unless that takes long.
/// @collective
Layout best_scalapack_layout(const Setting& setting, const ScalapackTrial& make);

/// Text for a square matrix in square blocks. @example "64 x 64 on 1 x 2"
std::string describe(const Layout& layout);

}  // namespace ashlar::bench
