// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <list>
#include <memory>
#include <utility>

#include <ashlar/mpi/context.hpp>

namespace ashlar::detail {

/// Message buffers of a communicator's moves. Each move under way has a separate block; consecutive
/// moves share one, of the largest requested size.
class Scratch {
  struct alignas(64) Line {
    std::byte bytes[64];
  };
  struct Block {
    std::unique_ptr<Line[]> memory;
    Index bytes = 0;
    bool is_taken = false;
  };

 public:
  /// Lease of a block, released by the destructor.
  class Lease {
   public:
    Lease() = default;
    Lease(Lease&& other) noexcept : block_(std::exchange(other.block_, nullptr)) {}
    Lease& operator=(Lease&& other) noexcept {
      std::swap(block_, other.block_);
      return *this;
    }
    ~Lease() { release(); }

    std::byte* data() const { return block_ != nullptr ? block_->memory[0].bytes : nullptr; }
    void release() noexcept {
      if (block_ != nullptr) block_->is_taken = false;
      block_ = nullptr;
    }
    /// Never releases the block, to which MPI may still write.
    void abandon() noexcept { block_ = nullptr; }

   private:
    friend class Scratch;
    explicit Lease(Block* block) : block_(block) { block_->is_taken = true; }
    Block* block_ = nullptr;
  };

  static Scratch& of(mpi::Context& context) {
    return context.slot<Scratch>("move.scratch", [] { return Scratch(); });
  }

  /// Returns at least `bytes` bytes, aligned to cache lines. [local]
  /// @throws std::bad_alloc
  Lease take(Index bytes) {
    if (bytes == 0) return {};
    Block* chosen = nullptr;
    for (Block& block : blocks_)
      if (!block.is_taken && (chosen == nullptr || block.bytes > chosen->bytes)) chosen = &block;
    if (chosen == nullptr) chosen = &blocks_.emplace_back();
    if (chosen->bytes < bytes) {
      const Index lines = (bytes - 1) / Index{sizeof(Line)} + 1;
      *chosen = {};
      // zeroed: messages with gaps must not send uninitialised bytes
      chosen->memory = std::make_unique<Line[]>(static_cast<std::size_t>(lines));
      chosen->bytes = lines * Index{sizeof(Line)};
    }
    return Lease(chosen);
  }

 private:
  std::list<Block> blocks_;  // stable addresses for leases
};

}  // namespace ashlar::detail
