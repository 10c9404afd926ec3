// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>

#include <ashlar/mpi/context.hpp>

namespace ashlar::detail {

/// Two matrices of one communicator, by number.
struct MatrixPair {
  Index source = 0, target = 0;
  friend bool operator==(const MatrixPair&, const MatrixPair&) = default;
};

/// The pairs of matrices of which the ranks of a communicator found last that they share no memory
/// on any rank: so that a move that is made again asks nobody. A matrix keeps its memory as long as
/// its number. Hits and evictions follow from the sequence of moves, which is the same on all
/// ranks.
class ApartPairs {
 public:
  static ApartPairs& of(mpi::Context& context) {
    return context.slot<ApartPairs>("move.apart_pairs", [] { return ApartPairs(); });
  }

  bool contains(const MatrixPair& pair) const {
    return std::find(pairs_.begin(), pairs_.end(), pair) != pairs_.end();
  }
  /// Takes the place of the oldest.
  void add(const MatrixPair& pair) {
    pairs_[next_] = pair;
    next_ = (next_ + 1) % pairs_.size();
  }

 private:
  static constexpr std::size_t capacity = 64;
  std::array<MatrixPair, capacity> pairs_{};
  std::size_t next_ = 0;
};

}  // namespace ashlar::detail
