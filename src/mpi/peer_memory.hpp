// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>
#include <string>
#include <vector>

#include <sys/types.h>

#include <ashlar/base/index.hpp>

namespace ashlar::mpi {

class Context;

/// A stretch of a peer's memory, and where it goes in this rank's.
struct PeerRead {
  std::byte* into;
  const std::byte* from;  ///< the peer's address of it
  Index bytes;            ///< at least 1
};

/// Reading any memory of the other ranks of a node, without their help and without a second copy
/// (process_vm_readv). Who reads sees to it that the owner lets the memory alone meanwhile.
///
/// Systems refuse it in many ways (rights of containers, Yama, seccomp, process namespaces in which
/// a number means another process), so it is tried: every rank reads a random token of every
/// other. Either all ranks of the node may read each other or the node does without.
/// ASHLAR_PEER_MEMORY=off on rank 0 of the communicator refuses it.
class PeerMemory {
 public:
  /// That of `context`. @collective the first time
  static PeerMemory& of(Context& context);

  /// True if all ranks of the node may read each other; the same on all of them.
  bool is_available() const noexcept { return refusal_.empty(); }
  /// Why not, or empty; the same on all ranks of the node.
  const std::string& refusal() const noexcept { return refusal_; }

  /// Copies the stretches out of the memory of `node_rank`. [local]
  /// @pre is_available()
  /// @throws ForeignError if the system refuses; some stretches may have been copied then
  /// @cost a system call for each 1024 stretches, about as much as copying 2 KiB for each stretch
  void read(int node_rank, std::span<const PeerRead> reads) const;

 private:
  explicit PeerMemory(Context& context);

  std::vector<pid_t> processes_;  // of the node's ranks
  std::string refusal_;
};

}  // namespace ashlar::mpi
