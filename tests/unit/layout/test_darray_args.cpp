// SPDX-License-Identifier: BSD-3-Clause
#include <doctest/doctest.h>

#include <limits>
#include <string>
#include <vector>

#include <ashlar/layout/descriptor.hpp>

using namespace ashlar;

namespace {

using Offsets = std::vector<Index>;

constexpr Index int_max = std::numeric_limits<int>::max();

Offsets packed_offsets(const DarrayArgs& args) {
  Offsets offsets;
  for (const Distribution::Run& run : Distribution(args.spec).runs(args.rank))
    for (Index k = 0; k < run.length; ++k) offsets.push_back(run.offset + k);
  return offsets;
}

// ScaLAPACK's local array at `c`, column by column: the offset of each element in the m x n Fortran
// array.
Offsets scalapack_offsets(const Layout& layout, Coord c) {
  Offsets offsets;
  const Shape local = layout.local_shape(c);
  for (Index jl = 0; jl < local.cols; ++jl)
    for (Index il = 0; il < local.rows; ++il)
      offsets.push_back(layout.rows().to_global(c.row, il) +
                        layout.cols().to_global(c.col, jl) * layout.shape().rows);
  return offsets;
}

template <class F>
void for_each_layout(F&& f) {
  for (Shape shape : {Shape{1, 1}, Shape{9, 9}, Shape{7, 12}, Shape{20, 3}})
    for (Block block : {Block{1, 1}, Block{2, 3}, Block{4, 2}, Block{50, 64}})
      for (GridShape grid : {GridShape{1, 1}, GridShape{2, 3}, GridShape{3, 2}, GridShape{1, 4}})
        for (int row = 0; row < grid.rows; ++row)
          for (int col = 0; col < grid.cols; ++col)
            for (GridOrder order : {GridOrder::Row, GridOrder::Column})
              f(Layout({shape, block, grid, {row, col}, order}));
}

template <class Change>
std::string reason_after(Change&& change) {
  DarrayArgs args{
      6, 0, {{9, 9}, {Dist::cyclic(2), Dist::cyclic(2)}, {2, 3}, StorageOrder::Fortran}};
  change(args);
  return why_no_darray(args);
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("darray: the packed darray of each process is its ScaLAPACK local array") {
  int wrong = 0;
  for_each_layout([&](const Layout& layout) {
    for (int p = 0; p < layout.grid().rows; ++p)
      for (int q = 0; q < layout.grid().cols; ++q) {
        const DarrayArgs args = darray_args_of(layout, Coord{p, q});
        wrong += !why_no_darray(args).empty();
        wrong += packed_offsets(args) != scalapack_offsets(layout, {p, q});
      }
  });
  CHECK(wrong == 0);
}

TEST_CASE("darray: its rank counts from the source, row by row") {
  const Layout layout({{9, 9}, {2, 2}, {2, 3}, {1, 2}, GridOrder::Column});
  CHECK(darray_args_of(layout, Coord{1, 2}).rank == 0);
  CHECK(darray_args_of(layout, Coord{1, 0}).rank == 1);
  CHECK(darray_args_of(layout, Coord{0, 2}).rank == 3);
  CHECK(darray_args_of(layout, Coord{0, 2}).size == 6);
}

TEST_CASE("darray: a rank map determines only the owners") {
  const Layout mapped({{9, 9}, {2, 2}, {2, 3}, {}, GridOrder::Row, {4, 9, 0, 11, 3, 8}});
  const Layout plain({{9, 9}, {2, 2}, {2, 3}, {}});
  CHECK(packed_offsets(darray_args_of(mapped, 9)) == packed_offsets(darray_args_of(plain, 1)));
  CHECK_THROWS_WITH_AS(darray_args_of(mapped, 5),
                       "darray of a layout: rank 5 is idle: it keeps no element; use a count of "
                       "zero instead of a darray",
                       ArgumentError);
}

TEST_CASE("darray: Fortran order gives the layout itself, all distributions") {
  const Dist dists[] = {Dist::block(), Dist::block(7), Dist::cyclic(), Dist::cyclic(3)};
  for (const Dist& row_dist : dists)
    for (const Dist& col_dist : dists) {
      DarrayArgs args{6, 0, {{13, 11}, {row_dist, col_dist}, {2, 3}, StorageOrder::Fortran}};
      const Layout layout = layout_of_darray(args);
      CHECK(layout.shape() == Shape{13, 11});
      CHECK(layout.grid() == GridShape{2, 3});
      for (args.rank = 0; args.rank < 6; ++args.rank)
        CHECK(packed_offsets(args) ==
              scalapack_offsets(layout, *layout.ranks().coord_of(args.rank)));
    }
}

TEST_CASE("darray: C order gives the transpose on the transposed grid with column-major ranks") {
  DarrayArgs args{6, 0, {{13, 11}, {Dist::cyclic(2), Dist::block()}, {2, 3}, StorageOrder::C}};
  const Layout layout = layout_of_darray(args);
  CHECK(layout == Layout({{11, 13}, {4, 2}, {3, 2}, {}, GridOrder::Column}));
  for (args.rank = 0; args.rank < 6; ++args.rank)
    CHECK(packed_offsets(args) == scalapack_offsets(layout, *layout.ranks().coord_of(args.rank)));

  const Distribution array(args.spec);
  const Layout owners = layout.transposed();
  for (Index i = 0; i < 13; ++i)
    for (Index j = 0; j < 11; ++j)
      CHECK(owners.owner_rank(i, j) == array.owner_rank(std::vector<Index>{i, j}));
}

TEST_CASE("darray: layout and arguments lead to each other") {
  for_each_layout([](const Layout& layout) {
    if (layout.source() != Coord{0, 0} || layout.grid_order() != GridOrder::Row) return;
    const Layout again = layout_of_darray(darray_args_of(layout, Coord{0, 0}));
    CHECK(again.shape() == layout.shape());
    for (Index i = 0; i < layout.shape().rows; ++i)
      for (Index j = 0; j < layout.shape().cols; ++j)
        CHECK(again.owner_rank(i, j) == layout.owner_rank(i, j));
  });
}

TEST_CASE("darray: only a matrix has a layout") {
  CHECK_THROWS_AS(layout_of_darray({1, 0, {{4}, {Dist::block()}, {1}, StorageOrder::C}}),
                  ArgumentError);
  CHECK_THROWS_AS(layout_of_darray({4, 0, {{9, 9}, {Dist::block(4), Dist::none()}, {2, 1}}}),
                  ArgumentError);
}

TEST_CASE("darray: an empty matrix has none") {
  CHECK(contains(why_no_darray(Layout({{0, 9}, {2, 2}, {2, 3}, {}})), "rows: the extent is 0"));
  CHECK(contains(why_no_darray(Layout({{9, 0}, {2, 2}, {2, 3}, {}})), "columns: the extent is 0"));
  CHECK_THROWS_AS(darray_args_of(Layout({{0, 9}, {2, 2}, {2, 3}, {}}), Coord{0, 0}), ArgumentError);
}

TEST_CASE("darray: numbers beyond an int have none, process count x block included") {
  const auto reason = [](Index m, Index mb, int p) {
    return why_no_darray(Layout({{m, 3}, {mb, 1}, {p, 1}, {}}));
  };
  CHECK(reason(int_max, 64, 4) == "");
  CHECK(contains(reason(int_max + 1, 64, 4), "the extent is 2147483648"));
  // Open MPI accepts this one without an error and creates a wrong type.
  CHECK(contains(reason(2'000'000'000, 1'000'000'000, 4), "1000000000 x 4"));
  CHECK(reason(2'000'000'000, 1 << 29, 3) == "");
  CHECK(contains(reason(2'000'000'000, 1 << 29, 4), "536870912 x 4"));
  CHECK(reason(2'000'000'000, (1 << 29) - 1, 4) == "");
  CHECK(reason(9, Index{1} << 62, 4) == "");
}

TEST_CASE("darray: arguments that MPI refuses or gets wrong have a reason") {
  CHECK(reason_after([](DarrayArgs&) {}) == "");
  CHECK(
      contains(reason_after([](DarrayArgs& a) { a.size = 4; }), "6 positions, but the size is 4"));
  CHECK(contains(reason_after([](DarrayArgs& a) { a.rank = 6; }), "rank 6"));
  CHECK(contains(reason_after([](DarrayArgs& a) { a.rank = -1; }), "rank -1"));
  CHECK(contains(reason_after([](DarrayArgs& a) { a.spec.sizes[1] = 0; }), "dimension 1"));
  CHECK(contains(reason_after([](DarrayArgs& a) { a.spec.sizes[0] = -9; }), "extent is -9"));
  CHECK(contains(reason_after([](DarrayArgs& a) { a.spec.psizes[0] = 0; }), "0 processes"));
  CHECK(
      contains(reason_after([](DarrayArgs& a) { a.spec.psizes.pop_back(); }), "1 process counts"));
  CHECK(contains(reason_after([](DarrayArgs& a) { a.spec.dists[0] = Dist::none(); }), "NONE"));
  CHECK(
      contains(reason_after([](DarrayArgs& a) { a.spec.dists[0] = Dist::block(4); }), "BLOCK(4)"));
  CHECK(contains(reason_after([](DarrayArgs& a) { a.spec.dists[0] = Dist::cyclic(int_max); }),
                 "2147483647 x 2"));
}

TEST_CASE("darray: a default BLOCK that ints cannot round up has a reason") {
  // 7 divides 2^31 - 2, but the addition of 6 before the division overflows.
  const DarrayArgs args{7, 0, {{int_max - 1}, {Dist::block()}, {7}, StorageOrder::C}};
  CHECK(contains(why_no_darray(args), "rounded up beyond"));
  const DarrayArgs cyclic{7, 0, {{int_max}, {Dist::cyclic()}, {7}, StorageOrder::C}};
  CHECK(why_no_darray(cyclic) == "");
}

TEST_CASE("darray: a position outside the grid is refused") {
  const Layout layout({{9, 9}, {2, 2}, {2, 3}, {}});
  for (Coord c : {Coord{2, 0}, Coord{0, 3}, Coord{-1, 0}, Coord{0, -1}})
    CHECK_THROWS_AS(darray_args_of(layout, c), ArgumentError);
}
