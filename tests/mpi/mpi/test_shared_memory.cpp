// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/mpi/shared_memory.hpp>

#include <cstdint>
#include <cstring>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include <ashlar/base/concat.hpp>
#include <ashlar/base/error.hpp>
#include <ashlar/mpi/context.hpp>

#include "marked_storage.hpp"
#include "support/mpi_test.hpp"
#include "support/setting.hpp"

using namespace ashlar;
using mpi::Communicator;
using mpi::Context;
using mpi::Storage;
using mpi::StorageKind;
using namespace ashlar::test;

static_assert(!std::is_copy_constructible_v<Storage> && !std::is_copy_assignable_v<Storage>);
static_assert(std::is_nothrow_move_constructible_v<Storage> &&
              std::is_nothrow_move_assignable_v<Storage>);

namespace {

/// Odd sizes that differ between ranks; every third rank needs no memory.
Index odd_bytes(int rank) { return rank % 3 == 2 ? 0 : 4097 + 1013 * rank; }

/// The error that `f` throws, or an empty record.
template <class F>
detail::ErrorRecord error_of(F&& f) {
  try {
    f();
  } catch (const Error& error) {
    return error.record();
  }
  return {ErrorKind::Other, "nothing was thrown", {}};
}

/// True if all ranks hold the same text.
bool is_same_everywhere(mpi::CommunicatorView comm, const std::string& text) {
  std::uint64_t mine = std::hash<std::string>{}(text), lowest = 0, highest = 0;
  mpi::check(MPI_Allreduce(&mine, &lowest, 1, MPI_UINT64_T, MPI_MIN, comm.native()),
             "MPI_Allreduce");
  mpi::check(MPI_Allreduce(&mine, &highest, 1, MPI_UINT64_T, MPI_MAX, comm.native()),
             "MPI_Allreduce");
  return lowest == highest;
}

}  // namespace

TEST_CASE("storage: writes of a rank are visible to every rank of the node") {
  const auto comm = Communicator::duplicate(world());
  Context& context = Context::of(comm);
  for (const Index scale : {1, 700}) {  // 700: larger than huge pages
    const Storage storage = context.allocate(scale * odd_bytes(context.rank()));
    check_all(comm, storage.is_shared(), "the node's ranks share memory: " + context.refusal());
    check_all(comm, storage.bytes() == scale * odd_bytes(context.rank()),
              "bytes() is what was asked for");
    check_all(comm, storage.data() != nullptr, "data() is never null");
    check_all(comm, reinterpret_cast<std::uintptr_t>(storage.data()) % 64 == 0,
              "parts are aligned");
    check_all(comm, storage.is_fresh() && is_zero(storage), "fresh memory is zero");

    write_marks(storage, context.rank());
    context.node().barrier();
    bool all_right = true;
    for (int r = 0; r < context.node_size(); ++r) {
      const int rank = context.node_ranks()[static_cast<std::size_t>(r)];
      const mpi::detail::MemoryPart part = storage.part_of(r);
      all_right &= part.bytes == scale * odd_bytes(rank) && has_marks(part.data, part.bytes, rank);
    }
    check_all(comm, all_right, "a peer's part holds the peer's marks");
    check_all(comm, storage.part_of(context.node_rank()).data == storage.data(),
              "my part is among them");
    context.node().barrier();
  }
}

TEST_CASE("storage: a request for nothing is a storage like any other") {
  const auto comm = Communicator::duplicate(world());
  Context& context = Context::of(comm);
  for (const StorageKind kind : {StorageKind::Automatic, StorageKind::Heap}) {
    const Storage storage = context.allocate(0, kind);
    check_all(comm, !storage.is_null() && storage.bytes() == 0 && storage.data() != nullptr,
              "0 bytes, not null");
  }
}

TEST_CASE("storage: parts that do not exist are refused") {
  const auto comm = Communicator::duplicate(world());
  Context& context = Context::of(comm);
  const Storage shared = context.allocate(100), own = context.allocate(100, StorageKind::Heap);
  CHECK_THROWS_AS(shared.part_of(-1), ArgumentError);
  CHECK_THROWS_AS(shared.part_of(context.node_size()), ArgumentError);
  CHECK_THROWS_AS(own.part_of(0), ArgumentError);
  CHECK_THROWS_AS(Storage().part_of(0), ArgumentError);
}

TEST_CASE("storage: a move leaves the source empty and frees the memory of the target") {
  const auto comm = Communicator::duplicate(world());
  Context& context = Context::of(comm);
  Storage first = context.allocate(10 * kib);
  Storage second = context.allocate(20 * kib);
  void* const data = first.data();
  const Index live = context.memory().shared.live_bytes;
  second = std::move(first);
  context.node().barrier();
  check_all(comm,
            first.is_null() && first.data() == nullptr && first.bytes() == 0 && !first.is_shared(),
            "moved-from is empty");
  check_all(comm, second.data() == data && second.bytes() == 10 * kib, "the target has the memory");
  check_all(comm, context.memory().shared.live_bytes < live, "the target's old memory is idle");
  context.node().barrier();
  Storage& alias = second;
  second = std::move(alias);
  check_all(comm, second.data() == data, "moving onto itself changes nothing");
  second.release();
  second.release();
  context.node().barrier();
  check_all(comm, second.is_null() && context.memory().shared.live_bytes == 0,
            "release is idempotent");
}

TEST_CASE("storage: the environment switches sharing off") {
  const Setting off("ASHLAR_SHARED_MEMORY", "off");
  const auto comm = Communicator::duplicate(world());
  Context& context = Context::of(comm);
  const Storage storage = context.allocate(odd_bytes(context.rank()));
  check_all(comm, !storage.is_shared() && storage.bytes() == odd_bytes(context.rank()),
            "storage is on the heap");
  write_marks(storage, context.rank());
  check_all(comm,
            has_marks(static_cast<std::byte*>(storage.data()), storage.bytes(), context.rank()),
            "and works");
  const detail::ErrorRecord error = error_of([&] { context.allocate(1, StorageKind::Shared); });
  check_all(comm,
            error.kind == ErrorKind::Argument &&
                error.message.find("ASHLAR_SHARED_MEMORY") != std::string::npos,
            "who insists on sharing learns why not: " + error.message);
}

TEST_CASE("storage: nodes made smaller share within each only") {
  const Setting two("ASHLAR_RANKS_PER_NODE", "2");
  const auto comm = Communicator::duplicate(world());
  Context& context = Context::of(comm);
  check_all(comm, context.node_size() <= 2 && context.is_single_node() == (comm.size() <= 2),
            "two ranks a node");
  for (int round = 0; round < 3; ++round) {
    const Storage storage = context.allocate(odd_bytes(context.rank()));
    check_all(comm, storage.is_shared(), "shared within the node");
    write_marks(storage, context.rank());
    comm.barrier();
    for (int r = 0; r < context.node_size(); ++r) {
      const int rank = context.node_ranks()[static_cast<std::size_t>(r)];
      const mpi::detail::MemoryPart part = storage.part_of(r);
      check_all(context.node(),
                part.bytes == odd_bytes(rank) && has_marks(part.data, part.bytes, rank),
                "its marks");
    }
    comm.barrier();
  }
  const detail::ErrorRecord error =
      error_of([&] { context.allocate(context.rank() == 0 ? Index{1} << 50 : 8); });
  check_all(comm, error.kind == ErrorKind::OutOfMemory, "what one node cannot have, no node gets");
  check_all(comm, is_same_everywhere(comm, error.message), "in the same words: " + error.message);
}

TEST_CASE(
    "storage: absurd sizes are refused on all ranks in one sentence, and nothing is left behind") {
  const auto comm = Communicator::duplicate(world());
  Context& context = Context::of(comm);
  const Storage before = context.allocate(10 * kib);
  const mpi::MemoryStatistics statistics = context.memory();
  for (const StorageKind kind : {StorageKind::Automatic, StorageKind::Shared, StorageKind::Heap})
    for (const Index bytes : {Index{1} << 50, Index{1} << 62, INT64_MAX})
      for (const bool only_last : {false, true}) {
        const Index mine = only_last && context.rank() != context.size() - 1 ? 0 : bytes;
        const detail::ErrorRecord error = error_of([&] { context.allocate(mine, kind); });
        check_all(comm, error.kind == ErrorKind::OutOfMemory, "OutOfMemory: " + error.message);
        check_all(comm, error.message.find("MiB are available") != std::string::npos,
                  "with numbers: " + error.message);
        check_all(comm, is_same_everywhere(comm, error.message), "the same on all ranks");
      }
  // If only another node failed, the allocated segments stay in the pool.
  const bool refused_here = context.node_rank_of(context.size() - 1).has_value();
  const mpi::MemoryStatistics after = context.memory();
  check_all(comm, !refused_here || after.shared.segments == statistics.shared.segments,
            "no segment was added");
  check_all(comm, !refused_here || after.heap.segments == statistics.heap.segments,
            "nor one of the heap's");
  check_all(comm, context.allocate(20 * kib).is_shared(), "and sharing goes on");
}

TEST_CASE("storage: a negative size on one rank is an ArgumentError on all") {
  const auto comm = Communicator::duplicate(world());
  Context& context = Context::of(comm);
  for (const StorageKind kind : {StorageKind::Automatic, StorageKind::Heap}) {
    const detail::ErrorRecord error =
        error_of([&] { context.allocate(context.rank() == 0 ? -5 : 100, kind); });
    check_all(comm, error.kind == ErrorKind::Argument, "ArgumentError: " + error.message);
    check_all(comm, error.message.find("-5") != std::string::npos,
              "with the value: " + error.message);
    check_all(comm, is_same_everywhere(comm, error.message), "the same on all ranks");
  }
}

TEST_CASE("storage: it outlives its communicator") {
  auto comm = Communicator::duplicate(world());
  Context& context = Context::of(comm);
  const int rank = context.rank(), node_rank = context.node_rank(), node_size = context.node_size();
  const std::vector<int> node_ranks = context.node_ranks();
  Storage shared = context.allocate(50 * kib), own = context.allocate(50 * kib, StorageKind::Heap);
  comm.free();
  write_marks(shared, rank);
  write_marks(own, rank + 1);
  world().barrier();
  const int next = (node_rank + 1) % node_size;
  const mpi::detail::MemoryPart part = shared.part_of(next);
  check_all(world(), has_marks(part.data, part.bytes, node_ranks[static_cast<std::size_t>(next)]),
            "peers still share");
  check_all(world(), has_marks(static_cast<std::byte*>(own.data()), own.bytes(), rank + 1),
            "the heap is there too");
  shared.release();
  own.release();
  check_all(world(), shared.is_null() && own.is_null(), "and can be given back");
}

// Destroyed after MPI_Finalize: a crash then fails the test.
TEST_CASE("storage: it may outlive MPI") {
  static Storage shared, own;
  Context& context = Context::of(world());
  shared = context.allocate(10 * kib);
  own = context.allocate(10 * kib, StorageKind::Heap);
  check_all(world(), shared.is_shared() && !own.is_null(), "both were made");
}
