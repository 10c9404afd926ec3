// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>

#include <ashlar/mpi/context.hpp>

namespace ashlar::detail {

/// Memory for messages that all moves of a communicator use in turn: as much as the largest of them
/// asked for.
class Scratch {
 public:
  static Scratch& of(mpi::Context& context) {
    return context.slot<Scratch>("move.scratch", [] { return Scratch(); });
  }

  /// At least `bytes` bytes, aligned for any element; what was in them is lost.
  std::byte* take(Index bytes) {
    if (bytes > bytes_) {
      memory_.reset();
      memory_ = std::make_unique_for_overwrite<Line[]>(
          static_cast<std::size_t>(bytes / Index{sizeof(Line)} + 1));
      bytes_ = bytes;
    }
    return memory_ ? memory_[0].bytes : nullptr;
  }

 private:
  struct alignas(64) Line {
    std::byte bytes[64];
  };
  Index bytes_ = 0;
  std::unique_ptr<Line[]> memory_;
};

}  // namespace ashlar::detail
