// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/layout/placement.hpp>

#include <ashlar/base/concat.hpp>
#include <ashlar/base/expect.hpp>

namespace ashlar {
namespace {

void check_members(Index members, const Copies& copies) {
  expect(copies.group_size() == 0 || members <= copies.group_size(),
         "placement: one copy is dealt to ranks up to ", members - 1,
         ", but a group of the copies has ", copies.group_size(), " ranks");
}

}  // namespace

Placement::Placement(const Layout& layout, const Copies& copies) : dealt_(layout), copies_(copies) {
  check_members(members(), copies);
}

Placement::Placement(const BlockMap& map, const Copies& copies) : dealt_(map), copies_(copies) {
  check_members(members(), copies);
}

Shape Placement::shape() const {
  return layout() != nullptr ? layout()->shape() : block_map()->shape();
}

Index Placement::members() const {
  return layout() != nullptr ? layout()->ranks().required_size() : block_map()->required_size();
}

Index Placement::required_size() const { return copies_.required_size(members()); }

std::string Placement::to_string() const {
  return concat(layout() != nullptr ? layout()->to_string() : block_map()->to_string(),
                copies_.count() == 1 ? "" : concat(", ", copies_.count(), " copies"));
}

}  // namespace ashlar
