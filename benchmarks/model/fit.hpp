// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <string_view>
#include <vector>

#include <linalg/node/kernel_rates.hpp>

namespace ashlar::bench {

/// A rate and its name in JSON.
struct NamedRate {
  std::string_view name;
  double node::KernelRates::*rate;
};
const std::vector<NamedRate>& all_rates();

/// What some kernels cost at given rates, and what they took.
struct Sample {
  std::function<node::Cost(const node::Kernels&)> cost;
  double seconds = 0;
};

/// Sets `wanted` of the rates, none below 0, so that the sum of the squares of the samples'
/// relative errors is least, the others being as they are. Returns the largest relative error that
/// is left.
double fit(node::KernelRates& rates, const std::vector<double node::KernelRates::*>& wanted,
           const std::vector<Sample>& samples);

}  // namespace ashlar::bench
