// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include <ashlar/base/index.hpp>

namespace ashlar::detail {

enum class KernelChoice { Best, Portable, Avx2, Avx512 };

/// Transport of the caller's memory between the ranks of a node.
enum class PrivateMemory { Timed, Peers, Stage, Messages };

/// Settings from environment variables (docs/running.md). Unset and empty are equivalent.
struct Settings {
  bool shared_memory = true;          ///< ASHLAR_SHARED_MEMORY
  bool peer_memory = true;            ///< ASHLAR_PEER_MEMORY
  bool checks_calls = false;          ///< ASHLAR_CHECK
  int timeout_s = 0;                  ///< ASHLAR_TIMEOUT; 0: unlimited
  int ranks_per_node = 0;             ///< ASHLAR_RANKS_PER_NODE; 0: from MPI
  int processors_per_node = 0;        ///< ASHLAR_PROCESSORS_PER_NODE; 0: the affinity mask
  int threads = 0;                    ///< ASHLAR_NUM_THREADS; 0: unset
  int omp_threads = 0;                ///< the first number of OMP_NUM_THREADS; 0: unset
  Index stream_from_bytes = -1;       ///< ASHLAR_STREAM_FROM_BYTES; negative: unset
  KernelChoice kernels = {};          ///< ASHLAR_KERNELS
  PrivateMemory private_memory = {};  ///< ASHLAR_PRIVATE_MEMORY
};

/// Settings of this process. [local]
/// @throws ArgumentError naming a variable with an invalid value
Settings settings_of_environment();

/// Settings of this process for callers without error handling: invalid values are ignored. [local]
Settings readable_settings() noexcept;

/// File of tuning profiles: ASHLAR_TUNING, else ashlar/tuning.json in $XDG_CONFIG_HOME or
/// ~/.config.
struct TuningFile {
  std::string path;       ///< empty with ASHLAR_TUNING=off or without a home
  bool is_given = false;  ///< by ASHLAR_TUNING
};
TuningFile tuning_file();

}  // namespace ashlar::detail
