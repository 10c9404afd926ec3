// SPDX-License-Identifier: BSD-3-Clause
#include <doctest/doctest.h>

#include <limits>
#include <vector>

#include <ashlar/matrix/wrap_rows.hpp>
#include <ashlar/move/copy.hpp>
#include <ashlar/move/mirror.hpp>

#include "mpi/matrix/layout_cases.hpp"

using namespace ashlar;
using namespace ashlar::test;

namespace {

constexpr Index cols = 7;

/// Number of rows of a rank: 0 on every third rank, more on later ones.
Index rows_of(int rank) { return rank % 3 == 1 ? 0 : 2 + 3 * Index{rank}; }

/// First row of a rank in the whole table.
Index first_row_of(int rank) {
  Index first = 0;
  for (int before = 0; before < rank; ++before) first += rows_of(before);
  return first;
}

/// A C array of this rank's rows: element (i, j) of the table is face(i, j).
template <class T>
std::vector<T> slab_of_faces(int rank) {
  std::vector<T> slab;
  for (Index i = 0; i < rows_of(rank); ++i)
    for (Index j = 0; j < cols; ++j) slab.push_back(face<T>(first_row_of(rank) + i, j));
  return slab;
}

template <class T, class F>
bool holds(const DistMatrix<T>& a, F&& expected) {
  bool ok = true;
  a.for_each_run([&](Index il, Index jl, Index i, Index j, Index count) {
    for (Index k = 0; k < count; ++k) ok = ok && a.local()(il + k, jl) == expected(i + k, j);
  });
  return ok;
}

}  // namespace

TEST_CASE_TEMPLATE_DEFINE("wrap_rows: unequal C-order slabs into any layout, turned, and back", T,
                          row_slabs) {
  const auto comm = world();
  const Index rows = first_row_of(comm.size());
  std::vector<T> mine = slab_of_faces<T>(comm.rank());
  const std::vector<T> faces = mine;
  auto table = wrap_rows(comm, rows_of(comm.rank()), cols, mine.data());
  CHECK(table.shape() == Shape{rows, cols});
  CHECK(table.is_wrapped());
  CHECK(table.storage_order() == StorageOrder::C);

  const Layout layout({.shape = {rows, cols}, .block = {3, 2}, .grid = {1, comm.size()}});
  DistMatrix<T> a(comm, layout);
  copy_into(table, a);
  check_all(comm, holds(a, [](Index i, Index j) { return face<T>(i, j); }), "into a layout");

  DistMatrix<T> turned(comm, layout.with_shape({cols, rows}));
  copy_into(table, turned, {.op = Op::Trans});
  check_all(comm, holds(turned, [](Index i, Index j) { return face<T>(j, i); }), "transposed");

  mine.assign(mine.size(), T{});
  copy_into(a, table);
  check_all(comm, mine == faces, "back");
  mine.assign(mine.size(), T{});
  copy_into(turned, table, {.op = Op::Trans});
  check_all(comm, mine == faces, "back from its transposed");

  const BlockMatrix<T> copy = table.copy();
  CHECK(copy.storage_order() == StorageOrder::C);
  mine.assign(mine.size(), T{});
  copy_into(copy, table);
  check_all(comm, mine == faces, "from a copy");

  const auto constant = wrap_rows(comm, rows_of(comm.rank()), cols, faces.data());
  a.fill(T{});
  copy_into(*constant, a);
  check_all(comm, holds(a, [](Index i, Index j) { return face<T>(i, j); }), "of constant memory");
}
TEST_CASE_TEMPLATE_APPLY(row_slabs, AllElements);

TEST_CASE("wrap_rows: tables without rows or columns") {
  const auto comm = world();
  CHECK(wrap_rows(comm, 0, 4, static_cast<double*>(nullptr)).shape() == Shape{0, 4});
  CHECK(wrap_rows(comm, 2, 0, static_cast<double*>(nullptr)).shape() == Shape{2 * comm.size(), 0});
  std::vector<double> row(3, 1.0 + comm.rank());
  const bool is_last = comm.rank() == comm.size() - 1;
  const auto table = wrap_rows(comm, is_last ? 1 : 0, 3, row.data());
  CHECK(table.shape() == Shape{1, 3});
  if (is_last) CHECK(*table.find(0, 2) == comm.size());
}

TEST_CASE("wrap_rows: wrong numbers and pointers on one rank are refused on all") {
  const auto comm = world();
  std::vector<double> memory(12);
  const bool is_last = comm.rank() == comm.size() - 1;
  CHECK_THROWS_AS(wrap_rows(comm, is_last ? -1 : 2, 3, memory.data()), ArgumentError);
  CHECK_THROWS_AS(wrap_rows(comm, 2, 3, is_last ? nullptr : memory.data()), ArgumentError);
  CHECK_THROWS_AS(
      wrap_rows(comm, is_last ? std::numeric_limits<Index>::max() : 2, 3, memory.data()), Error);
}

TEST_CASE("BlockMatrix: row-major blocks that the matrix owns, and those of the caller") {
  const auto comm = world();
  const BlockMap map({0, 2, 7}, {0, 3, 4, 9},
                     [&](Index r, Index c) { return static_cast<int>((2 * r + c) % comm.size()); });
  BlockMatrix<double> own(comm, map, {.order = StorageOrder::C});
  own.fill_with([](Index i, Index j) { return face<double>(i, j); });
  for (Index k = 0; k < own.block_count(); ++k) CHECK(own.block(k).col_stride == 1);

  std::vector<std::vector<double>> memory;
  std::vector<detail::LocalBlock<double>> blocks;
  for (const BlockAt at : map.blocks_of(comm.rank())) {
    const Shape shape = map.section_of(at).shape();
    memory.emplace_back(static_cast<std::size_t>(shape.rows * (shape.cols + 2)), -1);
    blocks.push_back({memory.back().data(), shape.cols + 2, StorageOrder::C});
  }
  auto wrapped = BlockMatrix<double>::wrap(comm, map, blocks);
  copy_into(own, wrapped);
  bool right = wrapped.storage_order() == StorageOrder::C;
  for (std::size_t k = 0; k < memory.size(); ++k) {
    const Section section = map.section_of(map.blocks_of(comm.rank())[k]);
    const Index width = section.cols.size();
    for (Index i = 0; i < section.rows.size(); ++i)
      for (Index j = 0; j < width + 2; ++j)
        right = right &&
                memory[k][static_cast<std::size_t>(i * (width + 2) + j)] ==
                    (j < width ? face<double>(section.rows.first + i, section.cols.first + j) : -1);
  }
  check_all(comm, right, "each element in its row, nothing beside it written");
}

TEST_CASE("BlockMatrix: a square of row-major tiles is transposed in place") {
  const auto comm = world();
  const BlockMap map({0, 2, 5, 9}, {0, 4, 6, 9},
                     [&](Index r, Index c) { return static_cast<int>((r + 2 * c) % comm.size()); });
  BlockMatrix<double> a(comm, map, {.order = StorageOrder::C});
  a.fill_with([](Index i, Index j) { return face<double>(i, j); });
  transpose_in_place(a);
  bool right = true;
  for (Index i = 0; i < 9; ++i)
    for (Index j = 0; j < 9; ++j)
      if (const double* mine = a.find(i, j)) right = right && *mine == face<double>(j, i);
  check_all(comm, right, "transposed");
}

TEST_CASE("BlockMatrix: blocks of two orders are refused on all ranks") {
  const auto comm = world();
  std::vector<double> memory(12);
  const BlockMap map = BlockMap::tiles({4 * Index{comm.size()}, 3}, {2, 3},
                                       [](Index r, Index) { return static_cast<int>(r / 2); });
  const StorageOrder last =
      comm.rank() == comm.size() - 1 ? StorageOrder::C : StorageOrder::Fortran;
  using Blocks = std::vector<detail::LocalBlock<double>>;
  CHECK_THROWS_AS(BlockMatrix<double>::wrap(
                      comm, map, Blocks{{memory.data(), 3}, {memory.data() + 6, 3, last}}),
                  ArgumentError);
  if (comm.size() > 1)
    CHECK_THROWS_AS(BlockMatrix<double>::wrap(
                        comm, map, Blocks{{memory.data(), 3, last}, {memory.data() + 6, 3, last}}),
                    ArgumentError);
}
