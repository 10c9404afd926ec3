// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/matrix/bind.hpp>

#include "mpi/matrix/layout_cases.hpp"

using namespace ashlar;
using namespace ashlar::test;

namespace {

std::string error_of_bind(DistMatrix<double>* mine) {
  try {
    bind(world(), mine);
  } catch (const ArgumentError& error) {
    return error.what();
  }
  return {};
}

}  // namespace

TEST_CASE("bind: all ranks see the matrix of some, in the same memory") {
  const int size = world().size();
  const int rank = world().rank();
  for (int members = 1; members <= size; ++members) {
    // The last ranks, in reverse order.
    const bool is_member = rank >= size - members;
    const auto part = mpi::Communicator::split(world(), is_member ? 0 : MPI_UNDEFINED, -rank);
    DistMatrix<double> mine;
    if (is_member)
      mine = DistMatrix<double>(ProcessGrid::balanced(part, GridOrder::Column), {11, 9},
                                {.block = {2, 3}});
    auto seen = bind(world(), is_member ? &mine : nullptr);
    seen.fill_with([](Index i, Index j) { return face<double>(i, j); });
    bool ok = seen.shape() == Shape{11, 9} && seen.coord() == mine.coord();
    const bool is_filled = is_member && !mine.local_shape().empty();
    ok = ok && (!is_filled || (seen.local().data == mine.local().data && seen.lld() == mine.lld()));
    for (Index i = 0; i < 11; ++i)
      for (Index j = 0; j < 9; ++j) {
        ok = seen.broadcast(i, j) == face<double>(i, j) && ok;
        if (is_member) ok = mine.broadcast(i, j) == face<double>(i, j) && ok;
      }
    check_all(world(), ok, concat(members, " members"));
  }
}

TEST_CASE("bind: row-major memory stays row-major") {
  const Layout layout({.shape = {4, 3}, .block = {2, 2}, .grid = {1, 1}});
  std::vector<double> memory(4 * 5);
  const auto self = mpi::CommunicatorView::self();
  const bool is_first = world().rank() == 0;
  DistMatrix<double> mine;
  if (is_first) mine = DistMatrix<double>::wrap(self, layout, {memory.data(), 5, StorageOrder::C});
  auto seen = bind(world(), &mine);  // an empty matrix without a communicator counts as none
  seen.set(2, 1, 7);
  check_all(world(), !is_first || memory[2 * 5 + 1] == 7, "row 2, column 1");
}

TEST_CASE("bind: an owned communicator and complex numbers do not select std::bind") {
  const auto wide = mpi::Communicator::duplicate(world());
  DistMatrix<c128> mine(ProcessGrid::balanced(world()), {3, 3}, {.block = {1, 1}});
  DistMatrix<c128> seen = bind(wide, &mine);
  seen.fill(c128(1, 2));
  check_all(world(), mine.broadcast(2, 2) == c128(1, 2), "the same memory");
}

TEST_CASE("bind: a null matrix, and different ones, are the same error on all ranks") {
  const std::string none = error_of_bind(nullptr);
  check_all(world(), none.find("no rank gives a matrix") != std::string::npos, none);
  if (world().size() < 2) return;

  const bool is_left = world().rank() == 0;
  const auto part = mpi::Communicator::split(world(), is_left ? 0 : 1);
  const Layout one_rank({.shape = {4, 4}, .block = {2, 2}, .grid = {1, 1}});
  DistMatrix<double> mine(part, one_rank);
  const std::string two_of_a_kind = error_of_bind(&mine);
  check_all(world(), two_of_a_kind.find("different matrices of one layout") != std::string::npos,
            two_of_a_kind);
  mine = DistMatrix<double>(part, is_left ? one_rank : one_rank.with_shape({4, 5}));
  const std::string two_shapes = error_of_bind(&mine);
  check_all(world(), two_shapes.find("4x5") != std::string::npos, two_shapes);

  DistMatrix<double> all(ProcessGrid::balanced(world()), {4, 4}, {.block = {1, 1}});
  const std::string missing = error_of_bind(is_left ? &all : nullptr);
  check_all(world(), missing.find("gives none") != std::string::npos, missing);
}

TEST_CASE("bind: a matrix of ranks that the wider communicator lacks is refused") {
  if (world().size() < 2) return;
  DistMatrix<double> all(ProcessGrid::balanced(world()), {8, 8}, {.block = {1, 1}});
  const bool is_first = world().rank() == 0;
  const auto narrow = mpi::Communicator::split(world(), is_first ? 0 : 1);
  std::string text;
  try {
    bind(narrow, &all);
  } catch (const ArgumentError& error) {
    text = error.what();
  }
  check_all(world(), text.find("is not in the wider one") != std::string::npos, text);
}
