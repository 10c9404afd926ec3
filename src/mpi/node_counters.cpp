// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/mpi/node_counters.hpp>

#include <sched.h>

#include <memory>

#include <ashlar/base/error.hpp>
#include <ashlar/base/expect.hpp>
#include <ashlar/mpi/check.hpp>
#include <ashlar/mpi/context.hpp>

namespace ashlar::mpi {
namespace {

/// Tells the processor that this is a waiting loop.
void pause() noexcept {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#endif
}

}  // namespace

NodeCounters::NodeCounters(Context& context, int count)
    : comm_(context.comm()), node_rank_(context.node_rank()), count_(count) {
  expect(count >= 1, "node counters: ", count, " counters were asked for; ask for 1 or more");
  // Rank 0 has one line more, for the poison.
  const Index lines = count + (node_rank_ == 0 ? 1 : 0);
  storage_ = context.allocate(lines * static_cast<Index>(sizeof(Line)));
  if (!storage_.is_shared()) return;
  std::uninitialized_default_construct_n(static_cast<Line*>(storage_.data()), lines);
  yields_at_once_ = context.is_oversubscribed();
  // Nobody may raise or wait before all counters are there.
  context.node().barrier();
}

NodeCounters::Line& NodeCounters::line(int node_rank, int counter) const noexcept {
  return reinterpret_cast<Line*>(storage_.part_of(node_rank).data)[counter];
}

void NodeCounters::raise(int counter, std::uint64_t value) noexcept {
  line(node_rank_, counter).value.store(value, std::memory_order_release);
}

std::uint64_t NodeCounters::raise(int counter) noexcept {
  return line(node_rank_, counter).value.fetch_add(1, std::memory_order_release) + 1;
}

std::uint64_t NodeCounters::value(int node_rank, int counter) const noexcept {
  return line(node_rank, counter).value.load(std::memory_order_acquire);
}

void NodeCounters::wait(int node_rank, int counter, std::uint64_t value) const {
  const std::atomic<std::uint64_t>& awaited = line(node_rank, counter).value;
  for (int steps = 0; awaited.load(std::memory_order_acquire) < value;) idle(steps);
}

void NodeCounters::idle(int& steps) const {
  // Long enough for a partner that is about to arrive, short beside a time slice.
  constexpr int most_spins = 2000;
  constexpr int yields_per_progress = 8;
  if (is_poisoned())
    throw ForeignError(
        "node counters: another rank of this node failed, so it cannot be waited for");
  if (yields_at_once_ && steps < most_spins) steps = most_spins;
  ++steps;
  if (steps <= most_spins) return pause();
  // The partner may be held up by a message that only goes on while this rank is inside MPI.
  if (steps - most_spins == yields_per_progress) {
    steps = most_spins;
    progress();
  }
  sched_yield();
}

void NodeCounters::progress() const {
  int found = 0;
  check(MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, comm_.native(), &found, MPI_STATUS_IGNORE),
        "MPI_Iprobe");
}

void NodeCounters::poison() noexcept { line(0, count_).value.store(1, std::memory_order_release); }

bool NodeCounters::is_poisoned() const noexcept {
  return line(0, count_).value.load(std::memory_order_acquire) != 0;
}

}  // namespace ashlar::mpi
