// SPDX-License-Identifier: BSD-3-Clause
#include <unistd.h>

#include <ashlar/io/files.hpp>
#include <ashlar/linalg/elementwise.hpp>
#include <ashlar/move/copy.hpp>
#include <ashlar/mpi/context.hpp>

#include "move/front/plan_cache.hpp"
#include "mpi/io/scratch.hpp"
#include "oracle.hpp"

using namespace ashlar;
using namespace ashlar::test;

namespace {

/// The plan of a move in the cache of the program, created by this call if it is not cached.
detail::AnyPlan& plan_of_program(const Moves& moves) {
  auto& cache = detail::PlanCache::of(mpi::Context::of(world()), detail::MoveCaller::Program);
  const auto element = detail::ElementType::of<double>();
  const auto is_plan = [&](const detail::AnyPlan& plan) {
    return plan.moves().size() == 1 && plan.moves().front() == moves;
  };
  if (detail::AnyPlan* const known = cache.find(element, {}, is_plan)) return *known;
  return cache.add({&moves, 1}, element, {});
}

/// True if messages or bytes of the plan arrived by any transport; a new plan has none.
bool has_run(const detail::AnyPlan& plan, mpi::CommunicatorView comm) {
  const PlanStatistics s = plan.statistics();
  Index moved = s.messages_sent + s.message_bytes_sent + s.pulled_bytes + s.node_moves;
  MPI_Allreduce(MPI_IN_PLACE, &moved, 1, MPI_INT64_T, MPI_SUM, comm.native());
  return moved > 0;
}

}  // namespace

TEST_CASE("plans of the program stay while the library moves by more shapes than it keeps plans") {
  const int ranks = world().size();
  const Layout tall({.shape = {31, 17}, .block = {3, 4}, .grid = {ranks, 1}});
  const Layout flat({.shape = {31, 17}, .block = {5, 2}, .grid = {1, ranks}});
  DistMatrix<double> a(world(), tall), b(world(), flat);
  copy_into(a, b);
  const Moves moves = transfers(tall, flat);
  const detail::AnyPlan* const before = &plan_of_program(moves);
  const bool travels = has_run(*before, world());
  const Scratch scratch(world());
  for (Index n = 1; n <= 40; ++n) {
    // Operands with different layouts, and files: each shape is a separate move.
    const Layout rows({.shape = {n, 6}, .block = {2, 2}, .grid = {ranks, 1}});
    const DistMatrix<double> x(world(), rows);
    const DistMatrix<double> y(world(),
                               Layout({.shape = {n, 6}, .block = {3, 1}, .grid = {1, ranks}}));
    (void)dot(x, y);
    io::save(scratch / "x.npy", y);
    (void)io::load<double>(scratch / "x.npy", world(), rows);
  }
  const detail::AnyPlan* const after = &plan_of_program(moves);
  check_all(world(), after == before && has_run(*after, world()) == travels,
            "the plan of the program after 40 products, saves and loads");
}
