// SPDX-License-Identifier: BSD-3-Clause
#include <doctest/doctest.h>

#include <utility>
#include <vector>

#include <ashlar/move/copy.hpp>
#include <ashlar/move/plan.hpp>

#include "distributed_matrices.hpp"
#include "small_nodes.hpp"
#include "support/mpi_test.hpp"

using namespace ashlar;
using namespace ashlar::test;

namespace {

template <class T>
T face(Index i, Index j, int salt) {
  return static_cast<T>(static_cast<float>((7 * i + 3 * j + salt) % 101));
}

/// Three moves of different shapes: unchanged, transposed, and a triangle.
template <class T>
struct Three {
  mpi::CommunicatorView comm;
  int ranks = comm.size();
  Layout from[3] = {Layout({.shape = {50, 40}, .block = {3, 4}, .grid = {ranks, 1}}),
                    Layout({.shape = {31, 62}, .block = {2, 5}, .grid = {1, ranks}}),
                    Layout({.shape = {44, 44}, .block = {4, 4}, .grid = {ranks, 1}})};
  Layout to[3] = {Layout({.shape = {50, 40}, .block = {8, 8}, .grid = {1, ranks}}),
                  Layout({.shape = {62, 31}, .block = {7, 3}, .grid = {1, ranks}}),
                  Layout({.shape = {44, 44}, .block = {5, 5}, .grid = {1, ranks}})};
  std::vector<Transfers> moves = {transfers(from[0], to[0]),
                                  transfers(from[1], to[1], {.op = Op::Trans}),
                                  transfers(from[2], to[2], {.uplo = Uplo::Lower})};
  DistMatrix<T> a[3] = {{comm, from[0]}, {comm, from[1]}, {comm, from[2]}};
  DistMatrix<T> b[3] = {{comm, to[0]}, {comm, to[1]}, {comm, to[2]}};

  explicit Three(mpi::CommunicatorView on) : comm(on) { reset(); }

  void reset() {
    for (int k = 0; k < 3; ++k) {
      a[k].fill_with([&](Index i, Index j) { return face<T>(i, j, k); });
      b[k].fill(T{99});
    }
  }
  void check(const char* what) const {
    check_all(comm, holds(b[0], [](Index i, Index j) { return face<T>(i, j, 0); }), what);
    check_all(comm, holds(b[1], [](Index i, Index j) { return face<T>(j, i, 1); }), what);
    check_all(comm,
              holds(b[2], [](Index i,
                             Index j) { return j <= i ? face<T>(i, j, 2) : static_cast<T>(99); }),
              what);
  }
};

Index sum_over_ranks(mpi::CommunicatorView comm, Index mine) {
  Index total = 0;
  mpi::check(MPI_Allreduce(&mine, &total, 1, MPI_INT64_T, MPI_SUM, comm.native()), "MPI_Allreduce");
  return total;
}

}  // namespace

TEST_CASE_TEMPLATE("joint plan: several moves in one exchange, by every transport", T, float,
                   double, c64, c128, std::int8_t, std::int16_t, std::int32_t, std::int64_t,
                   std::uint8_t, std::uint16_t, std::uint32_t, std::uint64_t) {
  for (int per_node : {0, 2}) {
    const mpi::Communicator comm = with_nodes_of(per_node);
    Three<T> three(comm);
    for (Transport transport : {Transport::Automatic, Transport::Messages, Transport::Datatypes}) {
      for (Index piece_bytes : {Index{200}, Index{256} << 10}) {
        three.reset();
        Plan<T> plan(comm, three.moves, {.transport = transport, .piece_bytes = piece_bytes});
        plan.run({{three.a[0], three.b[0]}, {three.a[1], three.b[1]}, {three.a[2], three.b[2]}});
        three.check("run together");
        three.reset();
        PendingMove pending = plan.start(
            {{three.a[0], three.b[0]}, {three.a[1], three.b[1]}, {three.a[2], three.b[2]}});
        while (!pending.test()) {
        }
        three.check("started together");
      }
    }
  }
}

TEST_CASE("joint plan: two ranks share the messages of all moves") {
  const mpi::Communicator comm = with_nodes_of(1);
  Three<double> three(comm);
  Plan<double> together(comm, three.moves);
  together.run({{three.a[0], three.b[0]}, {three.a[1], three.b[1]}, {three.a[2], three.b[2]}});
  Index messages = 0, bytes = 0;
  for (int k = 0; k < 3; ++k) {
    Plan<double> alone(comm, three.moves[static_cast<std::size_t>(k)]);
    alone.run(three.a[k], three.b[k]);
    messages += alone.statistics().messages_sent;
    bytes += alone.statistics().message_bytes_sent;
  }
  const Index all = sum_over_ranks(comm, messages);
  const Index joint = sum_over_ranks(comm, together.statistics().messages_sent);
  CHECK(together.statistics().message_bytes_sent >= bytes);
  if (comm.size() == 1) CHECK(joint == 0);
  else CHECK(2 * joint < all);
}

TEST_CASE("joint plan: pairs that do not fit are refused on all ranks") {
  const auto comm = world();
  Three<double> three(comm);
  Plan<double> plan(comm, three.moves);
  CHECK_THROWS_AS(plan.run({{three.a[0], three.b[0]}}), ArgumentError);
  CHECK_THROWS_AS(
      plan.run({{three.a[1], three.b[0]}, {three.a[1], three.b[1]}, {three.a[2], three.b[2]}}),
      ArgumentError);
}

TEST_CASE("copy_all: sections, operations, scaling and other target types in one exchange") {
  for (int per_node : {0, 1, 2}) {
    const mpi::Communicator comm = with_nodes_of(per_node);
    Three<double> three(comm);
    DistMatrix<float> single(comm, three.to[0]);
    DistMatrix<double> sum(comm, three.to[0]);
    sum.fill(1);
    for (int round = 0; round < 2; ++round) {
      three.reset();
      sum.fill(1);
      copy_all({CopyTask<double>(three.a[1], three.b[1], {.op = Op::Trans}),
                CopyTask<double>(three.a[2], three.b[2], {.uplo = Uplo::Lower}),
                CopyTask<double>(three.a[0], three.b[0]), CopyTask<double>(three.a[0], single),
                CopyTask<double>(three.a[0].view({0, 10}, {5, 20}), sum.view({40, 50}, {0, 15}), {},
                                 {.alpha = 2, .beta = 1})});
      three.check("copied");
      check_all(comm, holds(single, [](Index i, Index j) { return face<float>(i, j, 0); }),
                "converted");
      check_all(comm,
                holds(sum,
                      [](Index i, Index j) {
                        return i >= 40 && j < 15 ? 1 + 2 * face<double>(i - 40, j + 5, 0) : 1;
                      }),
                "added");
    }
  }
}

TEST_CASE("joint plan: elements written by one move are in no other; two triangles are allowed") {
  const auto comm = world();
  const Layout from({.shape = {30, 30}, .block = {3, 4}, .grid = {comm.size(), 1}});
  const Layout to({.shape = {30, 30}, .block = {5, 2}, .grid = {1, comm.size()}});
  DistMatrix<double> a(comm, from), b(comm, to), c(comm, to);
  a.fill_with([](Index i, Index j) { return face<double>(i, j, 0); });
  Plan<double> whole(comm, {transfers(from, to), transfers(from, to)});
  CHECK_THROWS_WITH_AS(
      whole.run({{a, b}, {a, b}}),
      "plan: move 1 reads or writes elements that move 0 writes; make them one after "
      "the other",
      ArgumentError);
  whole.run({{a, b}, {a, c}});
  check_all(comm, holds(c, [](Index i, Index j) { return face<double>(i, j, 0); }), "both");
  Plan<double> chain(comm, {transfers(from, to), transfers(to, from)});
  CHECK_THROWS_AS(chain.run({{a, b}, {b, a}}), ArgumentError);
  const auto triangles = [&](Index lower) {
    return Plan<double>(
        comm, {transfers(from, to, {.uplo = Uplo::Upper}),
               transfers(from, to, {.op = Op::Trans, .uplo = Uplo::Lower, .diagonal = lower})});
  };
  CHECK_THROWS_AS(triangles(0).run({{a, b}, {a, b}}), ArgumentError);
  triangles(-1).run({{a, b}, {a, b}});
  check_all(
      comm,
      holds(b, [](Index i,
                  Index j) { return i <= j ? face<double>(i, j, 0) : face<double>(j, i, 0); }),
      "mirrored");
}

TEST_CASE("copy_all: overlaps with the target of another task are refused; no tasks are allowed") {
  const auto comm = world();
  Three<double> three(comm);
  DistMatrix<double> other(comm, three.from[0]);
  CHECK_THROWS_AS(copy_all({CopyTask(three.a[0], three.b[0]), CopyTask(three.b[0], other)}),
                  ArgumentError);
  CHECK_THROWS_AS(copy_all({CopyTask(three.a[0], three.b[0]), CopyTask(other, three.b[0])}),
                  ArgumentError);
  CHECK_THROWS_AS(copy_all({CopyTask(three.a[0], three.b[0]),
                            CopyTask(three.a[0], other, {.transport = Transport::Messages})}),
                  ArgumentError);
  copy_all(std::span<const CopyTask<double>>());
}

TEST_CASE("copy_all: two tasks may write to one section as long as they share no element") {
  const auto comm = world();
  const Layout from({.shape = {24, 24}, .block = {3, 4}, .grid = {comm.size(), 1}});
  const Layout to({.shape = {24, 24}, .block = {5, 2}, .grid = {1, comm.size()}});
  DistMatrix<double> a(comm, from), b(comm, to), c(comm, to);
  a.fill_with([](Index i, Index j) { return face<double>(i, j, 0); });
  const auto copy = [&](const CopyOptions& first, const CopyOptions& second) {
    c.fill(-1);
    copy_all({CopyTask(a, c, first), CopyTask(a, c, second)});
  };
  const CopyOptions upper{.uplo = Uplo::Upper}, lower{.uplo = Uplo::Lower};
  CopyOptions strict = lower, below = lower, zero = lower;
  strict.diag = Diag::Unit;
  below.diagonal = -1;
  zero.rest = Rest::Zero;
  zero.diagonal = -3;
  for (const auto& [first, second] :
       {std::pair(upper, upper), std::pair(lower, lower), std::pair(upper, lower),
        std::pair(upper, CopyOptions{}), std::pair(upper, zero), std::pair(strict, below)}) {
    CHECK_THROWS_WITH_AS(copy(first, second),
                         "copy_all: tasks 0 and 1 write to the same elements; make them one after "
                         "the other, or give them sections or triangles that lie apart (Rest::Zero "
                         "writes the whole section)",
                         ArgumentError);
    CHECK_THROWS_AS(copy(second, first), ArgumentError);
    check_all(comm, holds(c, [](Index, Index) { return -1.0; }), "nothing is written");
  }
  for (const auto& [first, second] : {std::pair(upper, strict), std::pair(below, upper)}) {
    copy(first, second);
    check_all(comm, holds(c, [](Index i, Index j) { return face<double>(i, j, 0); }), "both");
  }
  copy_all({CopyTask(a.view({0, 12}, {0, 12}), c.view({0, 12}, {0, 12}), upper),
            CopyTask(a.view({3, 15}, {1, 13}), c.view({3, 15}, {1, 13}), lower)});
}

TEST_CASE("copy_all: no task may read the target of another") {
  const auto comm = world();
  const Layout layout({.shape = {9, 9}, .block = {2, 2}, .grid = {1, comm.size()}});
  DistMatrix<double> a(comm, layout), b(comm, layout), c(comm, layout);
  CHECK_THROWS_WITH_AS(copy_all({CopyTask(a, b), CopyTask(b, c)}),
                       "copy_all: task 1 reads from the section that task 0 writes; make them one "
                       "after the other",
                       ArgumentError);
}
