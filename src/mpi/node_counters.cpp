// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/mpi/detail/node_counters.hpp>

#include <sched.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <new>
#include <vector>

#include <ashlar/base/error.hpp>
#include <ashlar/mpi/check.hpp>
#include <ashlar/mpi/context.hpp>

#include "base/settings.hpp"
#include "call_report.hpp"
#include "collective_call.hpp"
#include "wait_in.hpp"

namespace ashlar::mpi {
namespace {

void pause() noexcept {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#endif
}

// Long enough for a partner that is about to arrive, short compared with a time slice.
constexpr int most_spins = 2000;
constexpr int spins_per_look = 16;  // at the awaited line only

using Clock = std::chrono::steady_clock;

struct Wait {
  static constexpr int for_nobody = -1;

  int awaited = for_nobody;   // rank of the node, if known
  Clock::time_point since{};  // first look at the clock
};
thread_local Wait current_wait;

// Reasons of poison: a failure, or a timeout, of an unknown or a known rank.
constexpr std::uint64_t failure = 1;
constexpr std::uint64_t out_of_memory = 2;
constexpr std::uint64_t late_nobody = 3;

[[noreturn]] void throw_poison(CommunicatorView comm, std::uint64_t poison) {
  if (poison == failure)
    throw ForeignError(
        "node counters: another rank of this node failed, so it cannot be waited for");
  if (poison == out_of_memory)
    throw OutOfMemory(
        "node counters: another rank of this node is out of memory, so it cannot be "
        "waited for; use more nodes, or fewer or smaller matrices",
        0);
  Context& context = Context::of(comm);
  std::vector<int> late;
  if (poison > late_nobody)
    late.push_back(context.node_ranks()[static_cast<std::size_t>(poison - late_nobody) - 1]);
  throw TimeoutError(sentence_of({.rank = context.rank(),
                                  .size = context.size(),
                                  .limit_s = context.settings().timeout_s,
                                  .outer = detail::current_call,
                                  .late = late}));
}

/// Ends an overdue wait, for all ranks of the node.
void check_time(CommunicatorView comm, std::atomic<std::uint64_t>& poison) {
  const int limit_s = Context::of(comm).settings().timeout_s;
  const Clock::time_point now = Clock::now();
  if (current_wait.since == Clock::time_point{}) current_wait.since = now;
  if (limit_s == 0 || now - current_wait.since <= std::chrono::seconds(limit_s)) return;
  std::uint64_t found = 0;
  const auto mine =
      late_nobody + static_cast<std::uint64_t>(current_wait.awaited - Wait::for_nobody);
  poison.compare_exchange_strong(found, mine, std::memory_order_acq_rel);
  throw_poison(comm, found == 0 ? mine : found);
}

}  // namespace

NodeCounters::NodeCounters(Context& context, int count)
    : comm_(context.comm()), node_rank_(context.node_rank()), count_(count) {
  expect(count >= 1, "node counters: ", count, " counters were asked for; ask for 1 or more");
  // Rank 0 has an additional line, for the poison.
  const Index lines = count + (node_rank_ == 0 ? 1 : 0);
  storage_ = context.allocate(lines * static_cast<Index>(sizeof(Line)));
  if (!storage_.is_shared()) return;
  std::uninitialized_default_construct_n(static_cast<Line*>(storage_.data()), lines);
  yields_at_once_ = context.is_oversubscribed();
  // No rank may use counters before all exist.
  context.node().barrier();
}

NodeCounters::Line& NodeCounters::line(int node_rank, int counter) const noexcept {
  return storage_.part_of(node_rank).as<Line>()[counter];
}

void NodeCounters::raise(int counter, std::uint64_t value) noexcept {
  line(node_rank_, counter).value.store(value, std::memory_order_release);
}

std::uint64_t NodeCounters::value(int node_rank, int counter) const noexcept {
  return line(node_rank, counter).value.load(std::memory_order_acquire);
}

void NodeCounters::wait(int node_rank, int counter, std::uint64_t value) const {
  const std::atomic<std::uint64_t>& awaited = line(node_rank, counter).value;
  const auto is_reached = [&] { return awaited.load(std::memory_order_acquire) >= value; };
  if (is_reached()) return;
  current_wait.awaited = node_rank;
  for (int steps = 0; !is_reached();) {
    idle(steps);
    // idle() reads more lines than the awaited one, which delays the next look at it.
    const int end = std::min(steps + spins_per_look, most_spins);
    for (; steps < end && !is_reached(); ++steps) pause();
  }
  current_wait.awaited = Wait::for_nobody;
}

void NodeCounters::idle(int& steps) const {
  constexpr int yields_per_progress = 8;
  if (const auto poison = line(0, count_).value.load(std::memory_order_acquire); poison != 0)
    throw_poison(comm_, poison);
  if (steps == 0) current_wait.since = {};
  if (yields_at_once_ && steps < most_spins) steps = most_spins;
  ++steps;
  if (steps <= most_spins) return pause();
  // The partner may depend on a message that progresses only inside this rank's MPI calls.
  if (steps - most_spins >= yields_per_progress) {
    steps = most_spins;
    int found = 0;
    check(MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, comm_.native(), &found, MPI_STATUS_IGNORE),
          "MPI_Iprobe");
    if (detail::waits_are_watched.load(std::memory_order_relaxed))
      check_time(comm_, line(0, count_).value);
  }
  sched_yield();
}

void NodeCounters::poison(ErrorKind kind) noexcept {
  // The first reason stays.
  std::uint64_t none = 0;
  line(0, count_).value.compare_exchange_strong(
      none, kind == ErrorKind::OutOfMemory ? out_of_memory : failure, std::memory_order_acq_rel);
}

bool NodeCounters::is_poisoned() const noexcept {
  return line(0, count_).value.load(std::memory_order_acquire) != 0;
}

}  // namespace ashlar::mpi
