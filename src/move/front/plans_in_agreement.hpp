// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <utility>

#include "move/meet/in_agreement.hpp"
#include "plan_cache.hpp"

namespace ashlar::detail {

/// in_agreement for functions that use cached plans.
/// @collective over context.comm()
template <class F>
auto plans_in_agreement(mpi::Context& context, F&& f) {
  return in_agreement(context, std::forward<F>(f), [&] { PlanCache::clear_all(context); });
}

}  // namespace ashlar::detail
