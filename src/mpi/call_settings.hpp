// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <ashlar/mpi/context.hpp>

namespace ashlar::mpi {

/// What the ranks of a communicator have agreed on about waits and calls; kept with its context.
struct CallSettings {
  int timeout_s = 0;               ///< seconds after which a wait is an error; 0: never
  bool calls_are_checked = false;  ///< whether ranks compare their collective calls

  static constexpr const char* key = "mpi.call_settings";

  static const CallSettings& of(Context& context) {
    return context.slot<CallSettings>(key, [] { return CallSettings{}; });
  }
};

}  // namespace ashlar::mpi
