// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/mpi/communicator.hpp>

#include <array>
#include <numeric>
#include <type_traits>
#include <vector>

#include <ashlar/base/error.hpp>

#include "support/mpi_test.hpp"

using namespace ashlar;
using mpi::Group;
using test::check_all;
using test::world;

static_assert(!std::is_copy_constructible_v<Group>);

namespace {

std::vector<int> even_ranks() {
  std::vector<int> ranks;
  for (int rank = 0; rank < world().size(); rank += 2) ranks.push_back(rank);
  return ranks;
}

}  // namespace

TEST_CASE("group: the members of a communicator, in its order") {
  const Group all(world());
  CHECK(all.size() == world().size());
  CHECK(all.rank() == world().rank());
  CHECK(Group().size() == 0);
  CHECK(!Group().rank());
  CHECK_THROWS_AS(Group(mpi::CommunicatorView()), ArgumentError);
}

TEST_CASE("group: include and exclude divide the members") {
  const Group all(world());
  const Group even = all.include(even_ranks()), odd = all.exclude(even_ranks());
  CHECK(even.size() + odd.size() == all.size());
  CHECK(even.rank().has_value() == (world().rank() % 2 == 0));
  CHECK(odd.rank().has_value() == (world().rank() % 2 == 1));
  CHECK(all.include(even_ranks()) == even);
  CHECK(all.include({}).size() == 0);
}

TEST_CASE("group: the order given is the order kept") {
  std::vector<int> backwards(static_cast<std::size_t>(world().size()));
  std::iota(backwards.rbegin(), backwards.rend(), 0);
  const Group group = Group(world()).include(backwards);
  CHECK(group.rank() == world().size() - 1 - world().rank());
  CHECK((group == Group(world())) == (world().size() == 1));
}

TEST_CASE("group: ranks are translated, absent ones to nothing") {
  const Group all(world());
  const Group even = all.include(even_ranks());
  std::vector<int> ranks(static_cast<std::size_t>(world().size()));
  std::iota(ranks.begin(), ranks.end(), 0);
  const auto found = all.translate(ranks, even);
  for (int rank : ranks)
    CHECK(found[static_cast<std::size_t>(rank)] ==
          (rank % 2 == 0 ? std::optional<int>(rank / 2) : std::nullopt));
}

TEST_CASE("group: invalid and repeated ranks are refused") {
  const Group all(world());
  CHECK_THROWS_AS((void)all.include(std::array{world().size()}), ArgumentError);
  CHECK_THROWS_AS((void)all.include(std::array{-1}), ArgumentError);
  CHECK_THROWS_AS((void)all.include(std::array{0, 0}), ArgumentError);
  CHECK_THROWS_AS((void)all.exclude(std::array{0, 0}), ArgumentError);
  CHECK_THROWS_AS((void)all.translate(std::array{-1}, all), ArgumentError);
}

TEST_CASE("group: makes a communicator without the ranks outside") {
  const Group even = Group(world()).include(even_ranks());
  const auto comm = mpi::communicator_of(even, world());
  const bool member = world().rank() % 2 == 0;
  check_all(world(), comm.is_null() != member, "members alone have the communicator");
  check_all(world(), !member || (comm.size() == even.size() && comm.rank() == world().rank() / 2),
            "ranks are the group's");
  CHECK_THROWS_AS((void)mpi::communicator_of(even, {}), ArgumentError);
}
