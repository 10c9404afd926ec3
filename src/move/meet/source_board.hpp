// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <new>

#include <ashlar/move/operand.hpp>
#include <ashlar/mpi/context.hpp>
#include <ashlar/mpi/shared_memory.hpp>

namespace ashlar::detail {

/// Where a rank's blocks of the source lie in its own memory: the first of them, and the table of
/// all.
struct SourceNotice {
  MemoryBlock first;
  const MemoryBlock* blocks = nullptr;
  Index count = 0;
};

/// Where the ranks of a node tell each other, for each run, where their parts of the source lie.
/// The Meeting orders writing and reading.
class SourceBoard {
 public:
  /// That of `context`, whose node must share memory. @collective the first time
  static SourceBoard& of(mpi::Context& context) {
    return context.shared_slot<SourceBoard>("move.source_board",
                                            [&] { return SourceBoard(context); });
  }

  /// To be called before Meeting::enter. [local]
  void post(const SourceNotice& notice) { line(node_rank_) = notice; }
  /// To be called between waiting for that rank's source and leaving. [local]
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
