// SPDX-License-Identifier: BSD-3-Clause
// Each allocation of the first run of a move fails once, on one rank.
#include <doctest/doctest.h>

#include <optional>

#include <ashlar/matrix/dist_array.hpp>
#include <ashlar/move/array_copy.hpp>
#include <ashlar/move/copy.hpp>
#include <ashlar/move/plan.hpp>

#include "distributed_matrices.hpp"
#include "support/each_allocation.hpp"
#include "support/setting.hpp"

using namespace ashlar;
using namespace ashlar::test;

namespace {

struct Road {
  const char* name;
  mpi::StorageKind kind;
  const char* variable;
  const char* value;
};

constexpr Road roads[] = {
    {"segments", mpi::StorageKind::Automatic, "ASHLAR_PRIVATE_MEMORY", ""},
    {"private memory", mpi::StorageKind::Heap, "ASHLAR_PRIVATE_MEMORY", "peers"},
    {"stage", mpi::StorageKind::Heap, "ASHLAR_PRIVATE_MEMORY", "stage"},
    {"messages", mpi::StorageKind::Heap, "ASHLAR_SHARED_MEMORY", "off"},
};

double cell(Index i, Index j, Index k) { return static_cast<double>(100 * i + 10 * j + k); }
double face(Index i, Index j) { return static_cast<double>(100 * i + j); }

/// Matrices on a new communicator.
struct Case {
  mpi::Communicator comm;
  std::optional<DistMatrix<double>> a, b, c;
  std::optional<Moves> moves;  // from a to b

  explicit Case(const Road& road) {
    const Setting setting(road.variable, road.value);
    const Setting not_compared("ASHLAR_CHECK", "0");
    comm = mpi::Communicator::duplicate(world());
    const int ranks = comm.size();
    const StorageOptions storage{.kind = road.kind};
    const auto layout_on = [&](Shape shape, GridShape grid) {
      return Layout({.shape = shape, .block = {2, 3}, .grid = grid});
    };
    a.emplace(comm, layout_on({12, 8}, {1, ranks}), storage);
    b.emplace(comm, layout_on({12, 8}, {ranks, 1}), storage);
    c.emplace(comm, layout_on({8, 12}, {1, ranks}), storage);
    a->fill_with(face);
    moves.emplace(transfers(a->layout(), b->layout()));
  }
};

template <class Call, class IsRight>
void check_on_all_roads(const char* what, Call&& call, IsRight&& is_right) {
  for (const Road& road : roads)
    fail_each_allocation(
        concat(what, " by ", road.name), [&] { return Case(road); }, call, is_right);
}

}  // namespace

TEST_CASE("out of memory: a first copy") {
  check_on_all_roads(
      "copy_into", [](Case& w) { copy_into(*w.a, *w.b); },
      [](Case& w) { return holds(*w.b, face); });
}

TEST_CASE("out of memory: a first transposition") {
  check_on_all_roads(
      "transposition", [](Case& w) { copy_into(*w.a, *w.c, {.op = Op::Trans}); },
      [](Case& w) { return holds(*w.c, [](Index i, Index j) { return face(j, i); }); });
}

TEST_CASE("out of memory: a plan and its first run") {
  check_on_all_roads(
      "plan",
      [](Case& w) {
        Plan<double> plan(w.comm, *w.moves);
        plan.run(*w.a, *w.b);
      },
      [](Case& w) { return holds(*w.b, face); });
}

TEST_CASE("out of memory: a first copy of an array") {
  struct Arrays {
    mpi::Communicator comm;
    std::optional<DistArray<double>> a, b;

    explicit Arrays(const Road& road) {
      const Setting setting(road.variable, road.value);
      const Setting not_compared("ASHLAR_CHECK", "0");
      comm = mpi::Communicator::duplicate(world());
      const auto slabs = [&](std::size_t along) {
        DistributionSpec spec;
        spec.sizes = {6, 4, 5};
        spec.dists.assign(3, Dist::none());
        spec.psizes.assign(3, 1);
        spec.dists[along] = Dist::block();
        spec.psizes[along] = comm.size();
        return Distribution(spec);
      };
      const StorageOptions storage{.kind = road.kind};
      a.emplace(comm, slabs(0), storage);
      b.emplace(comm, slabs(1), storage);
      a->fill_with([](std::span<const Index> at) { return cell(at[0], at[1], at[2]); });
    }
  };
  for (const Road& road : roads)
    fail_each_allocation(
        concat("array by ", road.name), [&] { return Arrays(road); },
        [](Arrays& w) { copy_into(*w.a, *w.b); },
        [](Arrays& w) {
          bool is_right = true;
          for (Index i = 0; i < 6; ++i)
            for (Index j = 0; j < 4; ++j)
              for (Index k = 0; k < 5; ++k) {
                const double* const x = w.b->find({i, j, k});
                is_right = is_right && (x == nullptr || *x == cell(i, j, k));
              }
          return is_right;
        });
}
