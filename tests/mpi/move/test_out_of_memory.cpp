// SPDX-License-Identifier: BSD-3-Clause
// Each allocation of a move within a node that is made for the first time fails once, on one rank.
#include <doctest/doctest.h>

#include <optional>

#include <ashlar/move/copy.hpp>

#include "dealt_matrices.hpp"
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
};

double face(Index i, Index j) { return static_cast<double>(100 * i + j); }

/// Matrices on a new communicator.
struct Case {
  mpi::Communicator comm;
  std::optional<DistMatrix<double>> a, b, c;

  explicit Case(const Road& road) {
    const Setting setting(road.variable, road.value);
    const Setting not_compared("ASHLAR_CHECK", "0");
    comm = mpi::Communicator::duplicate(world());
    const int ranks = comm.size();
    const StorageOptions storage{.kind = road.kind};
    const auto dealt = [&](Shape shape, GridShape grid) {
      return Layout({.shape = shape, .block = {2, 3}, .grid = grid});
    };
    a.emplace(comm, dealt({12, 8}, {1, ranks}), storage);
    b.emplace(comm, dealt({12, 8}, {ranks, 1}), storage);
    c.emplace(comm, dealt({8, 12}, {1, ranks}), storage);
    a->fill_with(face);
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
