// SPDX-License-Identifier: BSD-3-Clause
#include "support/plain_exchange.hpp"

#include <algorithm>
#include <memory>
#include <vector>

#include <ashlar/base/checked_int.hpp>
#include <ashlar/mpi/check.hpp>
#include <ashlar/mpi/context.hpp>

#include "support/huge_array.hpp"

namespace ashlar::bench {
namespace {

class Exchange {
 public:
  Exchange(mpi::CommunicatorView comm, const Transfers& moves, Index element_bytes) : comm_(comm) {
    const mpi::Context& context = mpi::Context::of(comm);
    const auto messages = [&](const detail::Share& share) {
      std::vector<Message> all;
      for (const detail::Box& box : share.boxes())
        if (!context.node_rank_of(box.rank)) {
          const Index bytes = box.elements * element_bytes;
          all.push_back(
              {box.rank, checked_int(bytes, "the size of a message in bytes"), HugePages(bytes)});
        }
      return all;
    };
    sends_ = messages(moves.sent_by(comm.rank()));
    receives_ = messages(moves.received_by(comm.rank()));
  }

  void run() {
    std::vector<MPI_Request> requests;
    for (Message& m : receives_)
      mpi::check(MPI_Irecv(m.memory.data(), m.bytes, MPI_BYTE, m.rank, 0, comm_.native(),
                           &requests.emplace_back()),
                 "MPI_Irecv");
    for (Message& m : sends_)
      mpi::check(MPI_Isend(m.memory.data(), m.bytes, MPI_BYTE, m.rank, 0, comm_.native(),
                           &requests.emplace_back()),
                 "MPI_Isend");
    mpi::check(MPI_Waitall(static_cast<int>(requests.size()), requests.data(), MPI_STATUSES_IGNORE),
               "MPI_Waitall");
  }

 private:
  struct Message {
    int rank, bytes;
    HugePages memory;
  };

  mpi::CommunicatorView comm_;
  std::vector<Message> sends_, receives_;
};

}  // namespace

Method plain_exchange(mpi::CommunicatorView comm, const Transfers& moves, Index element_bytes) {
  const auto exchange = std::make_shared<Exchange>(comm, moves, element_bytes);
  return {"plain exchange", [exchange] { exchange->run(); }, {}, {}};
}

Index most_bytes_between_hosts(mpi::CommunicatorView comm, const Transfers& moves,
                               Index element_bytes) {
  const mpi::Context& context = mpi::Context::of(comm);
  const auto bytes = [&](const detail::Share& share) {
    Index sum = 0;
    for (const detail::Box& box : share.boxes())
      if (!context.node_rank_of(box.rank)) sum += box.elements * element_bytes;
    return sum;
  };
  Index mine[] = {bytes(moves.sent_by(comm.rank())), bytes(moves.received_by(comm.rank()))};
  Index host[2], most[2];
  mpi::check(MPI_Allreduce(mine, host, 2, MPI_INT64_T, MPI_SUM, context.node().native()),
             "MPI_Allreduce");
  mpi::check(MPI_Allreduce(host, most, 2, MPI_INT64_T, MPI_MAX, comm.native()), "MPI_Allreduce");
  return std::max(most[0], most[1]);
}

}  // namespace ashlar::bench
