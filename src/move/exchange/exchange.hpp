// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <utility>

#include <ashlar/base/index.hpp>
#include <ashlar/mpi/context.hpp>

namespace ashlar::detail {

/// A way to bring pieces from rank to rank (PieceCodec): as messages, or through memory that the
/// ranks share. Started as often as wanted, one run at a time.
class Exchange {
 public:
  Exchange() = default;
  Exchange(const Exchange&) = delete;
  Exchange& operator=(const Exchange&) = delete;
  virtual ~Exchange() = default;

  /// Does once, before the first run, what takes all ranks. @collective over the communicator
  virtual void connect(mpi::Context& /*context*/) {}
  /// Takes what the next run needs and may lack; the start takes it otherwise. [local]
  /// @pre nothing is under way
  /// @throws std::bad_alloc
  virtual void prepare() {}
  /// Begins: packs and sends what it has buffers for. Waits for no partner.
  /// @collective over the communicator, ranks without partners included
  virtual void start() = 0;
  /// Does what can be done now; returns whether everything has been sent and unpacked. [local],
  /// also true where nothing was started
  virtual bool progress() = 0;
  /// Goes on until that is so.
  virtual void finish() = 0;
  virtual bool is_finished() const = 0;
  /// Gives up what is under way, when partners did not come: the destructor waits for nobody.
  virtual void abandon() noexcept = 0;
  /// Pieces that have come or gone in all runs so far. [local]
  virtual Index pieces_over() const = 0;

  /// Bytes of the buffers that it takes while it runs. [local]
  virtual Index buffer_bytes() const = 0;
  /// Messages and bytes of messages that this rank sent in all runs so far. [local]
  virtual Index messages_sent() const { return 0; }
  virtual Index bytes_sent() const { return 0; }

  /// Work beside the packing: called after each piece, with how many of all it was.
  using Beside = std::function<void(Index packed, Index pieces)>;
  /// @pre nothing is under way
  void accompany(Beside beside) { beside_ = std::move(beside); }

 protected:
  Beside beside_;
};

}  // namespace ashlar::detail
