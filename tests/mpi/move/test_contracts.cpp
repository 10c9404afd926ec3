// SPDX-License-Identifier: BSD-3-Clause
// Guarantees of every kind of move beside its result. A separate program, since it counts
// allocations and collective calls, and lets one allocation fail.
#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <optional>
#include <vector>

#include <mpi.h>

#include <ashlar/base/concat.hpp>
#include <ashlar/base/error.hpp>
#include <ashlar/move/array_copy.hpp>

#include "distributed_matrices.hpp"
#include "small_nodes.hpp"
#include "support/allocations.hpp"
#include "support/checked_communicator.hpp"
#include "support/mpi_test.hpp"

namespace {

int allreduces = 0;

}  // namespace

extern "C" int MPI_Allreduce(const void* from, void* to, int count, MPI_Datatype type, MPI_Op op,
                             MPI_Comm comm) {
  ++allreduces;
  return PMPI_Allreduce(from, to, count, type, op, comm);
}

using namespace ashlar;
using namespace ashlar::test;

namespace {

constexpr Index n = 300;

Layout layout_by(Index block, int ranks, bool by_rows) {
  return Layout({.shape = {n, n},
                 .block = {block, block},
                 .grid = {by_rows ? ranks : 1, by_rows ? 1 : ranks}});
}

/// Every block of 30 x 30 on the next rank.
BlockMap tiles(int ranks) {
  std::vector<Index> cuts;
  for (Index cut = 0; cut <= n; cut += 30) cuts.push_back(cut);
  const auto bands = cuts.size() - 1;
  std::vector<int> owners;
  for (std::size_t k = 0; k < bands * bands; ++k)
    owners.push_back(static_cast<int>((k + k / bands) % static_cast<std::size_t>(ranks)));
  return BlockMap(cuts, cuts, owners);
}

double face(Index i, Index j) { return static_cast<double>(1000 * i + j); }

Distribution array_by(int ranks, bool by_rows) {
  return Distribution(
      {.sizes = {n, n},
       .dists = {by_rows ? Dist::block() : Dist::none(), by_rows ? Dist::none() : Dist::block()},
       .psizes = {by_rows ? ranks : 1, by_rows ? 1 : ranks}});
}

/// True if a run of this plan ends with OutOfMemory; with `fails`, no allocation of the size of a
/// buffer succeeds.
template <class P, class S, class D>
bool lacks_memory(P& plan, const S& source, D& target, bool fails) {
  bool is_thrown = false;
  if (fails) fail_allocations_from(20'000);
  try {
    plan.run(source, target);
  } catch (const OutOfMemory&) {
    is_thrown = true;
  }
  fail_allocations_from(0);
  return is_thrown;
}

}  // namespace

// Rank 0 reads half from rank 1 of its node, which must wait for it; it has the other half for rank
// 2 of another node, but cannot allocate the buffers.
TEST_CASE("contracts: a rank that cannot start makes all ranks throw, for every kind of move") {
  if (world().size() < 3) return;
  const auto check = [&](auto&& make_source, auto&& make_target, auto&& make_moves,
                         const char* what) {
    const mpi::Communicator comm = with_nodes_of(2);
    auto source = make_source(comm);
    auto target = make_target(comm);
    Plan<double> plan(comm, make_moves(source, target));
    check_all(world(), lacks_memory(plan, source, target, comm.rank() == 0), what);
    plan.run(source, target);
  };
  const auto halved = [](std::vector<int> ranks) {
    return Layout(
        {.shape = {n, n}, .block = {n / 2, n}, .grid = {2, 1}, .ranks = std::move(ranks)});
  };
  const Layout from = halved({0, 1}), to = halved({2, 0});
  const std::vector<Index> whole{0, n}, halves{0, n / 2, n};
  const BlockMap from_tiles(halves, whole, std::vector<int>{0, 1}),
      to_tiles(halves, whole, std::vector<int>{2, 0});
  check([&](const auto& comm) { return BlockMatrix<double>(comm, from_tiles); },
        [&](const auto& comm) { return BlockMatrix<double>(comm, to_tiles); },
        [&](auto& a, auto& b) { return Patchwork(a.placement(), b.placement()); }, "tiles");
  check([&](const auto& comm) { return DistMatrix<double>(comm, from); },
        [&](const auto& comm) { return DistMatrix<double>(comm, to); },
        [&](auto& a, auto& b) { return Transfers(a.layout(), b.layout()); }, "layouts");
}

TEST_CASE("contracts: with alpha = 0 nothing travels and the source is not read") {
  const auto comm = world();
  const int ranks = comm.size();
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const Scaling<double> scaling{.alpha = 0, .beta = 2};
  {
    BlockMatrix<double> a(comm, tiles(ranks));
    a.fill(nan);
    DistMatrix<double> b(comm, layout_by(7, ranks, false));
    b.fill_with(face);
    Plan<double> plan(comm, Patchwork(a.placement(), b.layout(), {.uplo = Uplo::Lower}),
                      {.transport = Transport::Messages});
    plan.run(a, b, scaling);
    check_all(comm, plan.statistics() == PlanStatistics{}, "tiles: nothing is sent");
    check_all(comm, holds(b, [](Index i, Index j) { return (j <= i ? 2 : 1) * face(i, j); }),
              "tiles: elements");
  }
  DistArray<double> a(comm, array_by(ranks, true)), b(comm, array_by(ranks, false));
  a.fill(nan);
  b.fill_with([](std::span<const Index> at) { return face(at[0], at[1]); });
  Plan<double> plan(comm, ArrayTransfers(a.distribution(), b.distribution(), {.axes = {1, 0}}),
                    {.transport = Transport::Messages});
  plan.run(a, b, scaling);
  check_all(comm, plan.statistics() == PlanStatistics{}, "arrays: nothing is sent");
  bool is_right = true;
  DistArray<double> expected(comm, array_by(ranks, false));
  expected.fill_with([](std::span<const Index> at) { return 2 * face(at[0], at[1]); });
  for (std::size_t k = 0; k < b.local().size(); ++k)
    is_right = is_right && b.local()[k] == expected.local()[k];
  check_all(comm, is_right, "arrays: elements");
}

TEST_CASE("contracts: operands in the caller's memory are asked about once") {
  const auto comm = world();
  const int ranks = comm.size();
  const auto asks_once = [&](const auto& source, auto& target, const char* what) {
    copy_into(source, target, {.transport = Transport::Messages});
    const int before = allreduces;
    copy_into(source, target, {.transport = Transport::Messages});
    check_all(comm, allreduces == before, what);
  };
  const Layout layout = layout_by(8, ranks, true);
  const auto coord = layout.ranks().coord_of(comm.rank());
  const Shape local = coord ? layout.local_shape(*coord) : Shape{0, 0};
  std::vector<double> memory(static_cast<std::size_t>(std::max<Index>(1, local.rows * local.cols)));
  const auto wrapped =
      DistMatrix<double>::wrap(comm, layout, {memory.data(), std::max<Index>(1, local.rows)});
  DistMatrix<double> b(comm, layout_by(7, ranks, false));
  asks_once(wrapped, b, "layouts");
  BlockMatrix<double> c(comm, tiles(ranks));
  asks_once(wrapped, c, "tiles");
  const Distribution by_rows = array_by(ranks, true);
  std::vector<double> elements(static_cast<std::size_t>(by_rows.local_count(comm.rank()) + 1));
  const auto array = DistArray<double>::wrap(comm, by_rows, elements.data());
  DistArray<double> d(comm, array_by(ranks, false));
  asks_once(array, d, "arrays");
}

TEST_CASE("contracts: a warm move between two layouts allocates nothing") {
  const auto comm = communicator_with(world(), false);  // comparing calls allocates
  const int ranks = comm.size();
  DistMatrix<double> a(comm, layout_by(64, ranks, true)), b(comm, layout_by(64, ranks, false));
  a.fill_with(face);
  for (const Transport transport : {Transport::Automatic, Transport::Messages})
    for (const Op op : {Op::None, Op::Trans}) {
      const CopyOptions options{.op = op, .transport = transport};
      for (int k = 0; k < 3; ++k) copy_into(a, b, options);
      const std::size_t before = allocations();
      copy_into(a, b, options);
      const std::size_t made = allocations() - before;
      check_all(comm, made == 0, concat(made, " allocations"));
    }
}
