// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <functional>
#include <vector>

#include <ashlar/move/detail/operand.hpp>
#include <ashlar/mpi/context.hpp>

namespace ashlar::detail {

/// Bytes from the first element of a block to the end of its last.
struct ByteRange {
  const std::byte *first, *last;
  bool is_source;
};

inline void add_byte_ranges(const Operand& operand, bool is_source,
                            std::vector<ByteRange>& ranges) {
  const auto bytes = operand.element.size();
  for (const MemoryBlock& block : operand.blocks)
    if (block.reach > 0)
      ranges.push_back({block.data, block.data + block.reach * bytes, is_source});
}

/// True if blocks of this rank of both objects share a byte. [local]
inline bool overlap_in_memory(const Operand& source, const Operand& target) {
  std::vector<ByteRange> ranges;
  add_byte_ranges(source, true, ranges);
  add_byte_ranges(target, false, ranges);
  const std::less<const std::byte*> before;
  std::sort(ranges.begin(), ranges.end(),
            [&](const ByteRange& a, const ByteRange& b) { return before(a.first, b.first); });
  // Blocks of one side are disjoint: the furthest end of each side suffices.
  const std::byte* ends[2] = {nullptr, nullptr};
  for (const ByteRange& range : ranges) {
    const std::byte* other_end = ends[range.is_source ? 0 : 1];
    if (other_end != nullptr && before(range.first, other_end)) return true;
    const std::byte*& end = ends[range.is_source ? 1 : 0];
    if (end == nullptr || before(end, range.last)) end = range.last;
  }
  return false;
}

/// Two matrices, by number.
struct MatrixPair {
  Index source = 0, target = 0;
  friend bool operator==(const MatrixPair&, const MatrixPair&) = default;
};

/// Cache of pairs of matrices that share no memory on any rank, so that repeated moves need no
/// communication for this check.
///
/// A matrix keeps its memory as long as its number. Hits and evictions follow from the sequence of
/// moves, so they are [same].
class ApartPairs {
 public:
  static ApartPairs& of(mpi::Context& context) {
    return context.slot<ApartPairs>("move.apart_pairs", [] { return ApartPairs(); });
  }

  bool contains(const MatrixPair& pair) const {
    return std::find(pairs_.begin(), pairs_.end(), pair) != pairs_.end();
  }
  /// Replaces the oldest pair.
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
