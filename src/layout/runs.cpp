// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/layout/detail/runs.hpp>

#include <algorithm>
#include <numeric>
#include <optional>
#include <span>
#include <utility>

namespace ashlar {
namespace {

/// Axis with indices from the start of the moved range.
class TriangleSide {
 public:
  TriangleSide(const Axis& axis, Index first, Index length)
      : axis_(axis),
        first_(first),
        is_whole_(axis.nprocs == 1 ||
                  (length > 0 && first / axis.block == (first + length - 1) / axis.block)) {}

  const Axis& axis() const { return axis_; }
  /// True if the range lies within one block or on one process.
  bool is_whole() const { return is_whole_; }
  int owner(Index i) const { return axis_.owner(first_ + i); }
  Index to_local(Index i) const { return axis_.to_local(first_ + i); }
  /// Elements of the block from `i` on, at most `most`.
  Index left_in_block(Index i, Index most) const {
    return is_whole_ ? most : std::min(most, axis_.block - (first_ + i) % axis_.block);
  }

  /// Period of the distribution; nullopt if infinite or too large for an Index.
  std::optional<Index> cycle() const {
    Index cycle = 0;
    if (is_whole_ || __builtin_mul_overflow(axis_.block, Index{axis_.nprocs}, &cycle))
      return std::nullopt;
    return cycle;
  }
  /// Number of local indices in `period` indices, a multiple of the cycle.
  Index step(Index period) const { return is_whole_ ? period : period / axis_.nprocs; }

  /// Calls f(first, last) for the blocks in 0:window, cut at its ends, of all processes or `p`.
  template <class F>
  void for_each_block(Index window, std::optional<int> p, F&& f) const {
    if (window == 0) return;
    if (is_whole_) {
      if (!p || *p == owner(0)) f(Index{0}, window);
      return;
    }
    const Index n = axis_.nprocs, stride = p ? n : 1;
    const Index wait = p ? (*p - owner(0) + n) % n : 0;
    const Index last_block = (first_ + window - 1) / axis_.block;
    Index block = first_ / axis_.block;
    for (Index skip = wait; skip <= last_block - block; skip = stride) {
      block += skip;
      f(std::max<Index>(block * axis_.block - first_, 0),
        block == last_block ? window : (block + 1) * axis_.block - first_);
    }
  }

 private:
  Axis axis_;
  Index first_;
  bool is_whole_;
};

/// Finds the shares of one process with the other side.
class ShareFinder {
 public:
  ShareFinder(const detail::AxisPairing& pair, bool own_is_source, int p)
      : source_(pair.source, pair.source_first, pair.length),
        target_(pair.target, pair.target_first, pair.length),
        own_(own_is_source ? source_ : target_),
        other_(own_is_source ? target_ : source_),
        p_(p),
        length_(pair.length) {}
  ShareFinder(const ShareFinder&) = delete;  // own_ and other_ refer to members
  ShareFinder& operator=(const ShareFinder&) = delete;
  ~ShareFinder() = default;

  std::vector<detail::AxisShare> shares() const {
    const TriangleSide &big = longer_blocks(), &small = &big == &source_ ? target_ : source_;
    const auto rounds = small.cycle();
    const Index block = big.is_whole() ? length_ : big.axis().block;
    return rounds && *rounds <= block / 2 ? of_long_blocks(big, small, *rounds) : of_one_period();
  }

 private:
  const TriangleSide& longer_blocks() const {
    if (source_.is_whole() || target_.is_whole()) return source_.is_whole() ? source_ : target_;
    return source_.axis().block >= target_.axis().block ? source_ : target_;
  }

  detail::Run run_at(Index at, Index global, Index length) const {
    return {at, source_.to_local(global), target_.to_local(global), length};
  }

  /// Common period of both axes, at most the length.
  Index common_period() const {
    const auto a = source_.cycle(), b = target_.cycle();
    Index period = 0;
    if (a && target_.is_whole()) period = *a;
    if (b && source_.is_whole()) period = *b;
    if (a && b && __builtin_mul_overflow(*a / std::gcd(*a, *b), *b, &period)) period = 0;
    return period > 0 && period <= length_ ? period : std::max<Index>(length_, 1);
  }

  detail::RunList empty_list(Index period) const {
    return {{}, {}, period, source_.step(period), target_.step(period), length_};
  }

  template <class P>
  using Part = std::pair<int, P>;
  static constexpr std::size_t expected_parts = 8;  // few reallocations, little memory

  /// Shares with rounds of one stretch: lists the runs of one common period.
  std::vector<detail::AxisShare> of_one_period() const {
    const Index period = common_period(), window = std::min(period, length_);
    std::vector<Part<detail::Run>> found;
    found.reserve(expected_parts);
    own_.for_each_block(window, p_, [&](Index first, Index last) {
      for (Index i = first; i < last;) {
        const Index length = other_.left_in_block(i, last - i);
        found.emplace_back(other_.owner(i), run_at(i, i, length));
        i += length;
      }
    });
    return grouped(found, empty_list(period),
                   [&](detail::RunList& list, std::span<const Part<detail::Run>> parts) {
                     list.stretches = {{0, window, window, 0, 0, std::ssize(parts)}};
                     for (const auto& [coord, run] : parts) list.pattern.push_back(run);
                   });
  }

  struct Found {
    detail::Stretch stretch;
    detail::Run run;
  };

  /// Shares with one stretch per block of `big`, in which the rounds of `small` repeat. Rounds
  /// start at the first small block; a partial block before it is a separate stretch.
  std::vector<detail::AxisShare> of_long_blocks(const TriangleSide& big, const TriangleSide& small,
                                                Index rounds) const {
    const bool own_is_big = &big == &own_;
    const Index big_step = rounds, small_step = small.step(rounds);
    const bool source_is_big = &big == &source_;
    std::vector<Part<Found>> found;
    found.reserve(expected_parts);
    const auto add = [&](int other, Index at, Index extent, Index offset, Index length) {
      found.push_back({other,
                       {{at, extent, rounds, source_is_big ? big_step : small_step,
                         source_is_big ? small_step : big_step, 1},
                        run_at(offset, at + offset, length)}});
    };
    // A single big block has no period.
    const Index period = big.is_whole() ? std::max<Index>(length_, 1) : common_period();
    big.for_each_block(std::min(period, length_), own_is_big ? std::optional(p_) : std::nullopt,
                       [&](Index first, Index last) {
                         const Index block = small.axis().block;
                         const Index to_next = small.left_in_block(first, last - first);
                         const Index head = to_next == block ? 0 : to_next;
                         if (head > 0 && (own_is_big || small.owner(first) == p_))
                           add((own_is_big ? small : big).owner(first), first, head, 0, head);
                         const Index body = first + head;
                         if (body >= last) return;
                         const Index n = small.axis().nprocs;
                         if (!own_is_big) {
                           const Index offset = (p_ - small.owner(body) + n) % n * block;
                           if (offset < last - body)
                             add(big.owner(first), body, last - body, offset, block);
                           return;
                         }
                         for (Index k = 0; k < n && k * block < last - body; ++k)
                           add(small.owner(body + k * block), body, last - body, k * block, block);
                       });
    return grouped(found, empty_list(period),
                   [](detail::RunList& list, std::span<const Part<Found>> parts) {
                     list.stretches.reserve(parts.size());
                     for (const auto& [coord, part] : parts) {
                       list.stretches.push_back(part.stretch);
                       list.pattern.push_back(part.run);
                     }
                   });
  }

  static Index start_of(const detail::Run& run) { return run.at; }
  static Index start_of(const Found& part) { return part.stretch.at + part.run.at; }

  /// One share per process in `found`; `put` adds its items to a copy of `empty`.
  template <class P, class Put>
  static std::vector<detail::AxisShare> grouped(std::vector<Part<P>>& found,
                                                const detail::RunList& empty, Put&& put) {
    std::sort(found.begin(), found.end(), [](const Part<P>& a, const Part<P>& b) {
      return a.first != b.first ? a.first < b.first : start_of(a.second) < start_of(b.second);
    });
    const auto end_of_group = [&](std::size_t first) {
      std::size_t last = first;
      while (last < found.size() && found[last].first == found[first].first) ++last;
      return last;
    };
    std::size_t groups = 0;
    for (std::size_t k = 0; k < found.size(); k = end_of_group(k)) ++groups;
    std::vector<detail::AxisShare> shares;
    shares.reserve(groups);
    for (std::size_t k = 0, end = 0; k < found.size(); k = end) {
      end = end_of_group(k);
      detail::AxisShare& share =
          shares.emplace_back(detail::AxisShare{.coord = found[k].first, .runs = empty});
      share.runs.pattern.reserve(end - k);
      put(share.runs, std::span<const Part<P>>(found).subspan(k, end - k));
    }
    return shares;
  }

  TriangleSide source_, target_;
  const TriangleSide &own_, &other_;
  int p_;
  Index length_;
};

void measure(detail::AxisShare& share, Index source_extent, Index target_extent) {
  share.count = share.runs.count();
  share.source_extent = source_extent;
  share.target_extent = target_extent;
}

}  // namespace

std::vector<detail::AxisShare> detail::AxisPairing::from_source(int p) const {
  std::vector<detail::AxisShare> shares = ShareFinder(*this, true, p).shares();
  for (detail::AxisShare& share : shares)
    measure(share, source.local_count(p), target.local_count(share.coord));
  return shares;
}

std::vector<detail::AxisShare> detail::AxisPairing::into_target(int q) const {
  std::vector<detail::AxisShare> shares = ShareFinder(*this, false, q).shares();
  for (detail::AxisShare& share : shares)
    measure(share, source.local_count(share.coord), target.local_count(q));
  return shares;
}

}  // namespace ashlar
