// SPDX-License-Identifier: BSD-3-Clause
#include "room.hpp"

namespace ashlar::node {

Room& Room::of(mpi::CommunicatorView comm) {
  mpi::Context& context = mpi::Context::of(comm);
  return context.shared_slot<Room>(key, [&] { return Room(context); });
}

Room::Room(mpi::Context& context)
    : context_(context),
      counters_(context, count),
      is_available_(context.is_single_node() && counters_.is_available()) {}

void Room::begin(int crew_size) {
  // After a failure of one rank Room::end throws on all, so all ranks reset counters here.
  if (has_failed_) {
    counters_ = mpi::NodeCounters(context_, count);
    routine_ = 0;
  }
  has_failed_ = false;
  ++routine_;
  meetings_ = 0;
  crew_size_ = crew_size;
}

void Room::meet() {
  if (crew_size_ == 1) return;
  if (crew_size_ == ranks()) ready();
  counters_.raise(meetings, value_of(++meetings_));
  for (int r = 0; r < crew_size_; ++r) wait(r, meetings, value_of(meetings_));
}

void Room::wait(int rank, Counter counter, std::uint64_t value) {
  try {
    counters_.wait(rank, counter, value);
  } catch (...) {
    has_failed_ = true;
    throw;
  }
}

void Room::meet_team(const Teams& teams, int k, Index number) {
  if (teams.size == 1) return;
  const std::uint64_t value = value_of(number + 1);
  counters_.raise(team_meetings, value);
  for (int place = 0; place < teams.size; ++place)
    wait(teams.member(k, place), team_meetings, value);
}

void Room::end() {
  constexpr Index beyond_all_steps = (Index{1} << 31) - 2;
  if (is_in_crew()) finish(beyond_all_steps);
  for (int r = 0; r < crew_size_; ++r) wait_for(r, beyond_all_steps);
}

}  // namespace ashlar::node
