// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <ashlar/base/index.hpp>
#include <ashlar/base/scalar.hpp>
#include <ashlar/matrix/convert.hpp>

namespace ashlar {

/// Factors of a move: target := alpha * op(source) + beta * target (ScaLAPACK p?geadd, p?tradd).
/// With beta = 0 the target is never read, NaNs in it do not matter; with alpha = 0 the source is
/// not. The source is first converted to T, then multiplied.
template <Element T>
struct Scaling {
  T alpha = T{1};  ///< [same]
  T beta = T{0};   ///< [same]

  friend constexpr bool operator==(const Scaling&, const Scaling&) = default;
};

/// Transport of elements. Automatic chooses by what the ranks share; the others are there to
/// compare.
enum class Transport {
  Automatic,
  SharedMemory,  ///< the target's rank reads the source's segment; all ranks on one node, source
                 ///< not wrapped
  PeerMemory,    ///< the target's rank reads the source's private memory through small panels; all
                 ///< ranks on one node, where the system allows it
  Staged,        ///< packed into memory that the ranks share, unpacked from there; all ranks on one
                 ///< node
  Messages,      ///< packed, nonblocking, in pieces through a few small buffers
  Datatypes,     ///< MPI derived datatypes without packing: the textbook way, kept as the reference
};

/// Options of Plan.
struct PlanOptions {
  Transport transport = Transport::Automatic;  ///< [same]
  Index piece_bytes = Index{256} << 10;  ///< [same] size of a packed message, which has at least
                                         ///< one element; four times as much is read of a peer's
                                         ///< memory at a time

  Index max_extra_bytes = 0;  ///< [same] most memory for buffers; 0: no bound, a few MiB

  Overflow overflow = Overflow::Infinite;  ///< [same] of finite numbers that are too large for the
                                           ///< element type of the target; where it is Refused,
                                           ///< the target is written all the same

  friend bool operator==(const PlanOptions&, const PlanOptions&) = default;
};

/// Traffic of this rank with others, by transport, in all runs of a plan so far.
struct PlanStatistics {
  Index messages_sent = 0;       ///< by this rank
  Index message_bytes_sent = 0;  ///< by this rank
  Index pulled_bytes = 0;        ///< that came to this rank straight out of other ranks' memory
  Index node_moves = 0;          ///< for which the ranks of this node shared the work evenly
  Index overflows = 0;           ///< elements with finite parts that became infinite here

  friend PlanStatistics operator+(const PlanStatistics& a, const PlanStatistics& b) {
    return {a.messages_sent + b.messages_sent, a.message_bytes_sent + b.message_bytes_sent,
            a.pulled_bytes + b.pulled_bytes, a.node_moves + b.node_moves,
            a.overflows + b.overflows};
  }
  friend bool operator==(const PlanStatistics&, const PlanStatistics&) = default;
};

}  // namespace ashlar
