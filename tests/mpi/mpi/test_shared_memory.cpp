// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/mpi/shared_memory.hpp>

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include <ashlar/base/concat.hpp>
#include <ashlar/base/error.hpp>
#include <ashlar/mpi/context.hpp>
#include <support/mpi_test.hpp>

using namespace ashlar;
using mpi::Communicator;
using mpi::Context;
using mpi::Storage;
using mpi::StorageKind;
using test::check_all;
using test::world;

static_assert(!std::is_copy_constructible_v<Storage> && !std::is_copy_assignable_v<Storage>);
static_assert(std::is_nothrow_move_constructible_v<Storage> &&
              std::is_nothrow_move_assignable_v<Storage>);

namespace {

constexpr Index kib = 1024;
constexpr Index mib = 1024 * kib;

/// A variable of the environment for as long as this lives.
class Setting {
 public:
  Setting(const char* name, const char* value) : name_(name) { setenv(name, value, 1); }
  ~Setting() { unsetenv(name_); }
  Setting(const Setting&) = delete;
  Setting& operator=(const Setting&) = delete;

 private:
  const char* name_;
};

/// What rank `rank` writes at byte `k` of its part.
std::byte mark(int rank, Index k) {
  return static_cast<std::byte>((rank * 37 + k * 11 + k / 256) % 251);
}

void write_marks(const Storage& storage, int rank) {
  auto* const bytes = static_cast<std::byte*>(storage.data());
  for (Index k = 0; k < storage.bytes(); ++k) bytes[k] = mark(rank, k);
}

bool has_marks(const std::byte* bytes, Index count, int rank) {
  for (Index k = 0; k < count; ++k)
    if (bytes[k] != mark(rank, k)) return false;
  return true;
}

bool is_zero(const Storage& storage) {
  const auto* const bytes = static_cast<const std::byte*>(storage.data());
  for (Index k = 0; k < storage.bytes(); ++k)
    if (bytes[k] != std::byte{0}) return false;
  return true;
}

/// Odd sizes that differ from rank to rank; every third rank needs nothing.
Index odd_bytes(int rank) { return rank % 3 == 2 ? 0 : 4097 + 1013 * rank; }

/// The error that `f` throws, or an empty record.
template <class F>
ErrorRecord error_of(F&& f) {
  try {
    f();
  } catch (const Error& error) {
    return error.record();
  }
  return {ErrorKind::Other, "nothing was thrown", {}};
}

/// Whether all ranks hold the same text.
bool is_same_everywhere(mpi::CommunicatorView comm, const std::string& text) {
  std::uint64_t mine = std::hash<std::string>{}(text), lowest = 0, highest = 0;
  mpi::check(MPI_Allreduce(&mine, &lowest, 1, MPI_UINT64_T, MPI_MIN, comm.native()),
             "MPI_Allreduce");
  mpi::check(MPI_Allreduce(&mine, &highest, 1, MPI_UINT64_T, MPI_MAX, comm.native()),
             "MPI_Allreduce");
  return lowest == highest;
}

}  // namespace

TEST_CASE("storage: every rank of the node sees what the others wrote") {
  const auto comm = Communicator::duplicate(world());
  Context& context = Context::of(comm);
  for (const Index scale : {1, 700}) {  // 700: beyond the size of huge pages
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
      const mpi::MemoryPart part = storage.part_of(r);
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
    check_all(comm, !storage.is_empty() && storage.bytes() == 0 && storage.data() != nullptr,
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

TEST_CASE("storage: moving leaves the source empty and frees what the target held") {
  const auto comm = Communicator::duplicate(world());
  Context& context = Context::of(comm);
  Storage first = context.allocate(10 * kib);
  Storage second = context.allocate(20 * kib);
  void* const data = first.data();
  const Index live = context.memory().shared.live_bytes;
  second = std::move(first);
  context.node().barrier();
  check_all(comm,
            first.is_empty() && first.data() == nullptr && first.bytes() == 0 && !first.is_shared(),
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
  check_all(comm, second.is_empty() && context.memory().shared.live_bytes == 0,
            "release is idempotent");
}

TEST_CASE("pool: given back memory is used again, on all ranks the same") {
  const auto comm = Communicator::duplicate(world());
  Context& context = Context::of(comm);
  Index id = 0;
  {
    const Storage storage = context.allocate(100 * kib);
    id = storage.segment_id();
    write_marks(storage, context.rank());
  }
  for (int round = 0; round < 100; ++round) {
    const Storage storage = context.allocate(100 * kib - round);
    check_all(comm, storage.segment_id() == id && !storage.is_fresh(),
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
  const Index first_id = first.segment_id();
  write_marks(first, context.rank());
  const bool is_slow = context.node_rank() == context.node_size() - 1;
  if (!is_slow) first.release();
  const Storage second = context.allocate(100 * kib);
  check_all(comm, second.segment_id() != first_id && second.is_fresh(),
            "a second segment was made");
  write_marks(second, context.rank() + 1);
  check_all(
      comm,
      !is_slow || has_marks(static_cast<std::byte*>(first.data()), first.bytes(), context.rank()),
      "the slow rank's memory is untouched");
  first.release();
  const Storage third = context.allocate(100 * kib);
  check_all(comm, third.segment_id() == first_id, "now the first is free");
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
    check_all(comm, shared.idle_bytes <= shared.peak_bytes, "idle memory is below the peak");
    check_all(comm, shared.segments == 6, "later rounds use the segments of the first");
    comm.barrier();
  }
}

TEST_CASE("pool: idle memory stays below the peak of what was live, and trim gives it back") {
  const auto comm = Communicator::duplicate(world());
  Context& context = Context::of(comm);
  const auto share = [&](Index bytes) { return bytes * context.node_size(); };
  const Storage kept = context.allocate(4 * kib);
  for (Index size = 1; size <= 16; size *= 2) {
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
    check_all(comm, context.memory().shared.idle_bytes == share(size * mib),
              "only the largest is kept");
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
  const Index large = context.allocate(16 * mib).segment_id();
  for (int round = 0; round < 3; ++round) {
    {
      const Storage guest = context.allocate(mib + round);
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
    check_all(comm, context.allocate(16 * mib).segment_id() == large,
              "the large one is used again");
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
  const ErrorRecord error = error_of([&] { context.allocate(1, StorageKind::Shared); });
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
      const mpi::MemoryPart part = storage.part_of(r);
      check_all(context.node(),
                part.bytes == odd_bytes(rank) && has_marks(part.data, part.bytes, rank),
                "its marks");
    }
    comm.barrier();
  }
  const ErrorRecord error =
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
        const ErrorRecord error = error_of([&] { context.allocate(mine, kind); });
        check_all(comm, error.kind == ErrorKind::OutOfMemory, "OutOfMemory: " + error.message);
        check_all(comm, error.message.find("MiB are available") != std::string::npos,
                  "with numbers: " + error.message);
        check_all(comm, is_same_everywhere(comm, error.message), "the same on all ranks");
      }
  // Where only another node refused, what was taken stays in the pool.
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
    const ErrorRecord error =
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
  const mpi::MemoryPart part = shared.part_of(next);
  check_all(world(), has_marks(part.data, part.bytes, node_ranks[static_cast<std::size_t>(next)]),
            "peers still share");
  check_all(world(), has_marks(static_cast<std::byte*>(own.data()), own.bytes(), rank + 1),
            "the heap is there too");
  shared.release();
  own.release();
  check_all(world(), shared.is_empty() && own.is_empty(), "and can be given back");
}

// Destroyed after MPI_Finalize: a crash then fails the test.
TEST_CASE("storage: it may outlive MPI") {
  static Storage shared, own;
  Context& context = Context::of(world());
  shared = context.allocate(10 * kib);
  own = context.allocate(10 * kib, StorageKind::Heap);
  check_all(world(), shared.is_shared() && !own.is_empty(), "both were made");
}
