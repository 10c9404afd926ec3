// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>

#include <ashlar/base/index.hpp>

#include "base/tuning.hpp"

namespace ashlar::detail {

/// Number of messages per piece between two ranks, and choice of MPI's copy through shared memory.
///
/// MPI implementations such as Open MPI have three protocols within a node. Messages up to 4 KiB,
/// headers included, are eager. Longer contiguous ones are read from the sender's memory by one
/// system call, whose latency equals 20 KiB through shared memory; small pieces are thus cut into
/// eager messages. Messages with gaps are copied through shared memory by both ranks concurrently.
/// That is faster up to some MiB per pair, unless both ends are in place or both ranks share a
/// processor.
class MessageCut {
 public:
  MessageCut() = default;
  enum class Way {
    Far,      ///< between nodes
    Near,     ///< within a node
    Crowded,  ///< within an oversubscribed node: copies delay other ranks
  };

  /// @param longest  bytes of the longest piece
  MessageCut(Way way, Index pieces, Index longest) {
    if (way == Way::Far) most_ = bytes_between_hosts;
    else if (longest <= sent_at_once) most_ = bytes_at_once;
    else most_ = std::max<Index>(1, longest);
    messages_ = static_cast<int>((std::max<Index>(1, longest) - 1) / most_ + 1);
    is_copied_ = way == Way::Near && longest > sent_at_once &&
                 pieces * longest <= tuning().copied_pieces_bytes;
  }

  /// One message per piece of at most `longest` bytes.
  static MessageCut none(Index longest) {
    MessageCut cut;
    cut.most_ = std::max<Index>(1, longest);
    return cut;
  }

  /// Messages of each piece; the last ones of short pieces are empty.
  int messages() const { return messages_; }
  /// Bytes of each message before the last non-empty one.
  Index most() const { return most_; }
  /// True if receives should have a datatype with a gap.
  bool is_copied() const { return is_copied_; }

 private:
  // Between hosts: Open MPI over TCP uses rendezvous from 64 KiB on, headers included; other
  // networks lose little at this size.
  static constexpr Index bytes_between_hosts = Index{60} << 10;
  static constexpr Index bytes_at_once = 4032, sent_at_once = 4 * Index{4096};

  Index most_ = 1;
  int messages_ = 1;
  bool is_copied_ = false;
};

}  // namespace ashlar::detail
