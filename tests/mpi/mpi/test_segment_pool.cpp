// SPDX-License-Identifier: BSD-3-Clause
#include "mpi/segment_pool.hpp"

#include <vector>

#include <doctest/doctest.h>

#include <ashlar/mpi/context.hpp>

#include "marked_storage.hpp"
#include "support/mpi_test.hpp"

using namespace ashlar;
using namespace ashlar::test;
using mpi::Communicator;
using mpi::Context;
using mpi::Storage;
using mpi::StorageKind;

namespace {

/// Idle bytes of a rank that a pool may keep beyond the peak.
constexpr Index spare = 8 * mib;

/// First byte of the node's segment, at this rank's address of it.
const void* start_of(const Storage& storage) { return storage.part_of(0).data; }

}  // namespace

TEST_CASE("pool: given back memory is used again, on all ranks the same") {
  const auto comm = Communicator::duplicate(world());
  Context& context = Context::of(comm);
  const void* start = nullptr;
  {
    const Storage storage = context.allocate(100 * kib);
    start = start_of(storage);
    write_marks(storage, context.rank());
  }
  for (int round = 0; round < 100; ++round) {
    const Storage storage = context.allocate(100 * kib - round);
    check_all(comm, start_of(storage) == start && !storage.is_fresh(),
              "the one segment is used again");
    if (round == 0)
      check_all(comm,
                has_marks(static_cast<std::byte*>(storage.data()), storage.bytes(), context.rank()),
                "reused memory is as it was left");
  }
  CHECK(context.memory().shared.segments == 1);
}

TEST_CASE("pool: it grows while a single slow rank still uses a segment") {
  const auto comm = Communicator::duplicate(world());
  Context& context = Context::of(comm);
  Storage first = context.allocate(100 * kib);
  const void* const first_start = start_of(first);
  write_marks(first, context.rank());
  const bool is_slow = context.node_rank() == context.node_size() - 1;
  if (!is_slow) first.release();
  const Storage second = context.allocate(100 * kib);
  check_all(comm, start_of(second) != first_start && second.is_fresh(),
            "a second segment was made");
  write_marks(second, context.rank() + 1);
  check_all(
      comm,
      !is_slow || has_marks(static_cast<std::byte*>(first.data()), first.bytes(), context.rank()),
      "the slow rank's memory is untouched");
  first.release();
  const Storage third = context.allocate(100 * kib);
  check_all(comm, start_of(third) == first_start && !third.is_fresh(), "now the first is free");
}

TEST_CASE("pool: storage dies in any order, another one on every rank") {
  const auto comm = Communicator::duplicate(world());
  Context& context = Context::of(comm);
  for (int round = 0; round < 3; ++round) {
    std::vector<Storage> all;
    for (int k = 0; k < 6; ++k) {
      all.push_back(context.allocate((k + 1) * 50 * kib + context.rank()));
      write_marks(all.back(), context.rank() + k);
    }
    bool all_right = true;
    for (std::size_t k = 0; k < all.size(); ++k) {
      const std::size_t next = (k * 5 + static_cast<std::size_t>(context.rank())) % all.size();
      all_right &= has_marks(static_cast<std::byte*>(all[next].data()), all[next].bytes(),
                             context.rank() + static_cast<int>(next));
      all[next].release();
    }
    check_all(comm, all_right, "no storage was another's");
    const mpi::PoolStatistics shared = context.memory().shared;
    check_all(comm, shared.idle_bytes <= shared.peak_bytes, "no more is idle than was live");
    check_all(comm, shared.segments == 6, "later rounds use the segments of the first");
    comm.barrier();
  }
}

TEST_CASE("pool: idle memory exceeds the peak by the spare bytes at most, and trim frees it") {
  const auto comm = Communicator::duplicate(world());
  Context& context = Context::of(comm);
  const auto share = [&](Index bytes) { return bytes * context.node_size(); };
  const Storage kept = context.allocate(4 * kib);
  // Smaller ones are kept while the spare bytes suffice: 16 frees 1 + 2 + 4, 32 frees 8 + 16.
  const Index wanted_idle[] = {1, 3, 7, 15, 24, 32};
  for (int k = 0; k < 6; ++k) {
    const Index size = Index{1} << k;
    {
      const Storage storage = context.allocate(size * mib);
      const mpi::PoolStatistics shared = context.memory().shared;
      check_all(comm, shared.live_bytes == share(size * mib + 4 * kib),
                "live is what was asked for");
      check_all(comm, shared.peak_bytes == share(size * mib + 4 * kib),
                "the peak is the largest request");
      context.node().barrier();
    }
    context.node().barrier();
    const mpi::PoolStatistics shared = context.memory().shared;
    check_all(comm, shared.idle_bytes <= shared.peak_bytes + share(spare), "idle is bounded");
    check_all(comm, shared.idle_bytes == share(wanted_idle[k] * mib), concat("idle after ", size));
    context.node().barrier();
  }
  context.trim();
  check_all(comm, context.memory().shared.idle_bytes == 0, "nothing is idle after trim");
  check_all(comm, context.memory().shared.segments == 1 && kept.data() != nullptr,
            "what is in use stays");
}

TEST_CASE("pool: a small request between two large ones does not cost the large segment") {
  const auto comm = Communicator::duplicate(world());
  Context& context = Context::of(comm);
  const void* const large = start_of(context.allocate(40 * mib));
  for (int round = 0; round < 3; ++round) {
    {
      const Storage guest = context.allocate(spare + mib + round);
      check_all(comm, guest.is_fresh() && is_zero(guest), "the small one is new");
      write_marks(guest, context.rank());
      context.node().barrier();
      check_all(comm,
                has_marks(guest.part_of(0).data, guest.part_of(0).bytes, context.node_ranks()[0]),
                "and shared");
      context.node().barrier();
    }
    context.node().barrier();
    const mpi::PoolStatistics shared = context.memory().shared;
    check_all(comm, shared.live_bytes == 0 && shared.idle_bytes <= shared.peak_bytes,
              "idle memory is below the peak");
    context.node().barrier();
    const Storage again = context.allocate(40 * mib);
    check_all(comm, start_of(again) == large && !again.is_fresh(), "the large one is used again");
  }
  context.trim();
  check_all(comm, context.memory().shared.segments == 0, "trim clears everything");
}

TEST_CASE("pool: a request of some pages beside large segments is new once only") {
  const auto comm = Communicator::duplicate(world());
  Context& context = Context::of(comm);
  const void* const large = start_of(context.allocate(16 * mib));
  for (int round = 0; round < 3; ++round) {
    const bool is_fresh = context.allocate(8 * kib).is_fresh();
    check_all(comm, is_fresh == (round == 0), "the small one is used again");
    context.node().barrier();
    check_all(comm, start_of(context.allocate(16 * mib)) == large, "the large one is used again");
    context.node().barrier();
  }
  context.trim();
  check_all(comm, context.memory().shared.segments == 0, "trim clears everything");
}

TEST_CASE("pool: heap storage is pooled by each rank for itself") {
  const auto comm = Communicator::duplicate(world());
  Context& context = Context::of(comm);
  const Index bytes = 3 * mib + context.rank();
  {
    const Storage storage = context.allocate(bytes, StorageKind::Heap);
    check_all(comm, !storage.is_shared() && storage.is_fresh() && is_zero(storage),
              "fresh, zero and not shared");
    write_marks(storage, context.rank());
    check_all(comm, context.memory().heap.live_bytes >= bytes, "it is counted as live");
  }
  CHECK(context.memory().heap.live_bytes == 0);
  CHECK(context.memory().heap.idle_bytes == context.memory().heap.peak_bytes);
  {
    const Storage storage = context.allocate(bytes, StorageKind::Heap);
    check_all(comm, !storage.is_fresh(), "it was used again");
    check_all(comm, has_marks(static_cast<std::byte*>(storage.data()), bytes, context.rank()),
              "with its old content");
  }
  context.trim();
  CHECK(context.memory().heap.segments == 0);
}
