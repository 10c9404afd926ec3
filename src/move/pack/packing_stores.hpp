// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <array>
#include <chrono>

#include <ashlar/base/index.hpp>

namespace ashlar::detail {

/// True if to pack past the caches; found out by packing a piece the other way now and then.
///
/// A buffer that was sent lies in the cache of the processor that read it. Where that cache is not
/// this processor's, too, writing the buffer again costs twice as much as writing past all caches,
/// which the receiver then reads faster, too. Else packing into the cache is better. Systems, and
/// virtual ones above all, do not tell which is the case.
class PackingStores {
 public:
  /// Packs the next `bytes` bytes by pack(streams), and notes how long that takes.
  template <class Pack>
  void pack(Index bytes, Pack&& pack) {
    if (bytes < least_bytes) return pack(streams_);
    const bool is_trial = turn_++ % turns == first_trial;
    const bool streams = is_trial != streams_;
    const auto start = std::chrono::steady_clock::now();
    pack(streams);
    const std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
    note(streams, time.count() / static_cast<double>(bytes));
  }

 private:
  static constexpr int turns = 32;                       // of which one is a trial …
  static constexpr int first_trial = 8;                  // … not before buffers are used again
  static constexpr Index least_bytes = Index{64} << 10;  // shorter ones stay in the cache
  static constexpr double rise = 1.1;  // at most, as a processor may be taken away for a while
  static constexpr double much = 1.3;

  void note(bool streams, double cost) {
    double& known = costs_[streams ? 1 : 0];
    known = known == 0 ? cost : std::min(cost, rise * known);
    streams_ = costs_[1] > 0 && costs_[0] > much * costs_[1];
  }

  int turn_ = 0;
  bool streams_ = false;
  std::array<double, 2> costs_{};  // seconds a byte, into the caches and past them; 0: not known
};

}  // namespace ashlar::detail
