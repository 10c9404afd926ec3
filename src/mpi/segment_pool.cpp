// SPDX-License-Identifier: BSD-3-Clause
#include "mpi/segment_pool.hpp"

#include <algorithm>
#include <limits>
#include <optional>
#include <type_traits>

#include <ashlar/base/concat.hpp>
#include <ashlar/base/error.hpp>
#include <ashlar/mpi/agree.hpp>

#include "collectives.hpp"
#include "mpi/memory_room.hpp"
#include "wait_in.hpp"

namespace ashlar::mpi {
namespace {

/// More than any machine has; keeps sums far from overflow.
constexpr Index too_much = Index{1} << 56;

Index mebibytes(Index bytes) { return (bytes + (Index{1} << 20) - 1) >> 20; }

/// Bytes of a segment for these parts, at most `too_much`.
Index pages_for(std::span<const Index> part_bytes) {
  Index sum = 0;
  for (const Index bytes : part_bytes)
    sum = std::min(too_much, sum + rounded_up(std::min(bytes, too_much), page_bytes()));
  return sum;
}

/// Available memory less a reserve for the system, whose numbers lag behind.
Index usable_room() {
  constexpr Index most_kept_back = Index{64} << 20;
  const Index available = memory_room();
  return available - std::min(available / 16, most_kept_back);
}

void expect_size(Index smallest) {
  expect(smallest >= 0, "allocate: ", ashlar::detail::counted(smallest, "byte"),
         " were asked for; ask for 0 or more");
}

[[noreturn]] void throw_no_room(Index wanted, Index available) {
  const std::string amount =
      wanted >= too_much ? "more than 2^56 bytes" : concat(mebibytes(wanted), " MiB");
  const char* const remedy =
      wanted > available
          ? " MiB are available; use more nodes, or fewer or smaller matrices"
          : " MiB seem available, but the system refused; raise the limits (ulimit -v, containers)";
  throw OutOfMemory(concat("allocate: ", amount, " of new memory would be needed on a node where ",
                           available >> 20, remedy),
                    wanted);
}

}  // namespace

struct SegmentPool::Decision {
  enum class Outcome : int { UseAgain, Grow, NoRoom, Refused, BadSize };

  Outcome outcome = Outcome::Refused;
  int drops = 0;  ///< number of segments to drop; their indices follow
  Index id = 0;   ///< of the segment to use
  Index wanted_bytes = 0;
  Index available_bytes = 0;
  Index peak_bytes = 0;
  SegmentKey key;  ///< of a new segment
};

SegmentPool::SegmentPool(CommunicatorView node, Scope scope)
    : node_(node), scope_(scope), node_rank_(node.rank()), node_size_(node.size()) {
  if (scope == Scope::Node && node_rank_ == 0) sizes_.resize(static_cast<std::size_t>(node_size_));
}

std::optional<Storage> SegmentPool::take(Index my_bytes) {
  shelf_.begin_request();
  if (scope_ == Scope::Rank || node_size_ == 1) return take_own(my_bytes);
  return take_with_node(my_bytes);
}

// Memory of one rank

Storage SegmentPool::take_own(Index my_bytes) {
  const std::span wanted(&my_bytes, 1);
  Index available = std::numeric_limits<Index>::max(), fresh = 0;
  std::optional<ashlar::detail::ErrorRecord> failure;
  PoolChoice choice;
  try {
    choice = shelf_.choose(wanted, pages_for(wanted), [&] { return available = usable_room(); });
    if (!choice.reuse)
      fresh = std::max<Index>(0, pages_for(wanted) - shelf_.resident_bytes_of(choice.drop));
  } catch (...) {
    failure = detail::caught_error();
  }

  // All ranks of the node allocate concurrently: their sum counts, and all read the available
  // memory before.
  Index least[] = {my_bytes, available};
  all_reduce(node_, std::span<Index>(least), MPI_MIN);
  const Index sum = all_sum(node_, std::min(fresh, too_much / node_size_));
  expect_size(least[0]);
  if (sum > least[1]) throw_no_room(sum, least[1]);
  if (failure) ashlar::detail::throw_error(*failure);

  std::shared_ptr<Segment> segment;
  if (choice.reuse) {
    segment = shelf_.use(shelf_.at(*choice.reuse).id(), choice.peak_bytes);
  } else {
    shelf_.drop(choice.drop);
    segment = Segment::make_private(next_id_++, my_bytes);
    segment->reserve(0);
    if (choice.is_passing) segment->make_passing();
    shelf_.add(segment, choice.peak_bytes);
  }
  segment->occupy(wanted);
  return Storage(segment, 0, scope_ == Scope::Node, !choice.reuse);
}

// Memory of a node

std::optional<Storage> SegmentPool::take_with_node(Index my_bytes) {
  if (!refusal_.empty()) return std::nullopt;
  // After the gather on rank 0 all ranks are in the call: segments released before it are idle.
  wait_in("MPI_Gather", node_, [&] {
    return MPI_Gather(&my_bytes, 1, MPI_INT64_T, sizes_.data(), 1, MPI_INT64_T, 0, node_.native());
  });
  const Decision decision = broadcast(node_, node_rank_ == 0 ? decide() : Decision{}, 0);
  drop_with_node(std::move(to_drop_), decision.drops);

  switch (decision.outcome) {
    case Decision::Outcome::UseAgain:
      return Storage(shelf_.use(decision.id, decision.peak_bytes), node_rank_, true, false);
    case Decision::Outcome::Grow: return grow(decision);
    case Decision::Outcome::NoRoom: throw_no_room(decision.wanted_bytes, decision.available_bytes);
    case Decision::Outcome::BadSize: expect_size(decision.wanted_bytes); break;
    case Decision::Outcome::Refused: break;
  }
  if (refusal_.empty()) refusal_ = "shared memory: refused on rank 0 of the node";
  return std::nullopt;
}

/// Decides on rank 0. Never throws, since the other ranks wait.
SegmentPool::Decision SegmentPool::decide() {
  Decision decision;
  try {
    const Index smallest = *std::ranges::min_element(sizes_);
    decision.outcome = Decision::Outcome::BadSize;
    decision.wanted_bytes = smallest;
    if (smallest < 0) return decision;

    decision.outcome = Decision::Outcome::NoRoom;
    decision.wanted_bytes = pages_for(sizes_);
    const PoolChoice choice = shelf_.choose(
        sizes_, decision.wanted_bytes, [&] { return decision.available_bytes = usable_room(); });
    if (choice.reuse) {
      Segment& segment = shelf_.at(*choice.reuse);
      segment.occupy(sizes_);
      decision.outcome = Decision::Outcome::UseAgain;
      decision.id = segment.id();
      decision.peak_bytes = choice.peak_bytes;
    } else if (decision.wanted_bytes <=
               decision.available_bytes + shelf_.resident_bytes_of(choice.drop)) {
      make(decision, choice);
    }
  } catch (...) {
    const ashlar::detail::ErrorRecord failure = detail::caught_error();
    const bool no_room = failure.kind == ErrorKind::OutOfMemory;
    if (!no_room) refusal_ = failure.message;
    decision.outcome = no_room ? Decision::Outcome::NoRoom : Decision::Outcome::Refused;
    decision.drops = 0;
    to_drop_.clear();
    new_.reset();
  }
  return decision;
}

void SegmentPool::make(Decision& decision, const PoolChoice& choice) {
  to_drop_ = choice.drop;
  new_ = Segment::make_shared(next_id_, sizes_);
  if (choice.is_passing) new_->make_passing();
  new_->occupy(sizes_);
  decision.key = new_->key();
  decision.id = new_->id();
  decision.drops = static_cast<int>(to_drop_.size());
  decision.peak_bytes = choice.peak_bytes;
  decision.outcome = Decision::Outcome::Grow;
}

std::optional<Storage> SegmentPool::grow(const Decision& decision) {
  const int lowest = all_min(node_, static_cast<int>(attach(decision)));

  const std::shared_ptr<Segment> segment = std::move(new_);
  switch (static_cast<Verdict>(lowest)) {
    case Verdict::NoRoom: throw_no_room(decision.wanted_bytes, decision.available_bytes);
    case Verdict::Refused:
      if (refusal_.empty()) refusal_ = "shared memory: refused on another rank of the node";
      return std::nullopt;
    case Verdict::Fine: break;
  }
  segment->close_file();
  shelf_.add(segment, decision.peak_bytes);
  next_id_ = decision.id + 1;
  return Storage(segment, node_rank_, true, true);
}

/// Opens the new segment and makes all steps that may fail.
SegmentPool::Verdict SegmentPool::attach(const Decision& decision) noexcept {
  try {
    if (node_rank_ != 0) new_ = Segment::open(decision.id, decision.key);
    new_->reserve(node_rank_);
    shelf_.reserve_one();
    return Verdict::Fine;
  } catch (...) {
    const ashlar::detail::ErrorRecord failure = detail::caught_error();
    if (failure.kind == ErrorKind::OutOfMemory) return Verdict::NoRoom;
    refusal_ = failure.message;
    return Verdict::Refused;
  }
}

// Release of segments

/// Drops the segments whose indices rank 0 has; their memory is then free on the whole node.
void SegmentPool::drop_with_node(std::vector<int> indices, int count) {
  if (count == 0) return;
  indices.resize(static_cast<std::size_t>(count));
  broadcast(node_, std::span<int>(indices), 0);
  shelf_.drop(indices);
  node_.barrier();
}

void SegmentPool::trim() {
  if (scope_ == Scope::Rank) return shelf_.drop(shelf_.idle());
  node_.barrier();
  std::vector<int> idle;
  if (node_rank_ == 0) idle = shelf_.idle();
  const int count = broadcast(node_, static_cast<int>(idle.size()), 0);
  drop_with_node(std::move(idle), count);
}

}  // namespace ashlar::mpi
