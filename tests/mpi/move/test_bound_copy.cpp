// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/matrix/bind.hpp>
#include <ashlar/move/copy.hpp>

#include "mpi/matrix/layout_cases.hpp"

using namespace ashlar;
using namespace ashlar::test;

TEST_CASE("copy_into: between two groups of ranks that share none, bound to a wider communicator") {
  const int size = world().size(), rank = world().rank();
  for (int left_ranks = 1; left_ranks < size; ++left_ranks) {
    const bool is_left = rank < left_ranks;
    const auto group = mpi::Communicator::split(world(), is_left ? 0 : 1, is_left ? rank : -rank);
    const auto grid = ProcessGrid::balanced(group, is_left ? GridOrder::Row : GridOrder::Column);
    const Shape shape = is_left ? Shape{13, 11} : Shape{11, 13};
    DistMatrix<double> mine(grid, shape, {.block = is_left ? Block{2, 3} : Block{4, 1}});
    if (is_left) mine.fill_with([](Index i, Index j) { return face<double>(i, j); });

    const auto source = bind(world(), is_left ? &mine : nullptr);
    auto target = bind(world(), is_left ? nullptr : &mine);
    copy_into(source, target, {.op = Op::Trans});

    bool ok = true;
    for (Index i = 0; i < shape.rows; ++i)
      for (Index j = 0; j < shape.cols; ++j)
        if (const double* element = mine.find(i, j))
          ok = ok && *element == (is_left ? face<double>(i, j) : face<double>(j, i));
    check_all(world(), ok, concat(left_ranks, " ranks to the other ", size - left_ranks));
  }
}
