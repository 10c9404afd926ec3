// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>

#include <ashlar/base/index.hpp>

namespace ashlar::detail {

/// Messages of the pieces that go from one rank to another: how many each, and whether
/// MPI is to copy them through memory of its own.
///
/// Open MPI, like others, has three ways within a node. Up to 4 KiB, headers included, a message is
/// sent off at once. A longer one is read from the sender's memory by one system call, which costs
/// as much as 20 KiB through shared memory before the first byte has come; so little is cut into
/// messages that are sent off. Or it is copied through shared memory, by both ranks at a time; that
/// is done where a message is not contiguous in memory, and is faster up to some MiB from one rank
/// to another, unless both ends are in place, or both ranks have one processor.
class MessageCut {
 public:
  MessageCut() = default;
  enum class Way {
    Far,      ///< to another node
    Near,     ///< within a node
    Crowded,  ///< within a node of more ranks than processors: who copies takes others' time
  };

  /// @param longest  bytes of the longest piece
  MessageCut(Way way, Index pieces, Index longest) {
    if (way == Way::Far) most_ = bytes_between_hosts;
    else if (longest <= sent_at_once) most_ = bytes_at_once;
    else most_ = std::max<Index>(1, longest);
    messages_ = static_cast<int>((std::max<Index>(1, longest) - 1) / most_ + 1);
    is_copied_ = way == Way::Near && longest > sent_at_once && pieces * longest <= most_copied;
  }

  /// One message for each piece of at most `longest` bytes.
  static MessageCut none(Index longest) {
    MessageCut cut;
    cut.most_ = std::max<Index>(1, longest);
    return cut;
  }

  /// Messages of each piece; the last ones of a short piece are empty.
  int messages() const { return messages_; }
  /// Bytes of each message but the last that is not empty.
  Index most() const { return most_; }
  /// True if the receiver should describe its memory as if it were not contiguous.
  bool is_copied() const { return is_copied_; }

 private:
  // Of a message between hosts. Open MPI asks the receiver first from 64 KiB on over TCP, its
  // headers included; other networks lose little with messages of this size.
  static constexpr Index bytes_between_hosts = Index{60} << 10;
  static constexpr Index bytes_at_once = 4032, sent_at_once = 4 * Index{4096};
  static constexpr Index most_copied = Index{2} << 20;

  Index most_ = 1;
  int messages_ = 1;
  bool is_copied_ = false;
};

}  // namespace ashlar::detail
