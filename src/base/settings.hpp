// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <ashlar/base/index.hpp>

namespace ashlar::detail {

/// Instruction sets of the kernels.
enum class KernelChoice { Best, Portable, Avx2, Avx512 };

/// Transport of the caller's memory between the ranks of a node.
enum class PrivateMemory { Timed, Peers, Stage, Messages };

/// Settings that the environment gives, one member for each variable; docs/running.md has them.
/// Unset and empty are equivalent.
struct Settings {
  bool shared_memory = true;          ///< ASHLAR_SHARED_MEMORY
  bool peer_memory = true;            ///< ASHLAR_PEER_MEMORY
  bool checks_calls = false;          ///< ASHLAR_CHECK
  int timeout_s = 0;                  ///< ASHLAR_TIMEOUT; 0: waits last for ever
  int ranks_per_node = 0;             ///< ASHLAR_RANKS_PER_NODE; 0: as many as there are
  int processors_per_node = 0;        ///< ASHLAR_PROCESSORS_PER_NODE; 0: as many as ranks may use
  int threads = 0;                    ///< ASHLAR_NUM_THREADS; 0: not said
  int omp_threads = 0;                ///< the first number of OMP_NUM_THREADS; 0: not said
  Index stream_from_bytes = -1;       ///< ASHLAR_STREAM_FROM_BYTES; negative: not said
  KernelChoice kernels = {};          ///< ASHLAR_KERNELS
  PrivateMemory private_memory = {};  ///< ASHLAR_PRIVATE_MEMORY
};

/// Settings of this process. [local]
/// @throws ArgumentError naming a variable whose value means nothing
Settings settings_of_environment();

/// The same where no rank can be told of an error: a value that means nothing counts as unset.
/// [local]
Settings readable_settings() noexcept;

}  // namespace ashlar::detail
