// SPDX-License-Identifier: BSD-3-Clause
#include "mpi/peer_memory.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <cstdlib>
#include <string>
#include <vector>

#include <ashlar/base/error.hpp>
#include <ashlar/mpi/check.hpp>
#include <ashlar/mpi/context.hpp>
#include <support/mpi_test.hpp>

using namespace ashlar;
using mpi::Communicator;
using mpi::Context;
using mpi::PeerMemory;
using mpi::PeerRead;
using test::check_all;
using test::world;

namespace {

/// Address of the memory that each rank of the node exposes to the others.
std::vector<const std::byte*> addresses_of(const Context& context, const void* mine) {
  std::vector<const std::byte*> all(static_cast<std::size_t>(context.node_size()));
  mpi::check(MPI_Allgather(&mine, sizeof mine, MPI_BYTE, all.data(), sizeof mine, MPI_BYTE,
                           context.node().native()),
             "MPI_Allgather");
  return all;
}

std::byte pattern(int rank, std::size_t k) {
  return static_cast<std::byte>((k * 31 + k / 251 + static_cast<std::size_t>(rank) * 7) % 256);
}

}  // namespace

TEST_CASE("peer memory: many stretches of a peer's private memory come in their order") {
  const auto comm = Communicator::duplicate(world());
  Context& context = Context::of(comm);
  const PeerMemory& peers = PeerMemory::of(context);
  if (!peers.is_available()) {
    MESSAGE("not tried: ", peers.refusal());
    return;
  }
  std::vector<std::byte> shown(300'000);
  for (std::size_t k = 0; k < shown.size(); ++k) shown[k] = pattern(context.node_rank(), k);
  const auto addresses = addresses_of(context, shown.data());
  // Runs of increasing length with gaps, into contiguous places and into places with gaps.
  for (const std::size_t gap : {0u, 3u}) {
    std::vector<std::byte> got(600'000, std::byte{0xee});
    bool right = true;
    for (int rank = 0; rank < context.node_size(); ++rank) {
      std::vector<PeerRead> reads;
      std::size_t from = 1, into = 0;
      for (std::size_t length = 1; from + length < shown.size(); length = length % 97 + 1) {
        reads.push_back({got.data() + into, addresses[static_cast<std::size_t>(rank)] + from,
                         static_cast<Index>(length)});
        from += length + 5;
        into += length + gap;
      }
      CHECK(reads.size() > 4096);  // several system calls
      peers.read(rank, reads);
      std::vector<bool> written(got.size());
      for (const PeerRead& read : reads)
        for (Index k = 0; k < read.bytes; ++k) {
          written[static_cast<std::size_t>(read.into - got.data() + k)] = true;
          const auto place =
              static_cast<std::size_t>(read.from - addresses[static_cast<std::size_t>(rank)] + k);
          right = right && read.into[k] == pattern(rank, place);
        }
      if (gap > 0)
        for (std::size_t k = 0; k < got.size(); ++k)
          right = right && (written[k] || got[k] == std::byte{0xee});
    }
    check_all(comm, right, "what was read is what the peer has");
  }
  peers.read(0, {});
}

TEST_CASE("peer memory: unreadable memory is a typed error, after the stretches before it") {
  const auto comm = Communicator::duplicate(world());
  Context& context = Context::of(comm);
  const PeerMemory& peers = PeerMemory::of(context);
  if (!peers.is_available()) return;
  // Two pages, of which the second must not be accessed.
  const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  auto* const pages = static_cast<std::byte*>(
      mmap(nullptr, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  REQUIRE(pages != MAP_FAILED);
  pages[page - 1] = pattern(context.node_rank(), 1);
  REQUIRE(mprotect(pages + page, page, PROT_NONE) == 0);
  const auto addresses = addresses_of(context, pages);
  const int peer = (context.node_rank() + 1) % context.node_size();
  const std::byte* const theirs = addresses[static_cast<std::size_t>(peer)];
  std::vector<std::byte> got(2 * page);
  const std::vector<PeerRead> reads{{got.data(), theirs, static_cast<Index>(page)},
                                    {got.data() + page, theirs + page, 1}};
  std::string text;
  try {
    peers.read(peer, reads);
  } catch (const ForeignError& error) {
    text = error.what();
  }
  const bool right = text.find("cannot be read") != std::string::npos &&
                     got[page - 1] == pattern(peer, 1) && got[page] == std::byte{0};
  check_all(comm, right, text);
  munmap(pages, 2 * page);
}

TEST_CASE("peer memory: it can be switched off, by rank 0 for all") {
  if (world().rank() == 0) setenv("ASHLAR_PEER_MEMORY", "off", 1);
  const auto comm = Communicator::duplicate(world());
  const PeerMemory& peers = PeerMemory::of(Context::of(comm));
  unsetenv("ASHLAR_PEER_MEMORY");
  check_all(comm, !peers.is_available(), "no rank reads");
  check_all(comm, peers.refusal().find("ASHLAR_PEER_MEMORY=off") != std::string::npos,
            peers.refusal());
  CHECK(&peers == &PeerMemory::of(Context::of(comm)));
}
