// SPDX-License-Identifier: BSD-3-Clause
#include "arrivals.hpp"

#include <ashlar/mpi/context.hpp>

#include "watchdog.hpp"

namespace ashlar::mpi {

Arrivals::Arrivals(Context& context)
    : context_(context), node_(context.node()), counters_(context, 2) {}

Arrivals::~Arrivals() {
  for (const CommunicatorView comm : {user_, context_.comm(), node_})
    Watchdog::instance().know(comm, nullptr);
}

void Arrivals::tell(CommunicatorView user) {
  user_ = user;
  for (const CommunicatorView comm : {user_, context_.comm(), node_})
    Watchdog::instance().know(comm, this);
}

std::uint64_t Arrivals::begin(CommunicatorView comm) {
  const int k = which(comm);
  const std::uint64_t number = ++begun_[static_cast<std::size_t>(k)];
  if (counters_.is_available()) counters_.raise(k, number);
  return number;
}

std::vector<int> Arrivals::late(CommunicatorView comm, std::uint64_t number) const {
  std::vector<int> ranks;
  if (!counters_.is_available()) return ranks;
  for (int r = 0; r < context_.node_size(); ++r)
    if (counters_.value(r, which(comm)) < number)
      ranks.push_back(context_.node_ranks()[static_cast<std::size_t>(r)]);
  return ranks;
}

}  // namespace ashlar::mpi
