// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <new>

#include <ashlar/move/detail/operand.hpp>
#include <ashlar/mpi/context.hpp>
#include <ashlar/mpi/shared_memory.hpp>

namespace ashlar::detail {

/// Addresses of a rank's source blocks: the first one, and the table of all.
struct SourceNotice {
  MemoryBlock first;
  const MemoryBlock* blocks = nullptr;
  Index count = 0;
};

/// Board of source addresses of a node's ranks, per run. The Meeting orders accesses.
class SourceBoard {
 public:
  /// Instance of `context`, on a node with shared memory. @collective the first time
  static SourceBoard& of(mpi::Context& context) {
    return context.shared_slot<SourceBoard>("move.source_board",
                                            [&] { return SourceBoard(context); });
  }

  /// Writes the notice, before a Meeting::Round. [local]
  void post(const SourceNotice& notice) { line(node_rank_) = notice; }
  /// Reads a notice, between the wait for that source and leaving. [local]
  SourceNotice read(int node_rank) const { return line(node_rank); }

 private:
  explicit SourceBoard(mpi::Context& context)
      : node_rank_(context.node_rank()),
        storage_(context.allocate(sizeof(Line), mpi::StorageKind::Shared)) {
    new (storage_.data()) Line;
  }

  struct alignas(64) Line {
    SourceNotice notice;
  };

  SourceNotice& line(int node_rank) const { return storage_.part_of(node_rank).as<Line>()->notice; }

  int node_rank_;
  mpi::Storage storage_;
};

}  // namespace ashlar::detail
