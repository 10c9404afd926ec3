// SPDX-License-Identifier: BSD-3-Clause
#include "mpi/peer_memory.hpp"

#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <random>

#include <ashlar/base/concat.hpp>
#include <ashlar/base/error.hpp>
#include <ashlar/mpi/agree.hpp>
#include <ashlar/mpi/check.hpp>
#include <ashlar/mpi/context.hpp>

#include "base/settings.hpp"
#include "collectives.hpp"
#include "mpi/mapping.hpp"
#include "wait_in.hpp"

namespace ashlar::mpi {
namespace {

constexpr std::size_t most_stretches = 1024;  // IOV_MAX of Linux

using Token = std::array<std::uint64_t, 4>;

Token random_token() {
  std::random_device device;
  Token token;
  for (std::uint64_t& word : token) word = (std::uint64_t{device()} << 32) ^ device();
  return token;
}

struct Card {
  std::int64_t process;
  const std::byte* place;  // address of the token
  Token token;
};

class Batch {
 public:
  /// Adds as many of `reads` as fit, without the first `skipped` bytes.
  Batch(std::span<const PeerRead> reads, Index skipped) {
    for (const PeerRead& read : reads.first(std::min(reads.size(), most_stretches))) {
      const auto bytes = static_cast<std::size_t>(read.bytes - skipped);
      std::byte* const into = read.into + skipped;
      // The call only reads, but takes addresses without const.
      from_[from_count_++] = {const_cast<std::byte*>(read.from + skipped), bytes};
      if (into_count_ > 0 && end_ == into) into_[into_count_ - 1].iov_len += bytes;
      else into_[into_count_++] = {into, bytes};
      end_ = into + bytes;
      skipped = 0;
    }
  }

  /// Number of bytes copied, or -1 with errno.
  ssize_t run(pid_t process) const {
    ssize_t copied = -1;
    do {
      copied = process_vm_readv(process, into_.data(), into_count_, from_.data(), from_count_, 0);
    } while (copied < 0 && errno == EINTR);
    return copied;
  }

 private:
  std::array<iovec, most_stretches> into_, from_;
  std::size_t into_count_ = 0, from_count_ = 0;
  const std::byte* end_ = nullptr;
};

}  // namespace

PeerMemory& PeerMemory::of(Context& context) {
  return context.shared_slot<PeerMemory>("mpi.peer_memory", [&] { return PeerMemory(context); });
}

PeerMemory::PeerMemory(Context& context) {
  if (!context.settings().peer_memory) {
    refusal_ = "reading other ranks' memory is switched off (ASHLAR_PEER_MEMORY=off)";
    return;
  }
  together(context.node(),
           [&] { processes_.reserve(static_cast<std::size_t>(context.node_size())); });
  const Token token = random_token();
  const Card mine{getpid(), reinterpret_cast<const std::byte*>(&token), token};
  const std::vector<Card> cards = all_gather(context.node(), mine);
  for (const Card& card : cards) processes_.push_back(static_cast<pid_t>(card.process));
  try {
    // Tokens stay valid until all ranks have read them.
    together(context.node(), [&] {
      for (int rank = 0; rank < context.node_size(); ++rank) {
        if (rank == context.node_rank()) continue;
        const Card& card = cards[static_cast<std::size_t>(rank)];
        Token found{};
        const PeerRead trial{reinterpret_cast<std::byte*>(&found), card.place, sizeof found};
        read(rank, {&trial, 1});
        if (found != card.token)
          throw ForeignError(
              "peer memory: a rank's process number is another process here; the rank runs in "
              "another container");
      }
    });
  } catch (const ForeignError& error) {
    refusal_ = error.what();
  }
}

void PeerMemory::read(int node_rank, std::span<const PeerRead> reads) const {
  Index skipped = 0;  // bytes of the first range already copied
  while (!reads.empty()) {
    const ssize_t copied =
        Batch(reads, skipped).run(processes_[static_cast<std::size_t>(node_rank)]);
    if (copied <= 0)
      throw ForeignError(concat(
          "peer memory: rank ", node_rank,
          " of this node cannot be read: ", copied < 0 ? errno_text() : std::string("nothing came"),
          "; move memory that the system maps specially with Transport::Messages"));
    // A call may end early, also within a range.
    Index rest = copied + skipped;
    while (!reads.empty() && rest >= reads.front().bytes) {
      rest -= reads.front().bytes;
      reads = reads.subspan(1);
    }
    skipped = rest;
  }
}

}  // namespace ashlar::mpi
