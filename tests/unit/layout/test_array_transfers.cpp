// SPDX-License-Identifier: BSD-3-Clause
#include <doctest/doctest.h>

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include <ashlar/layout/array_transfers.hpp>

#include "array_cases.hpp"

using namespace ashlar;
using namespace ashlar::test;

namespace {

using Places = std::vector<std::pair<Index, Index>>;

/// Adds the places of the elements of a box at both ends, in wire order.
/// @param d  a dimension, counted from the slowest one
void walk(const std::vector<detail::BoxDim>& dims, std::size_t d, Index source, Index target,
          Places& places) {
  const detail::BoxDim& dim = dims[d];
  const auto step = [&](Index from, Index to) {
    const Index s = source + from * dim.source_stride, t = target + to * dim.target_stride;
    if (d == 0) places.emplace_back(s, t);
    else walk(dims, d - 1, s, t, places);
  };
  if (dim.runs == nullptr)
    for (Index k = 0; k < dim.scale; ++k) step(k, k);
  else
    dim.runs->for_each([&](const detail::Run& run) {
      for (Index k = 0; k < run.length * dim.scale; ++k)
        step(run.source_local * dim.scale + k, run.target_local * dim.scale + k);
    });
}

Places walked(const std::vector<detail::BoxDim>& dims) {
  Places places;
  walk(dims, dims.size() - 1, 0, 0, places);
  return places;
}

/// Compares with every element of the target's box, one by one.
bool agrees(const ArrayCase& c) {
  const ArrayTransfers transfers(c.source, c.target, c.options);
  const CountedArray source(c.source), target(c.target);
  // Exchanges between every pair of ranks, by sender and receiver.
  const auto ranks = [](const Distribution& array) {
    return static_cast<std::size_t>(array.nprocs());
  };
  std::vector<std::vector<Places>> moves(ranks(c.source), std::vector<Places>(ranks(c.target)));
  for (int from = 0; from < c.source.nprocs(); ++from) {
    const detail::Share share = transfers.sent_by(from);
    for (const detail::Box& box : share.boxes()) {
      Places& places = moves[static_cast<std::size_t>(from)][static_cast<std::size_t>(box.rank)];
      if (!places.empty()) return false;
      places = walked(transfers.wire_dims(box, from, box.rank));
      if (std::ssize(places) != box.elements) return false;
    }
  }
  Index received = 0;
  for (int to = 0; to < c.target.nprocs(); ++to) {
    const detail::Share share = transfers.received_by(to);
    for (const detail::Box& box : share.boxes()) {
      const Places places = walked(transfers.wire_dims(box, box.rank, to));
      if (places != moves[static_cast<std::size_t>(box.rank)][static_cast<std::size_t>(to)])
        return false;
      received += box.elements;
    }
  }
  if (received != transfers.elements()) return false;

  // Origin of each moved place of the target; every element once, and no other.
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
    const detail::Share share = transfers.sent_by(rank);
    REQUIRE(share.boxes().size() == 1);
    CHECK(share.boxes()[0].rank == rank);
    const std::vector<detail::BoxDim> dims = transfers.wire_dims(share.boxes()[0], rank, rank);
    REQUIRE(dims.size() == 1);
    CHECK(dims[0].runs == nullptr);
    CHECK(dims[0].scale == array.local_count(rank));
    CHECK(dims[0].count == array.local_count(rank));
  }
}

TEST_CASE("array transfers: dimensions that stay whole travel with their neighbours") {
  // The pencils of a transform: z whole, then y and z whole, with x distributed as before.
  const Distribution along_z({.sizes = {8, 6, 4},
                              .dists = {Dist::block(), Dist::block(), Dist::none()},
                              .psizes = {2, 2, 1}});
  const Distribution along_y({.sizes = {8, 6, 4},
                              .dists = {Dist::block(), Dist::none(), Dist::none()},
                              .psizes = {2, 1, 1}});
  const ArrayTransfers transfers(along_z, along_y);
  const detail::Share share = transfers.sent_by(1);  // x of the first half, y of the second
  REQUIRE(share.boxes().size() == 1);
  const std::vector<detail::BoxDim> dims = transfers.wire_dims(share.boxes()[0], 1, 0);
  REQUIRE(dims.size() == 2);
  CHECK(dims[0].count == 3 * 4);
  REQUIRE(dims[0].runs != nullptr);
  CHECK(dims[0].scale == 4);
  std::vector<detail::Run> runs;
  dims[0].runs->for_each([&](const detail::Run& run) { runs.push_back(run); });
  CHECK(runs == std::vector<detail::Run>{{3, 0, 3, 3}});
  CHECK(dims[1].count == 4);
}

TEST_CASE("array transfers: a whole dimension of 10^12 elements costs no more than a small one") {
  const Index large = 1'000'000'000'000;
  const Distribution a(
      {.sizes = {large, 100}, .dists = {Dist::cyclic(3), Dist::none()}, .psizes = {4, 1}});
  const Distribution b(
      {.sizes = {large, 100}, .dists = {Dist::cyclic(2), Dist::block()}, .psizes = {2, 2}});
  const detail::Share share = ArrayTransfers(a, b).sent_by(3);
  CHECK(share.boxes().size() == 4);
  Index elements = 0;
  for (const detail::Box& box : share.boxes()) elements += box.elements;
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
    const detail::Share sends = transfers.sent_by(rank), receives = transfers.received_by(rank);
    CHECK(sends.boxes().empty());
    CHECK(receives.boxes().empty());
  }
}

TEST_CASE("array transfers: mismatches are refused with their values") {
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
  CHECK(error_of(a, a, {.axes = {0, 1}}).find("axes has 2 numbers") != std::string::npos);
  CHECK(error_of(a, a, {.source = {{0, 4}, {0, 5}, {2, 7}}}).find("2:7 along dimension 2") !=
        std::string::npos);
  CHECK(error_of(a, a, {.target = {{0, 4}}}).find("the box of the target has 1 range, but") !=
        std::string::npos);
  CHECK(error_of(a, array({6, 4, 5}), {.axes = {2, 0, 1}}) == "nothing");
}

TEST_CASE("wire order: elements travel along the source's fastest dimension, then the target's") {
  using List = std::vector<int>;
  const auto order = [](const List& axes, StorageOrder source, StorageOrder target) {
    const detail::DimList list = detail::wire_order(axes, source, target);
    return List(list.begin(), list.end());
  };
  const auto f = StorageOrder::Fortran, c = StorageOrder::C;
  CHECK(order({0, 1}, f, f) == List{0, 1});
  CHECK(order({1, 0}, f, f) == List{1, 0});
  CHECK(order({0, 1}, c, c) == List{1, 0});
  CHECK(order({0, 1, 2}, c, c) == List{2, 1, 0});
  CHECK(order({0, 1, 2}, c, f) == List{2, 0, 1});
  CHECK(order({0}, f, c) == List{0});
  // The target's dimensions are the source's 2, 0, 1.
  CHECK(order({2, 0, 1}, f, f) == List{1, 0, 2});
  CHECK(order({2, 0, 1}, c, c) == List{0, 2, 1});
}
