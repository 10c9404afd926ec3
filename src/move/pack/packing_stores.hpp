// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <array>
#include <chrono>

#include <ashlar/base/index.hpp>

namespace ashlar::detail {

/// Choice between cached and non-temporal stores for packing, by occasional timing of the other
/// kind.
///
/// A sent buffer is in the cache of the processor that read it. Unless the processors share this
/// cache, rewriting the buffer costs twice as much as non-temporal stores, which also speed up the
/// receiver. Otherwise cached stores are faster. Systems, above all virtual machines, do not report
/// cache sharing.
class PackingStores {
 public:
  /// Packs the next `bytes` bytes by pack(streams), with timing.
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
  static constexpr int first_trial = 8;                  // … after the first reuse of buffers
  static constexpr Index least_bytes = Index{64} << 10;  // shorter ones stay in the cache
  static constexpr double rise = 1.1;  // at most, against interruptions of the process
  static constexpr double much = 1.3;

  void note(bool streams, double cost) {
    double& known = costs_[streams ? 1 : 0];
    known = known == 0 ? cost : std::min(cost, rise * known);
    streams_ = costs_[1] > 0 && costs_[0] > much * costs_[1];
  }

  int turn_ = 0;
  bool streams_ = false;
  std::array<double, 2> costs_{};  // seconds per byte, cached and streamed; 0: unknown
};

}  // namespace ashlar::detail
