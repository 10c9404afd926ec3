// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <utility>

#include <ashlar/base/index.hpp>
#include <ashlar/mpi/context.hpp>

namespace ashlar::detail {

/// Message tags, one per move of a communicator in the order of their starts, which is [same];
/// several moves may be under way.
class MoveTags {
 public:
  /// Instance of a communicator. [local]
  static MoveTags& of(mpi::Context& context) {
    return context.slot<MoveTags>("move.tags", [] { return MoveTags(); });
  }
  /// Next tag. [local], in the same order on all ranks
  static int next(mpi::Context& context) {
    int& count = of(context).count_;
    count = (count + 1) % range;
    return first + count;
  }

 private:
  // MPI guarantees tags up to 32767; those below `first` are for other messages.
  static constexpr int first = 1024, range = 30000;
  int count_ = 0;
};

/// Transport of pieces (PieceCodec) between ranks, as messages or through shared memory. One run at
/// a time.
class Exchange {
 public:
  Exchange() = default;
  Exchange(const Exchange&) = delete;
  Exchange& operator=(const Exchange&) = delete;
  virtual ~Exchange() = default;

  /// Sets up the transport, before the first run. @collective over the communicator
  virtual void connect(mpi::Context& /*context*/) {}
  /// Allocates resources of the next run, as start() does otherwise. [local]
  /// @pre no run is under way
  /// @throws std::bad_alloc
  virtual void prepare() {}
  /// Packs and sends pieces into free buffers, without waiting.
  /// @collective over the communicator, ranks without partners included
  virtual void start() = 0;
  /// Progresses without waiting; returns true if no run is incomplete. [local]
  virtual bool progress() = 0;
  virtual void finish() = 0;
  virtual bool is_finished() const = 0;
  /// Abandons the run after a timeout; the destructor then does not wait.
  virtual void abandon() noexcept = 0;
  /// Pieces sent or received in all runs. [local]
  virtual Index pieces_over() const = 0;

  /// Bytes of the buffers of a run. [local]
  virtual Index buffer_bytes() const = 0;
  /// Messages, and their bytes, sent by this rank in all runs. [local]
  virtual Index messages_sent() const { return 0; }
  virtual Index bytes_sent() const { return 0; }

  /// Callback after each packed piece: numbers of packed and of all pieces.
  using Beside = std::function<void(Index packed, Index pieces)>;
  /// @pre no run is under way
  void accompany(Beside beside) { beside_ = std::move(beside); }

 protected:
  Beside beside_;
};

}  // namespace ashlar::detail
