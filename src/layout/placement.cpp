// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/layout/placement.hpp>

#include <ashlar/base/concat.hpp>
#include <ashlar/base/error.hpp>

namespace ashlar {
namespace {

void check_members(Index members, const Replicas& replicas) {
  expect(replicas.group_size() == 0 || members <= replicas.group_size(),
         "placement: one replica is distributed over ranks up to ", members - 1,
         ", but a group of the replicas has ", detail::counted(replicas.group_size(), "rank"));
}

}  // namespace

Placement::Placement(const Layout& layout, const Replicas& replicas)
    : dealt_(layout), replicas_(replicas) {
  check_members(members(), replicas);
}

Placement::Placement(const BlockMap& map, const Replicas& replicas)
    : dealt_(map), replicas_(replicas) {
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
