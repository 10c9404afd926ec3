// SPDX-License-Identifier: BSD-3-Clause
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include <ashlar/layout/box_cursor.hpp>

#include "array_cases.hpp"

using namespace ashlar;
using namespace ashlar::test;

namespace {

/// Calls f(source place, target place) for each element of a box in wire order.
template <class F>
void walk(const ArrayBox& box, std::size_t d, Index source, Index target, F&& f) {
  BoxCursor cursor(box.dims[d]);
  for (Run run = cursor.next(); run.length > 0; run = cursor.next())
    for (Index k = 0; k < run.length; ++k) {
      const Index s = source + (run.source_local + k) * box.dims[d].source_stride;
      const Index t = target + (run.target_local + k) * box.dims[d].target_stride;
      if (d == 0) f(s, t);
      else walk(box, d - 1, s, t, f);
    }
}

using Places = std::vector<std::pair<Index, Index>>;
Places walked(const ArrayBox& box) {
  Places places;
  walk(box, box.dims.size() - 1, 0, 0,
       [&](Index source, Index target) { places.emplace_back(source, target); });
  return places;
}

/// Compares with every element of the target's box, one by one.
bool agrees(const ArrayCase& c) {
  const ArrayTransfers transfers(c.source, c.target, c.options);
  const CountedArray source(c.source), target(c.target);
  // What every pair of ranks exchanges, by sender and receiver.
  const auto ranks = [](const Distribution& array) {
    return static_cast<std::size_t>(array.nprocs());
  };
  std::vector<std::vector<Places>> moves(ranks(c.source), std::vector<Places>(ranks(c.target)));
  for (int from = 0; from < c.source.nprocs(); ++from) {
    const ArrayShare share = transfers.sends_of(from);
    for (const ArrayPartner& partner : share.partners()) {
      const ArrayBox box = transfers.box(partner, from, partner.rank);
      Places& places =
          moves[static_cast<std::size_t>(from)][static_cast<std::size_t>(partner.rank)];
      places = walked(box);
      if (static_cast<Index>(places.size()) != partner.elements || box.elements != partner.elements)
        return false;
    }
  }
  Index received = 0;
  for (int to = 0; to < c.target.nprocs(); ++to) {
    const ArrayShare share = transfers.receives_of(to);
    for (const ArrayPartner& partner : share.partners()) {
      const Places places = walked(transfers.box(partner, partner.rank, to));
      if (places != moves[static_cast<std::size_t>(partner.rank)][static_cast<std::size_t>(to)])
        return false;
      received += partner.elements;
    }
  }
  if (received != transfers.elements()) return false;

  // Where each moved place of the target comes from; every element once, and no other.
  Index elements = 0;
  std::vector<std::vector<Places>> left = moves;
  for (auto& row : left)
    for (Places& places : row) std::sort(places.begin(), places.end());
  Position at(transfers.axes().size());
  for (std::size_t d = 0; d < at.size(); ++d) at[d] = transfers.target_box()[d].first;
  for (bool more = transfers.elements() > 0; more; ++elements) {
    Position there(at.size());
    for (std::size_t d = 0; d < at.size(); ++d) {
      const auto s = static_cast<std::size_t>(transfers.axes()[d]);
      there[s] = transfers.source_box()[s].first + at[d] - transfers.target_box()[d].first;
    }
    const Spot from = source.of(there), to = target.of(at);
    const Places& places =
        left[static_cast<std::size_t>(from.rank)][static_cast<std::size_t>(to.rank)];
    if (!std::binary_search(places.begin(), places.end(), std::pair(from.offset, to.offset)))
      return false;
    more = false;
    for (std::size_t d = 0; d < at.size() && !more; ++d) {
      more = ++at[d] < transfers.target_box()[d].last;
      if (!more) at[d] = transfers.target_box()[d].first;
    }
  }
  return elements == received;
}

}  // namespace

TEST_CASE("array transfers: every element of 1 to 6 dimensions, against counting one by one") {
  Draw random(20);
  int wrong = 0;
  for (int k = 0; k < 10000; ++k) {
    const ArrayCase c = random_array_case(random, random(1, 30));
    if (!agrees(c)) ++wrong;
  }
  CHECK(wrong == 0);
}

TEST_CASE("array transfers: the same distribution on both sides is one run that stays") {
  const DistributionSpec spec{.sizes = {6, 8, 10},
                              .dists = {Dist::cyclic(2), Dist::block(), Dist::none()},
                              .psizes = {2, 2, 1}};
  const Distribution array(spec);
  const ArrayTransfers transfers(array, array);
  for (int rank = 0; rank < array.nprocs(); ++rank) {
    const ArrayShare share = transfers.sends_of(rank);
    REQUIRE(share.partners().size() == 1);
    CHECK(share.partners()[0].rank == rank);
    const ArrayBox box = transfers.box(share.partners()[0], rank, rank);
    REQUIRE(box.dims.size() == 1);
    CHECK(box.dims[0].count == array.local_count(rank));
    CHECK(BoxCursor(box.dims[0]).next() == Run{0, 0, 0, array.local_count(rank)});
  }
}

TEST_CASE("array transfers: dimensions that stay whole travel with their neighbours") {
  // The pencils of a transform: z whole, then x and z dealt as before and y whole.
  const Distribution along_z({.sizes = {8, 6, 4},
                              .dists = {Dist::block(), Dist::block(), Dist::none()},
                              .psizes = {2, 2, 1}});
  const Distribution along_y({.sizes = {8, 6, 4},
                              .dists = {Dist::block(), Dist::none(), Dist::none()},
                              .psizes = {2, 1, 1}});
  const ArrayTransfers transfers(along_z, along_y);
  const ArrayShare share = transfers.sends_of(1);  // x of the first half, y of the second
  REQUIRE(share.partners().size() == 1);
  const ArrayBox box = transfers.box(share.partners()[0], 1, 0);
  REQUIRE(box.dims.size() == 2);
  CHECK(box.dims[0].count == 3 * 4);
  CHECK(BoxCursor(box.dims[0]).next() == Run{0, 0, 12, 12});
  CHECK(box.dims[1].count == 4);
}

TEST_CASE("array transfers: a whole dimension of 10^12 elements costs no more than a small one") {
  const Index large = 1'000'000'000'000;
  const Distribution a(
      {.sizes = {large, 100}, .dists = {Dist::cyclic(3), Dist::none()}, .psizes = {4, 1}});
  const Distribution b(
      {.sizes = {large, 100}, .dists = {Dist::cyclic(2), Dist::block()}, .psizes = {2, 2}});
  const ArrayShare share = ArrayTransfers(a, b).sends_of(3);
  CHECK(share.partners().size() == 4);
  Index elements = 0;
  for (const ArrayPartner& partner : share.partners()) elements += partner.elements;
  CHECK(elements == a.local_count(3));
}

TEST_CASE("array transfers: the figures of a slab that is turned between two ranks and four") {
  const Distribution a({.sizes = {8, 6, 4},
                        .dists = {Dist::block(), Dist::none(), Dist::none()},
                        .psizes = {2, 1, 1}});
  const Distribution b({.sizes = {8, 6, 4},
                        .dists = {Dist::none(), Dist::none(), Dist::block()},
                        .psizes = {1, 1, 4}});
  const ArrayTransfers transfers(a, b);
  // Ranks 0 and 1 have 96 elements each, of which every target takes 24.
  const Traffic first = transfers.traffic_of(0), last = transfers.traffic_of(3);
  CHECK(first.kept == 24);
  CHECK(first.sent == 72);
  CHECK(first.received == 24);
  CHECK(first.messages_out == 3);
  CHECK(last.sent == 0);
  CHECK(last.received == 48);
  const TransferSummary sum = transfers.summary(8);
  CHECK(sum.elements == 192);
  CHECK(sum.elements_kept == 48);
  CHECK(sum.messages == 6);
  CHECK(sum.max_received == 48);
  CHECK(sum.max_sent == 72);
  CHECK(sum.max_buffered == 96);
  CHECK(sum.imbalance == 1.0);
  CHECK(sum.to_string().find("bytes moved     1.1 KiB") != std::string::npos);
}

TEST_CASE("array transfers: ranks outside a grid have no part, and nothing moves of empty arrays") {
  const Distribution a({.sizes = {4, 0}, .dists = {Dist::block(), Dist::none()}, .psizes = {2, 1}});
  const ArrayTransfers transfers(a, a);
  CHECK(transfers.elements() == 0);
  for (int rank : {0, 1, 2, 7}) {
    const ArrayShare sends = transfers.sends_of(rank), receives = transfers.receives_of(rank);
    CHECK(sends.partners().empty());
    CHECK(receives.partners().empty());
  }
}

TEST_CASE("array transfers: what does not fit is named with its values") {
  const auto array = [](std::vector<Index> sizes) {
    const std::size_t n = sizes.size();
    return Distribution({.sizes = std::move(sizes),
                         .dists = std::vector<Dist>(n),
                         .psizes = std::vector<int>(n, 1)});
  };
  const auto error_of = [](const Distribution& from, const Distribution& to,
                           const ArrayTransferOptions& options) -> std::string {
    try {
      const ArrayTransfers transfers(from, to, options);
    } catch (const ArgumentError& error) {
      return error.what();
    }
    return "nothing";
  };
  const auto a = array({4, 5, 6});
  CHECK(error_of(a, array({4, 5}), {}).find("3 dimensions, but the target has 2") !=
        std::string::npos);
  CHECK(error_of(a, array({4, 6, 5}), {}).find("takes 6 indices, but dimension 1") !=
        std::string::npos);
  CHECK(error_of(a, a, {.axes = {0, 1, 1}}).find("axis 1 of dimension 2") != std::string::npos);
  CHECK(error_of(a, a, {.axes = {0, 1, 3}}).find("axis 3 of dimension 2") != std::string::npos);
  CHECK(error_of(a, a, {.axes = {0, 1}}).find("2 axes were given") != std::string::npos);
  CHECK(error_of(a, a, {.source = {{0, 4}, {0, 5}, {2, 7}}}).find("2:7 along dimension 2") !=
        std::string::npos);
  CHECK(error_of(a, a, {.target = {{0, 4}}}).find("1 ranges were given for the target") !=
        std::string::npos);
  CHECK(error_of(a, array({6, 4, 5}), {.axes = {2, 0, 1}}) == "nothing");
}
