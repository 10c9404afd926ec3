// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>
#include <string>
#include <vector>

#include <sys/types.h>

#include <ashlar/base/index.hpp>

namespace ashlar::mpi {

class Context;

/// Range of a peer's memory and its destination.
struct PeerRead {
  std::byte* into;
  const std::byte* from;  ///< address in the peer
  Index bytes;            ///< at least 1
};

/// Reads memory of other ranks of the node in one copy, without their help (process_vm_readv). The
/// owner must not write meanwhile.
///
/// Systems may refuse it (container rights, Yama, seccomp, process namespaces in which a number
/// denotes another process), so every rank tries to read a random token of every other. All ranks
/// of a node use it, or none. ASHLAR_PEER_MEMORY=off on rank 0 of the communicator refuses it.
class PeerMemory {
 public:
  /// Instance of `context`. @collective the first time
  static PeerMemory& of(Context& context);

  /// True if all ranks of the node may read each other; equal on all of them.
  bool is_available() const noexcept { return refusal_.empty(); }
  /// Reason of the refusal, or empty; equal on all of them.
  const std::string& refusal() const noexcept { return refusal_; }

  /// Copies the ranges from the memory of `node_rank`. [local]
  /// @pre is_available()
  /// @throws ForeignError if the system refuses, possibly after copying some ranges
  /// @cost a system call per 1024 ranges, about as much as copying 2 KiB per range
  void read(int node_rank, std::span<const PeerRead> reads) const;

 private:
  explicit PeerMemory(Context& context);

  std::vector<pid_t> processes_;  // of the node's ranks
  std::string refusal_;
};

}  // namespace ashlar::mpi
