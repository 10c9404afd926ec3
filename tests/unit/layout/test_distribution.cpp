// SPDX-License-Identifier: BSD-3-Clause
#include <doctest/doctest.h>

#include <random>
#include <vector>

#include <ashlar/layout/distribution.hpp>

#include "distributed.hpp"

using namespace ashlar;

namespace {

using Runs = std::vector<Distribution::Run>;
using Offsets = std::vector<Index>;

Offsets expanded(const Runs& runs) {
  Offsets offsets;
  for (const Distribution::Run& run : runs)
    for (Index k = 0; k < run.length; ++k) offsets.push_back(run.offset + k);
  return offsets;
}

/// The oracle: visits the elements of the global array in storage order and assigns each to its
/// rank, dimension by dimension, by counting.
struct Counted {
  std::vector<Offsets> offsets;                // by rank, in the order visited
  std::vector<std::vector<Index>> indices_of;  // by offset
  std::vector<int> rank_of;                    // by offset
};

bool advance(std::vector<Index>& indices, const std::vector<Axis>& axes, StorageOrder order) {
  for (std::size_t k = 0; k < axes.size(); ++k) {
    const std::size_t d = order == StorageOrder::Fortran ? k : axes.size() - 1 - k;
    if (++indices[d] < axes[d].extent) return true;
    indices[d] = 0;
  }
  return false;
}

Counted counted(const std::vector<Axis>& axes, StorageOrder order) {
  std::vector<std::vector<DistributedPlace>> places;
  std::size_t nprocs = 1;
  bool empty = false;
  for (const Axis& axis : axes) {
    places.push_back(distribute(axis));
    nprocs *= static_cast<std::size_t>(axis.nprocs);
    empty = empty || axis.extent == 0;
  }
  Counted result;
  result.offsets.resize(nprocs);
  std::vector<Index> indices(axes.size(), 0);
  for (bool more = !empty; more; more = advance(indices, axes, order)) {
    int rank = 0;
    for (std::size_t d = 0; d < axes.size(); ++d)
      rank = rank * axes[d].nprocs + places[d][static_cast<std::size_t>(indices[d])].process;
    result.offsets[static_cast<std::size_t>(rank)].push_back(
        static_cast<Index>(result.rank_of.size()));
    result.indices_of.push_back(indices);
    result.rank_of.push_back(rank);
  }
  return result;
}

bool are_maximal(const Runs& runs) {
  for (std::size_t k = 0; k < runs.size(); ++k) {
    if (runs[k].length < 1) return false;
    if (k > 0 && runs[k].offset <= runs[k - 1].offset + runs[k - 1].length) return false;
  }
  return true;
}

bool elements_agree(const Distribution& array, const Counted& oracle) {
  std::vector<Index> seen(oracle.offsets.size(), 0);
  for (std::size_t offset = 0; offset < oracle.rank_of.size(); ++offset) {
    const std::vector<Index>& indices = oracle.indices_of[offset];
    const int rank = oracle.rank_of[offset];
    if (array.owner_rank(indices) != rank) return false;
    if (array.offset_of(indices) != static_cast<Index>(offset)) return false;
    if (array.local_offset_of(indices) != seen[static_cast<std::size_t>(rank)]++) return false;
  }
  return array.count() == static_cast<Index>(oracle.rank_of.size());
}

bool ranks_agree(const Distribution& array, const Counted& oracle) {
  for (int rank = 0; rank < array.nprocs(); ++rank) {
    const Offsets& offsets = oracle.offsets[static_cast<std::size_t>(rank)];
    const Runs runs = array.runs(rank);
    if (!are_maximal(runs) || expanded(runs) != offsets) return false;
    if (array.local_count(rank) != static_cast<Index>(offsets.size())) return false;
    if (array.rank_of(array.coords_of(rank)) != rank) return false;
  }
  return true;
}

Axis random_axis(std::mt19937& random, Index most_extent) {
  const auto pick = [&](int least, int most) {
    return std::uniform_int_distribution<int>(least, most)(random);
  };
  const int nprocs = pick(1, 4);
  return {pick(0, static_cast<int>(most_extent)), pick(1, 6), nprocs, pick(0, 1) * (nprocs - 1)};
}

}  // namespace

TEST_CASE("distribution: 1 to 4 dimensions agree with counting, in both storage orders") {
  std::mt19937 random(77);
  const Index most_extents[] = {40, 14, 8, 6};
  int wrong = 0;
  for (std::size_t ndims = 1; ndims <= 4; ++ndims)
    for (int k = 0; k < 250; ++k) {
      std::vector<Axis> axes;
      for (std::size_t d = 0; d < ndims; ++d)
        axes.push_back(random_axis(random, most_extents[ndims - 1]));
      for (StorageOrder order : {StorageOrder::C, StorageOrder::Fortran}) {
        const Distribution array(axes, order);
        const Counted oracle = counted(axes, order);
        wrong += !ranks_agree(array, oracle) || !elements_agree(array, oracle);
      }
    }
  CHECK(wrong == 0);
}

TEST_CASE("distribution: the HPF array 100x200x300, CYCLIC(10) x NONE x BLOCK on 2x1x3") {
  const Distribution array({{100, 200, 300},
                            {Dist::cyclic(10), Dist::none(), Dist::block()},
                            {2, 1, 3},
                            StorageOrder::Fortran});
  const Index first[] = {0, 2'000'000, 4'000'000, 10, 2'000'010, 4'000'010};
  CHECK(array.count() == 6'000'000);
  for (int rank = 0; rank < 6; ++rank) {
    const Runs runs = array.runs(rank);
    CHECK(array.local_count(rank) == 1'000'000);
    CHECK(array.local_extents(rank) == std::vector<Index>{50, 200, 100});
    CHECK(runs.front().offset == first[rank]);
    CHECK(runs.back().offset + runs.back().length - runs.front().offset == 1'999'990);
    CHECK(runs.size() == 100'000);
  }
}

TEST_CASE("distribution: 6x4 in C order, CYCLIC(2) x BLOCK(2) on 2x2") {
  const Distribution array({{6, 4}, {Dist::cyclic(2), Dist::block(2)}, {2, 2}, StorageOrder::C});
  CHECK(array.runs(0) == Runs{{0, 2}, {4, 2}, {16, 2}, {20, 2}});
}

TEST_CASE("distribution: 5x5 in 3x3 blocks on 2x2") {
  const Distribution array(
      {{5, 5}, {Dist::cyclic(3), Dist::cyclic(3)}, {2, 2}, StorageOrder::Fortran});
  CHECK(expanded(array.runs(0)) == Offsets{0, 1, 2, 5, 6, 7, 10, 11, 12});
  CHECK(expanded(array.runs(1)) == Offsets{15, 16, 17, 20, 21, 22});
  CHECK(expanded(array.runs(2)) == Offsets{3, 4, 8, 9, 13, 14});
  CHECK(expanded(array.runs(3)) == Offsets{18, 19, 23, 24});
}

TEST_CASE("distribution: ranks are row-major in both storage orders") {
  for (StorageOrder order : {StorageOrder::C, StorageOrder::Fortran}) {
    const Distribution array(
        {{4, 4, 4}, {Dist::block(), Dist::block(), Dist::block()}, {2, 3, 4}, order});
    CHECK(array.nprocs() == 24);
    CHECK(array.coords_of(1) == std::vector<int>{0, 0, 1});
    CHECK(array.coords_of(4) == std::vector<int>{0, 1, 0});
    CHECK(array.coords_of(12) == std::vector<int>{1, 0, 0});
  }
}

TEST_CASE("distribution: whole slices are one run however large they are") {
  const Index side = Index{1} << 30;
  const Distribution rows({{side, side}, {Dist::block(), Dist::none()}, {2, 1}, StorageOrder::C});
  CHECK(rows.runs(1) == Runs{{Index{1} << 59, Index{1} << 59}});
  const Distribution whole({{side, side}, {Dist::none(), Dist::none()}, {1, 1}, StorageOrder::C});
  CHECK(whole.runs(0) == Runs{{0, Index{1} << 60}});
}

TEST_CASE("distribution: an empty dimension empties the array, however large the others are") {
  const Index huge = Index{1} << 62;
  const Distribution array(
      {{huge, 0, huge}, {Dist::block(), Dist::block(), Dist::block()}, {2, 2, 2}, StorageOrder::C});
  CHECK(array.count() == 0);
  for (int rank = 0; rank < 8; ++rank) {
    CHECK(array.local_count(rank) == 0);
    CHECK(array.runs(rank).empty());
  }
}

TEST_CASE("distribution: invalid arguments are refused") {
  CHECK_THROWS_AS(Distribution(std::vector<Axis>{}, StorageOrder::C), ArgumentError);
  CHECK_THROWS_AS(Distribution({Axis{4, 0, 1, 0}}, StorageOrder::C), ArgumentError);
  CHECK_THROWS_AS(Distribution({{4, 4}, {Dist::block()}, {1, 1}, StorageOrder::C}), ArgumentError);
  CHECK_THROWS_AS(Distribution({{4}, {Dist::none()}, {2}, StorageOrder::C}), ArgumentError);
  CHECK_THROWS_AS(Distribution({Axis{4, 1, 65536, 0}, Axis{4, 1, 65536, 0}}, StorageOrder::C),
                  ArgumentError);
  const Index huge = Index{1} << 32;
  CHECK_THROWS_AS(Distribution({Axis{huge, 1, 1, 0}, Axis{huge, 1, 1, 0}}, StorageOrder::C),
                  OverflowError);
  const Distribution array({{4}, {Dist::block()}, {2}, StorageOrder::C});
  CHECK_THROWS_AS(array.coords_of(2), ArgumentError);
  CHECK_THROWS_AS(array.local_count(-1), ArgumentError);
  CHECK_THROWS_AS(array.runs(7), ArgumentError);
}
