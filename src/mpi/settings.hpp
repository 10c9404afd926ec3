// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace ashlar::mpi {

/// What the environment says about nodes.
struct Settings {
  int sharing_is_off = 0;
  int ranks_per_node = 0;       ///< 0: as many as there are
  int processors_per_node = 0;  ///< 0: as many as the ranks may use
  int timeout_s = 0;            ///< 0: waits last for ever
  int calls_are_checked = 0;    ///< whether ranks compare their collective calls
};

/// What this rank's environment says. All variables of the library are looked at, those that floors
/// above read later on included, since here all ranks can still be told. Unset and empty is the
/// same. [local]
/// @throws ArgumentError naming a variable whose value means nothing
Settings settings_of_environment();

/// ASHLAR_TIMEOUT of this rank alone, for waits before the ranks have agreed on settings; 0 if it
/// is not set or means nothing. [local]
int timeout_of_environment() noexcept;

}  // namespace ashlar::mpi
