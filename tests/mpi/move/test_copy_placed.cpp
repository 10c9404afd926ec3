// SPDX-License-Identifier: BSD-3-Clause
#include <doctest/doctest.h>

#include <vector>

#include <ashlar/move/copy.hpp>

#include "mpi/matrix/layout_cases.hpp"
#include "mpi/move/placed_specimen.hpp"

using namespace ashlar;
using namespace ashlar::test;

namespace {

/// Tiles of increasing size, distributed over the ranks by a rule that no layout has.
BlockMap uneven_map(Shape shape, int ranks) {
  const auto cuts = [](Index extent) {
    std::vector<Index> result = {0};
    for (Index size = 1; result.back() < extent; ++size)
      result.push_back(std::min(extent, result.back() + size));
    return result;
  };
  return BlockMap(cuts(shape.rows), cuts(shape.cols),
                  [ranks](Index r, Index c) { return static_cast<int>((r * r + 3 * c) % ranks); });
}

template <class T>
bool holds_faces(const BlockMatrix<T>& a) {
  for (Index k = 0; k < a.block_count(); ++k) {
    const Section section = a.map().section_of(a.block_at(k));
    for (Index j = section.cols.first; j < section.cols.last; ++j)
      for (Index i = section.rows.first; i < section.rows.last; ++i)
        if (*a.find(i, j) != face<T>(i, j)) return false;
  }
  return true;
}

}  // namespace

TEST_CASE_TEMPLATE_DEFINE("copy_into: to a block map and back is the identity", T, there_and_back) {
  const auto comm = world();
  const Shape shape{37, 29};
  const Layout layout({.shape = shape, .block = {3, 4}, .grid = {comm.size(), 1}});
  DistMatrix<T> a(comm, layout), back(comm, layout);
  a.fill_with([](Index i, Index j) { return face<T>(i, j); });
  BlockMatrix<T> tiles(comm, uneven_map(shape, comm.size()));
  copy_into(a, tiles);
  check_all(comm, holds_faces(tiles), "in tiles");
  copy_into(tiles, back);
  bool same = true;
  back.for_each_run([&](Index il, Index jl, Index i, Index j, Index count) {
    for (Index k = 0; k < count; ++k) same = same && back.local()(il + k, jl) == face<T>(i + k, j);
  });
  check_all(comm, same, "back");
}
TEST_CASE_TEMPLATE_APPLY(there_and_back, AllElements);

TEST_CASE("copy_into: between two block maps, transposed, tiles in the caller's memory") {
  const auto comm = world();
  const BlockMap from = uneven_map({20, 31}, comm.size());
  const BlockMap to = BlockMap::tiles({31, 20}, {7, 6}, [&](Index r, Index c) {
    return static_cast<int>((2 * r + c) % comm.size());
  });
  BlockMatrix<c128> a(comm, from);
  a.fill_with([](Index i, Index j) { return face<c128>(i, j); });
  std::vector<std::vector<c128>> memory;
  std::vector<detail::LocalBlock<c128>> blocks;
  for (const BlockAt at : to.blocks_of(comm.rank())) {
    const Shape shape = to.section_of(at).shape();
    memory.emplace_back(static_cast<std::size_t>((shape.rows + 2) * shape.cols), c128(-1, -1));
    blocks.push_back({memory.back().data(), shape.rows + 2});
  }
  auto b = BlockMatrix<c128>::wrap(comm, to, blocks);
  CHECK(b.is_wrapped());
  copy_into(a, b, {.op = Op::ConjTrans});
  bool right = true;
  for (Index k = 0; k < b.block_count(); ++k) {
    const Section section = to.section_of(b.block_at(k));
    const LocalView<c128> block = b.block(k);
    for (Index j = 0; j < block.cols; ++j) {
      for (Index i = 0; i < block.rows; ++i)
        right = right && block(i, j) ==
                             std::conj(face<c128>(section.cols.first + j, section.rows.first + i));
      right = right && *(block.at(0, j) + block.rows) == c128(-1, -1);
    }
  }
  check_all(comm, right, "transposed, nothing beside it written");
}

TEST_CASE("block matrix: copies are independent, and elements are found on their ranks") {
  const auto comm = world();
  const BlockMap map = uneven_map({9, 8}, comm.size());
  BlockMatrix<double> a(comm, map);
  a.fill_with([](Index i, Index j) { return face<double>(i, j); });
  BlockMatrix<double> b = a.copy();
  a.fill(0);
  check_all(comm, holds_faces(b), "copied");
  a = std::move(b);
  check_all(comm, holds_faces(a), "moved");
  Index found = 0;
  for (Index i = 0; i < 9; ++i)
    for (Index j = 0; j < 8; ++j) found += a.find(i, j) != nullptr ? 1 : 0;
  CHECK(found == map.element_count(comm.rank()));
  a.set(3, 4, -1);
  if (const double* mine = a.find(3, 4)) CHECK(*mine == -1);
  CHECK_THROWS_AS(a.find(9, 0), ArgumentError);
  CHECK_THROWS_AS(a.view({0, 10}, {0, 1}), ArgumentError);
  CHECK(BlockMatrix<double>().shape() == Shape{0, 0});
}

TEST_CASE("block matrix: blocks of the caller that do not fit are refused on all ranks") {
  const auto comm = world();
  const BlockMap map = BlockMap::tiles({4 * comm.size(), 3}, {4, 3},
                                       [](Index r, Index) { return static_cast<int>(r); });
  std::vector<double> memory(12);
  const bool is_last = comm.rank() == comm.size() - 1;
  using Blocks = std::vector<detail::LocalBlock<double>>;
  CHECK_THROWS_AS(
      BlockMatrix<double>::wrap(comm, map, is_last ? Blocks{} : Blocks{{memory.data(), 4}}),
      ArgumentError);
  CHECK_THROWS_AS(BlockMatrix<double>::wrap(comm, map, {{memory.data(), is_last ? 3 : 4}}),
                  ArgumentError);
  CHECK_THROWS_AS(BlockMatrix<double>::wrap(comm, map, {{is_last ? nullptr : memory.data(), 4}}),
                  ArgumentError);
  CHECK_THROWS_AS(BlockMatrix<double>(comm, BlockMap({0, 1}, {0, 1}, {comm.size()})),
                  ArgumentError);
}

TEST_CASE("copy_into: block maps that do not fit, overlap or ask for too much are refused") {
  const auto comm = world();
  const BlockMap map = uneven_map({12, 12}, comm.size());
  BlockMatrix<double> a(comm, map), b(comm, uneven_map({12, 13}, comm.size()));
  CHECK_THROWS_AS(copy_into(a, b), ArgumentError);
  CHECK_THROWS_AS(copy_into(a, a), ArgumentError);
  CHECK_THROWS_AS(copy_into(a.view({0, 4}, {0, 4}), a.view({3, 7}, {3, 7})), ArgumentError);
  CHECK_THROWS_WITH_AS(copy_into(a, b.view({0, 12}, {0, 12}), {.transport = Transport::Datatypes}),
                       "plan: MPI's derived datatypes move between layouts and arrays of two "
                       "dimensions only; choose another transport",
                       ArgumentError);
  a.fill_with([](Index i, Index j) { return face<double>(i, j); });
  copy_into(a.view({0, 4}, {0, 4}), a.view({4, 8}, {3, 7}));
  bool right = true;
  for (Index i = 4; i < 8; ++i)
    for (Index j = 3; j < 7; ++j)
      if (const double* mine = a.find(i, j)) right = right && *mine == face<double>(i - 4, j - 3);
  check_all(comm, right, "between parts of one matrix");

  std::vector<double> memory(144);
  const BlockMap whole({0, 12}, {0, 12}, {0});
  const bool is_first = comm.rank() == 0;
  std::vector<detail::LocalBlock<double>> blocks;
  if (is_first) blocks.push_back({memory.data(), 12});
  auto wrapped = BlockMatrix<double>::wrap(comm, whole, blocks);
  auto same =
      DistMatrix<double>::wrap(comm, Layout({.shape = {12, 12}, .block = {12, 12}, .grid = {1, 1}}),
                               {is_first ? memory.data() : nullptr, 12});
  CHECK_THROWS_AS(copy_into(wrapped, same), ArgumentError);
  CHECK_THROWS_AS(copy_into(wrapped, a, {.transport = Transport::SharedMemory}), ArgumentError);
}

TEST_CASE("views of views of block maps and replicas are sections of the matrix") {
  const auto comm = world();
  const Layout layout({.shape = {5, 4}, .block = {2, 2}, .grid = {comm.size(), 1}});
  DistMatrix<double> target(comm, layout);
  const auto holds = [&] {
    bool same = true;
    for (Index i = 0; i < 5; ++i)
      for (Index j = 0; j < 4; ++j)
        if (const double* mine = target.find(i, j))
          same = same && *mine == face<double>(i + 9, j + 7);
    return same;
  };
  BlockMatrix<double> tiles(comm, uneven_map({20, 13}, comm.size()));
  tiles.fill_with([](Index i, Index j) { return face<double>(i, j); });
  const auto outer = tiles.view({6, 20}, {5, 13});
  copy_into(outer.view({3, 8}, {2, 6}), target);
  check_all(comm, holds(), "tiles");
  auto everywhere = ReplicatedMatrix<double>::everywhere(comm, {20, 13});
  everywhere.fill_with([](Index i, Index j) { return face<double>(i, j); });
  target.fill(0);
  const detail::PlacedView<const ReplicatedMatrix<double>> read = everywhere.view({6, 20}, {5, 13});
  copy_into(read.view({3, 8}, {2, 6}), target);
  check_all(comm, holds(), "replicas");
  CHECK_THROWS_AS((void)outer.view({0, 15}, {0, 1}), ArgumentError);
}
