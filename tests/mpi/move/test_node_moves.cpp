// SPDX-License-Identifier: BSD-3-Clause
// Moves whose work the ranks of a node share. Run with ASHLAR_STREAM_FROM_BYTES=0, so that small
// matrices are treated as large ones.
#include <doctest/doctest.h>

#include <algorithm>
#include <utility>
#include <vector>

#include <ashlar/move/array_copy.hpp>
#include <ashlar/move/plan.hpp>
#include <ashlar/mpi/context.hpp>

#include "base/tuning.hpp"
#include "support/mpi_test.hpp"

using namespace ashlar;
using namespace ashlar::test;

namespace {

double face(Index i, Index j) { return static_cast<double>(1000 * i + j); }

/// Moves a matrix twice by one plan, checks every element and returns the number of moves whose
/// work the node shared.
Index node_moves(const Layout& from, const Layout& to, const TransferOptions& options) {
  const auto comm = world();
  DistMatrix<double> a(comm, from), b(comm, to);
  a.fill_with(face);
  const Transfers moves(from, to, options);
  const Section out_of = options.source.value_or(Section::all(from.shape())),
                into = options.target.value_or(Section::all(to.shape()));
  Plan<double> plan(comm, moves);
  for (int k = 0; k < 2; ++k) {
    b.fill_with([](Index, Index) { return -1.0; });
    plan.run(a, b);
    bool is_right = true;
    const auto local = b.local();
    for (Index jl = 0; jl < local.cols; ++jl) {
      for (Index il = 0; il < local.rows; ++il) {
        const Index i = b.global_row(il) - into.rows.first, j = b.global_col(jl) - into.cols.first;
        const bool is_inside = 0 <= i && i < into.rows.size() && 0 <= j && j < into.cols.size();
        const bool keeps = is_inside && (options.uplo == Uplo::General ||
                                         (options.uplo == Uplo::Upper ? j >= i : j <= i));
        const double moved = options.op == Op::None
                                 ? face(out_of.rows.first + i, out_of.cols.first + j)
                                 : face(out_of.rows.first + j, out_of.cols.first + i);
        is_right = is_right && local(il, jl) == (keeps ? moved : -1.0);
      }
    }
    check_all(comm, is_right, "moved");
  }
  Index mine = plan.statistics().node_moves, least = 0, most = 0;
  mpi::check(MPI_Allreduce(&mine, &least, 1, MPI_INT64_T, MPI_MIN, comm.native()), "MPI_Allreduce");
  mpi::check(MPI_Allreduce(&mine, &most, 1, MPI_INT64_T, MPI_MAX, comm.native()), "MPI_Allreduce");
  CHECK(least == most);
  return most;
}

Layout tall(Index block) {
  return Layout({.shape = {230, 230}, .block = {block, 3 * block}, .grid = {world().size(), 1}});
}

}  // namespace

TEST_CASE("node moves: small blocks are moved together, for every triangle") {
  for (const Uplo uplo : {Uplo::General, Uplo::Upper, Uplo::Lower}) {
    CHECK(node_moves(tall(16), tall(40), {.uplo = uplo}) == 2);
    CHECK(node_moves(tall(1), tall(32), {.uplo = uplo}) == 2);
    CHECK(node_moves(tall(32), tall(1), {.uplo = uplo}) == 2);
    CHECK(node_moves(tall(230 / world().size() + 1), tall(16), {.uplo = uplo}) == 2);
  }
}

TEST_CASE("node moves: separate pulls of sources that are read sequentially") {
  CHECK(node_moves(tall(16), tall(16), {}) == 0);
  CHECK(node_moves(tall(16), tall(2), {.op = Op::Trans}) == 0);
}

TEST_CASE("node moves: all work where one rank has most of the target") {
  const Layout on_first(
      {.shape = {230, 230}, .block = {230, 230}, .grid = {1, 1}, .ranks = {world().size() - 1}});
  for (const Uplo uplo : {Uplo::General, Uplo::Upper, Uplo::Lower}) {
    CHECK(node_moves(tall(16), on_first, {.uplo = uplo}) == 2);
    CHECK(node_moves(tall(16), on_first, {.op = Op::Trans, .uplo = uplo}) == 2);
  }
}

TEST_CASE("node moves: memory of the caller is left to its rank") {
  const auto comm = world();
  DistMatrix<double> a(comm, tall(16));
  a.fill_with(face);
  DistMatrix<double> mine(comm, tall(40));
  auto local = mine.local();
  auto b = DistMatrix<double>::wrap(comm, tall(40), {local.data, local.ld()});
  Plan<double> plan(comm, Transfers(tall(16), tall(40)));
  plan.run(a, b);
  CHECK(plan.statistics().node_moves == 0);
  bool is_right = true;
  for (Index jl = 0; jl < local.cols; ++jl)
    for (Index il = 0; il < local.rows; ++il)
      is_right = is_right && local(il, jl) == face(b.global_row(il), b.global_col(jl));
  check_all(comm, is_right, "moved");
}

TEST_CASE("node moves: all work where one rank gets an array of three or four dimensions") {
  const auto comm = world();
  const int ranks = comm.size();
  const Dist whole = Dist::none();
  for (const StorageOrder order : {StorageOrder::C, StorageOrder::Fortran}) {
    const Distribution distributed({.sizes = {13, 6 * ranks, 17},
                                    .dists = {whole, Dist::cyclic(3), whole},
                                    .psizes = {1, ranks, 1}});
    const Distribution on_first({.sizes = {17, 13, 6 * ranks},
                                 .dists = {whole, whole, whole},
                                 .psizes = {1, 1, 1},
                                 .order = order});
    DistArray<double> a(comm, distributed), b(comm, on_first);
    a.fill_with([](std::span<const Index> at) {
      return static_cast<double>(10000 * at[0] + 100 * at[1] + at[2]);
    });
    Plan<double> plan(comm, ArrayTransfers(distributed, on_first, {.axes = {2, 0, 1}}));
    for (int k = 1; k <= 2; ++k) {
      b.fill(-1);
      plan.run(a, b);
      DistArray<double> expected(comm, on_first);
      expected.fill_with([](std::span<const Index> at) {
        return static_cast<double>(10000 * at[1] + 100 * at[2] + at[0]);
      });
      check_all(comm, std::ranges::equal(b.local(), expected.local()), "moved");
      CHECK(plan.statistics().node_moves == k);
    }
    // On the way back all ranks have equal numbers of elements.
    Plan<double> back(comm, ArrayTransfers(distributed, distributed));
    DistArray<double> c(comm, distributed);
    back.run(a, c);
    CHECK(back.statistics().node_moves == 0);
  }
  const Distribution four({.sizes = {3, 5, 4, 40},
                           .dists = {whole, whole, whole, Dist::cyclic(1)},
                           .psizes = {1, 1, 1, ranks}});
  DistArray<float> u(comm, four), v(comm, on_one_rank(four)), expected(comm, on_one_rank(four));
  const auto number = [](std::span<const Index> at) {
    return static_cast<float>(((at[0] * 5 + at[1]) * 4 + at[2]) * 40 + at[3]);
  };
  u.fill_with(number);
  expected.fill_with(number);
  Plan<float> plan(comm, ArrayTransfers(four, on_one_rank(four)));
  plan.run(u, v);
  check_all(comm, std::ranges::equal(v.local(), expected.local()), "four dimensions");
  CHECK(plan.statistics().node_moves == 1);
}

TEST_CASE("node moves: narrow matrices and single columns, of any blocks") {
  const int ranks = world().size();
  const auto wide = [&](Index rows, Index cols, Index block) {
    return Layout({.shape = {rows, cols}, .block = {rows, block}, .grid = {1, ranks}});
  };
  const auto column = [&](Index rows, Index block) {
    return Layout({.shape = {rows, 1}, .block = {block, 1}, .grid = {ranks, 1}});
  };
  for (const Index from : {1, 3, 40, 700})
    for (const Index to : {1, 8, 30}) {
      for (const Index rows : {1, 5, 16, 64})
        node_moves(wide(rows, 2000, from), wide(rows, 2000, to), {});
      node_moves(column(30000, from), column(30000, to), {});
      node_moves(wide(5, 2000, from), wide(5, 1900, to),
                 {.source = Section{{0, 5}, {90, 1890}}, .target = Section{{0, 5}, {33, 1833}}});
    }
}

TEST_CASE("node moves: right with every tuned number of the kernels") {
  const detail::Tuning before = detail::tuning();
  std::vector<detail::Tuning> all{detail::default_tuning("AMD EPYC, cpu family 26, model 2")};
  constexpr std::pair<const char*, double> varied[] = {{"streamed_run_bytes", 1},
                                                       {"streamed_run_bytes", 100},
                                                       {"panel_columns", 1},
                                                       {"panel_columns", 3},
                                                       {"panel_columns", 32},
                                                       {"copy_bytes_ahead", 0},
                                                       {"copy_bytes_ahead", 1048576},
                                                       {"band_lines_ahead", 0},
                                                       {"band_lines_ahead", 1000},
                                                       {"band_rows", 1},
                                                       {"band_rows", 8},
                                                       {"band_rows", 64},
                                                       {"band_rows", 512},
                                                       {"band_lines", 3},
                                                       {"prefetch_level", 1},
                                                       {"shared_block_bytes", 0},
                                                       {"shared_block_bytes", 5000},
                                                       {"columns_side_by_side", 1},
                                                       {"plain_run_bytes", 1},
                                                       {"kernels", 1},
                                                       {"kernels", 3}};
  for (const auto& [name, value] : varied) {
    all.push_back(before);
    detail::find_tuning_field(name)->set(all.back(), value);
  }
  for (const detail::Tuning& numbers : all) {
    detail::set_tuning(numbers);
    for (const Index block : {1, 7, 40})
      for (const Op op : {Op::None, Op::Trans})
        for (const Uplo uplo : {Uplo::General, Uplo::Lower})
          node_moves(tall(block), tall(23), {.op = op, .uplo = uplo});
  }
  detail::set_tuning(before);
}
