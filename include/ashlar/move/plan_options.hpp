// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <ashlar/base/index.hpp>
#include <ashlar/base/scalar.hpp>
#include <ashlar/matrix/convert.hpp>

namespace ashlar {

/// Factors of target := alpha * op(source) + beta * target (ScaLAPACK p?geadd, p?tradd). [same]
/// With beta = 0 the target is not read, so that NaNs have no effect; with alpha = 0 the source is
/// not. The source is converted to T, then multiplied.
template <Element T>
struct Scaling {
  T alpha = T{1};
  T beta = T{0};

  friend constexpr bool operator==(const Scaling&, const Scaling&) = default;
};

/// Transport of elements. Automatic selects by shared memory; the others serve comparisons.
enum class Transport {
  Automatic,
  SharedMemory,  ///< one-sided get from the source's segment; ranks on one node, source not wrapped
  PeerMemory,    ///< one-sided get from private memory by small panels; ranks on one node, if the
                 ///< system permits
  Staged,        ///< packed into and unpacked from shared memory; ranks on one node; automatic for
                 ///< arrays of three or more dimensions in memory of the caller
  Messages,      ///< packed, nonblocking, in pieces through small buffers
  Datatypes,     ///< MPI derived datatypes without packing, as reference
};

/// Options of Plan. [same]
struct PlanOptions {
  Transport transport = Transport::Automatic;
  Index piece_bytes = Index{256} << 10;  ///< size of a packed message, at least one element; pieces
                                         ///< of the stage are twice, gets from peer memory 8 times
                                         ///< as large, with a bound equal and 4 times

  Index max_extra_bytes = 0;  ///< maximum memory for buffers; 0: unbounded, a few MiB

  Overflow overflow = Overflow::Infinite;  ///< of finite numbers in the target's element type;
                                           ///< even with Refused the target is written

  friend bool operator==(const PlanOptions&, const PlanOptions&) = default;
};

/// Traffic of this rank in all runs of a plan, by transport.
struct PlanStatistics {
  Index messages_sent = 0;       ///< by this rank
  Index message_bytes_sent = 0;  ///< by this rank
  Index pulled_bytes = 0;        ///< read from other ranks' memory
  Index node_moves = 0;          ///< moves whose work the ranks of this node shared evenly
  Index overflows = 0;           ///< finite elements that became infinite on this rank

  friend PlanStatistics operator+(const PlanStatistics& a, const PlanStatistics& b) {
    return {a.messages_sent + b.messages_sent, a.message_bytes_sent + b.message_bytes_sent,
            a.pulled_bytes + b.pulled_bytes, a.node_moves + b.node_moves,
            a.overflows + b.overflows};
  }
  friend bool operator==(const PlanStatistics&, const PlanStatistics&) = default;
};

}  // namespace ashlar
