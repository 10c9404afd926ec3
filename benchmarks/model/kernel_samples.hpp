// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <string_view>

#include <ashlar/base/index.hpp>
#include <linalg/node/kernel_rates.hpp>

namespace ashlar::bench {

/// Rates of this core in double precision, by timing each kernel on parts of matrices of at most
/// `largest` rows; those of meetings stay as they are. `report` (name, error): the largest relative
/// error of each kernel's fit.
node::KernelRates measured_rates(Index largest, node::KernelRates rates,
                                 const std::function<void(std::string_view, double)>& report);

}  // namespace ashlar::bench
