// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/layout/replicas.hpp>

#include <algorithm>
#include <limits>

#include <ashlar/base/concat.hpp>
#include <ashlar/base/error.hpp>
#include <ashlar/layout/placement.hpp>

namespace ashlar {
namespace {

void check_members(Index members, const Replicas& replicas) {
  expect(replicas.group_size() == 0 || members <= replicas.group_size(),
         "placement: one replica is distributed over ranks up to ", members - 1,
         ", but a group of the replicas has ", detail::counted(replicas.group_size(), "rank"));
}

}  // namespace

Replicas::Replicas(int count, int group_size) : count_(count), group_size_(group_size) {
  expect(count >= 1 && group_size >= 1, "replicas: ", count, " replicas on ",
         detail::counted(group_size, "rank"), " each were asked for, but both must be at least 1");
  expect(Index{count} * group_size < std::numeric_limits<int>::max(), "replicas: ", count,
         " replicas on ", detail::counted(group_size, "rank"),
         " each are more ranks than MPI can number");
}

Replicas::Replicas(const std::vector<std::vector<int>>& groups)
    : Replicas(static_cast<int>(groups.size()),
               groups.empty() ? 1 : static_cast<int>(groups.front().size())) {
  auto table = std::make_shared<Table>();
  for (std::size_t k = 0; k < groups.size(); ++k) {
    expect(groups[k].size() == groups.front().size(), "replicas: group ", k, " has ",
           detail::counted(groups[k].size(), "rank"), ", but the first has ", groups.front().size(),
           "; all groups must have the same size");
    for (int rank : groups[k]) {
      expect(rank >= 0, "replicas: rank ", rank, " of group ", k, " is negative");
      table->places.emplace_back(rank, static_cast<int>(table->ranks.size()));
      table->ranks.push_back(rank);
    }
  }
  std::sort(table->places.begin(), table->places.end());
  for (std::size_t k = 1; k < table->places.size(); ++k)
    expect(table->places[k].first != table->places[k - 1].first, "replicas: rank ",
           table->places[k].first,
           " stands at two places; a rank keeps a part of one replica at most");
  table_ = std::move(table);
}

std::optional<Replicas::Seat> Replicas::seat_of(int rank) const {
  if (group_size_ == 0) return Seat{0, rank};
  if (!table_) {
    if (rank < 0 || rank / group_size_ >= count_) return std::nullopt;
    return Seat{rank / group_size_, rank % group_size_};
  }
  const auto& places = table_->places;
  const auto found = std::lower_bound(places.begin(), places.end(), std::pair{rank, 0});
  if (found == places.end() || found->first != rank) return std::nullopt;
  return Seat{found->second / group_size_, found->second % group_size_};
}

Index Replicas::required_size(Index members) const {
  if (group_size_ == 0) return members;
  return table_ ? Index{table_->places.back().first} + 1 : Index{count_} * group_size_;
}

bool operator==(const Replicas& a, const Replicas& b) {
  if (a.count_ != b.count_ || a.group_size_ != b.group_size_) return false;
  if (a.table_ == b.table_) return true;
  for (int k = 0; k < a.count_; ++k)
    for (int r = 0; r < a.group_size_; ++r)
      if (a.rank_of(k, r) != b.rank_of(k, r)) return false;
  return true;
}

int detail::NearestReplica::replica_for(int reader, int number, int member) const {
  const int count = replicas_.count();
  if (count == 1) return 0;
  const auto seat = replicas_.seat_of(reader);
  if (seat && seat->member == member) return seat->replica;
  if (node_of_.empty()) return number % count;
  const auto is_near = [&](int replica) {
    return node_of_[static_cast<std::size_t>(replicas_.rank_of(replica, member))] ==
           node_of_[static_cast<std::size_t>(reader)];
  };
  int near = 0;
  for (int replica = 0; replica < count; ++replica) near += is_near(replica) ? 1 : 0;
  if (near == 0) return number % count;
  int turn = number % near, replica = 0;
  while (!is_near(replica) || turn-- > 0) ++replica;
  return replica;
}

Placement::Placement(const Layout& layout, const Replicas& replicas)
    : distribution_(layout), replicas_(replicas) {
  check_members(members(), replicas);
}

Placement::Placement(const BlockMap& map, const Replicas& replicas)
    : distribution_(map), replicas_(replicas) {
  check_members(members(), replicas);
}

Index Placement::members() const {
  return layout() != nullptr ? layout()->ranks().required_size() : block_map()->required_size();
}

Index Placement::required_size() const { return replicas_.required_size(members()); }

std::string Placement::to_string() const {
  return concat(layout() != nullptr ? layout()->to_string() : block_map()->to_string(),
                replicas_.count() == 1 ? "" : concat(", ", replicas_.count(), " replicas"));
}

}  // namespace ashlar
