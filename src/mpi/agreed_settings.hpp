// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <ashlar/mpi/context.hpp>

#include "base/settings.hpp"

namespace ashlar::mpi {

inline constexpr const char* settings_key = "mpi.settings";

/// Settings of rank 0 at the first use of the communicator; [same]. [local]
inline const ashlar::detail::Settings& agreed_settings(Context& context) {
  return context.slot<ashlar::detail::Settings>(settings_key,
                                                [] { return ashlar::detail::Settings{}; });
}

}  // namespace ashlar::mpi
