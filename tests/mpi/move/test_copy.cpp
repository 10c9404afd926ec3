// SPDX-License-Identifier: BSD-3-Clause
#include <doctest/doctest.h>

#include <vector>

#include <ashlar/matrix/bind.hpp>
#include <ashlar/move/copy.hpp>
#include <ashlar/mpi/context.hpp>

#include "distributed_matrices.hpp"
#include "support/mpi_test.hpp"

using namespace ashlar;
using namespace ashlar::test;

namespace {

/// A value that identifies its indices.
double face(Index i, Index j) { return static_cast<double>(1000 * i + j); }

DistMatrix<double> faces(mpi::CommunicatorView comm, const Layout& layout) {
  return filled<double>(comm, layout, face);
}

}  // namespace

TEST_CASE("redistribute: there and back is the identity on every grid") {
  for_each_grid(world(), [](mpi::CommunicatorView comm, GridShape grid, GridOrder order) {
    const Layout from({.shape = {23, 17}, .block = {3, 5}, .grid = grid, .grid_order = order});
    const auto a = faces(comm, from);
    const auto b = redistribute(a, wide(comm, {23, 17}));
    check_all(comm, holds(b, face), "moved");
    check_all(comm, holds(redistribute(b, from), face), "moved back");
  });
}

TEST_CASE("transpose: element (i, j) comes to (j, i); conj_transpose conjugates it") {
  const auto comm = world();
  const auto a = faces(comm, tall(comm, {19, 8}));
  const auto t = transpose(a);
  CHECK(t.shape() == Shape{8, 19});
  CHECK(t.layout().block() == a.layout().block());
  check_all(comm, holds(t, [](Index i, Index j) { return face(j, i); }), "transposed");
  check_all(comm,
            holds(transpose(a, wide(comm, {8, 19})), [](Index i, Index j) { return face(j, i); }),
            "transposed to another layout");
  DistMatrix<c128> z(comm, tall(comm, {6, 7}));
  z.fill_with([](Index i, Index j) { return c128(face(i, j), static_cast<double>(i - j)); });
  check_all(comm,
            holds(conj_transpose(z),
                  [](Index i, Index j) { return c128(face(j, i), static_cast<double>(i - j)); }),
            "conjugated");
}

TEST_CASE("extract_triangle: the rest is zero and a unit diagonal is one") {
  const auto comm = world();
  const auto a = faces(comm, tall(comm, {12, 9}));
  for (Index k : {-20, -3, 0, 2, 20}) {
    for (Diag diag : {Diag::NonUnit, Diag::Unit}) {
      const auto expected = [&](bool inside, Index i, Index j) {
        return !inside ? 0.0 : diag == Diag::Unit && j - i == k ? 1.0 : face(i, j);
      };
      const auto lower = extract_triangle(a, Uplo::Lower, k, diag);
      check_all(comm, holds(lower, [&](Index i, Index j) { return expected(j - i <= k, i, j); }),
                "lower");
      const auto upper = extract_triangle(a, Uplo::Upper, wide(comm, {12, 9}), k, diag);
      check_all(comm, holds(upper, [&](Index i, Index j) { return expected(j - i >= k, i, j); }),
                "upper");
    }
  }
}

TEST_CASE("plan: built once, run again and again, also with other leading dimensions") {
  const auto comm = world();
  const Layout from = tall(comm, {40, 30}), to = wide(comm, {40, 30});
  for (Transport transport : {Transport::Messages, Transport::Datatypes}) {
    Plan<double> plan(comm, transfers(from, to), {.transport = transport, .piece_bytes = 64});
    for (int round = 0; round < 5; ++round) {
      DistMatrix<double> a(comm, from);
      a.fill_with([&](Index i, Index j) { return face(i, j) + round; });
      const Shape local = to.local_shape(comm.rank());
      const Index ld = std::max<Index>(1, local.rows) + round;
      std::vector<double> memory(static_cast<std::size_t>(ld * local.cols));
      auto b = DistMatrix<double>::wrap(comm, to, {memory.data(), ld});
      plan.run(a, b);
      check_all(comm, holds(b, [&](Index i, Index j) { return face(i, j) + round; }), "round");
    }
    DistMatrix<double> other(comm, from);
    CHECK_THROWS_AS(plan.run(other, other), ArgumentError);
  }
}

TEST_CASE("copy_into: many pieces through few buffers, partners beyond the window included") {
  const auto comm = world();
  const Layout from({.shape = {97, 101}, .block = {1, 1}, .grid = {comm.size(), 1}});
  const Layout to({.shape = {97, 101}, .block = {2, 3}, .grid = {1, comm.size()}});
  Plan<double> plan(comm, transfers(from, to),
                    {.transport = Transport::Messages, .piece_bytes = 8});
  const auto a = faces(comm, from);
  DistMatrix<double> b(comm, to);
  plan.run(a, b);
  check_all(comm, holds(b, face), "pieces of one element");
  CHECK(plan.buffer_bytes() <= 2 * 16 * 64);  // a cache line for each piece
}

TEST_CASE("plan: own elements that alternate with a partner's come with its pieces") {
  for_each_grid(world(), [](mpi::CommunicatorView comm, GridShape grid, GridOrder order) {
    for (const Op op : {Op::None, Op::Trans}) {
      const Layout from({.shape = {211, 90}, .block = {1, 4}, .grid = grid, .grid_order = order});
      const Layout to({.shape = op == Op::None ? Shape{211, 90} : Shape{90, 211},
                       .block = {5, 3},
                       .grid = grid,
                       .source = {grid.rows - 1, 0},
                       .grid_order = order});
      for (const Uplo uplo : {Uplo::General, Uplo::Lower, Uplo::Upper})
        for (const Index piece_bytes : {Index{100}, Index{3000}, Index{1} << 18}) {
          Plan<double> plan(comm, Transfers(from, to, {.op = op, .uplo = uplo, .diagonal = 2}),
                            {.transport = Transport::Messages, .piece_bytes = piece_bytes});
          const auto expected = [&](Index i, Index j) {
            const bool is_kept =
                uplo == Uplo::General || (uplo == Uplo::Lower) == (j - i < 2) || j - i == 2;
            return !is_kept ? 0.0 : op == Op::None ? face(i, j) : face(j, i);
          };
          const auto a = faces(comm, from);
          DistMatrix<double> b(comm, to);
          for (int run = 0; run < 2; ++run) plan.run(a, b);
          check_all(comm, holds(b, expected), "moved");
        }
    }
  });
}

TEST_CASE("plan: own elements that all come before or behind a partner's take no buffer") {
  const auto comm = world();
  if (comm.size() > 3) return;  // more partners need more buffers
  const Index n = 4000;
  const Layout slabs(
      {.shape = {n, n}, .block = {n, n / comm.size() + 1}, .grid = {1, comm.size()}});
  const Layout rows({.shape = {n, n}, .block = {1, n}, .grid = {comm.size(), 1}});
  for (const Op op : {Op::None, Op::Trans}) {
    Plan<double> plan(comm, Transfers(slabs, rows, {.op = op}), {.transport = Transport::Messages});
    CHECK(plan.peak_extra_bytes() <= Index{10} << 20);  // a rank of two has 32 MB
  }
}

TEST_CASE("copy_into: sections of one matrix may be copied to each other unless they overlap") {
  const auto comm = world();
  auto a = faces(comm, tall(comm, {20, 20}));
  copy_into(a.view({0, 5}, {0, 20}), a.view({10, 15}, {0, 20}));
  check_all(
      comm,
      holds(a, [](Index i, Index j) { return i >= 10 && i < 15 ? face(i - 10, j) : face(i, j); }),
      "rows copied");
  CHECK_THROWS_AS(copy_into(a.view({0, 5}, {0, 20}), a.view({4, 9}, {0, 20})), ArgumentError);
  CHECK_THROWS_AS(copy_into(a, a), ArgumentError);
}

TEST_CASE("plan: a matrix is not moved onto itself, and a plan that was moved from not run") {
  const auto comm = world();
  auto a = faces(comm, tall(comm, {20, 20}));
  const Section upper{{0, 12}, {0, 12}}, lower{{8, 20}, {8, 20}}, apart{{12, 20}, {0, 12}};
  const auto plan_of = [&](const Section& from, const Section& to, Op op) {
    return Plan<double>(
        comm, transfers(a.layout(), a.layout(), {.op = op, .source = from, .target = to}));
  };
  auto turning = plan_of(upper, upper, Op::Trans), shifting = plan_of(upper, lower, Op::None);
  for (Plan<double>* plan : {&turning, &shifting}) {
    CHECK_THROWS_WITH_AS(plan->run(a, a),
                         "plan: source and target are overlapping sections of one matrix; move "
                         "through another matrix, or transpose_in_place",
                         ArgumentError);
    CHECK_THROWS_AS((void)plan->start(a, a), ArgumentError);
  }
  check_all(comm, holds(a, face), "unchanged");
  plan_of({{0, 8}, {0, 12}}, apart, Op::None).run(a, a);
  check_all(comm,
            holds(a, [](Index i, Index j) { return face(i >= 12 && j < 12 ? i - 12 : i, j); }),
            "disjoint sections");
  const Plan<double> taken = std::move(turning);
  CHECK_THROWS_AS(turning.run(a, a), ArgumentError);
}

TEST_CASE("copy_into: memory of the caller that overlaps on one rank is refused on all") {
  const auto comm = world();
  const Layout layout = tall(comm, {3 * comm.size(), 4});
  std::vector<double> one(12), two(12);
  auto a = DistMatrix<double>::wrap(comm, layout, {one.data(), 3});
  auto b = DistMatrix<double>::wrap(comm, layout,
                                    {comm.rank() == comm.size() - 1 ? one.data() : two.data(), 3});
  CHECK_THROWS_AS(copy_into(a, b), ArgumentError);
  CHECK_THROWS_AS(copy_into(a, b), ArgumentError);
  auto owned = faces(comm, layout);
  auto bound = bind(comm, &owned);
  CHECK_THROWS_AS(copy_into(owned, bound), ArgumentError);
}

TEST_CASE("copy_into: matrices found to be disjoint are recognised by their memory") {
  const auto comm = world();
  const Layout layout = tall(comm, {3 * comm.size(), 4});
  std::vector<double> one(12), two(12);
  const auto wrapped = [&](std::vector<double>& memory) {
    return DistMatrix<double>::wrap(comm, layout, {memory.data(), 3});
  };
  auto a = wrapped(one), b = wrapped(two), again = wrapped(one);
  for (int k = 0; k < 3; ++k) copy_into(a, b);
  auto moved = std::move(b);
  copy_into(a, moved);
  CHECK_THROWS_AS(copy_into(a, again), ArgumentError);
  moved = std::move(again);
  CHECK_THROWS_AS(copy_into(a, moved), ArgumentError);
  b = a.copy();  // separate memory
  copy_into(a, b);
  // More pairs than the cache holds.
  std::vector<DistMatrix<double>> many;
  for (int k = 0; k < 70; ++k) many.push_back(wrapped(two));
  for (int k = 0; k < 2; ++k)
    for (auto& each : many) copy_into(a, each);
  CHECK_THROWS_AS(copy_into(moved, a), ArgumentError);
}

TEST_CASE(
    "copy_into: shapes, sections and communicators that do not fit are refused with a sentence") {
  const auto comm = world();
  const auto a = faces(comm, tall(comm, {4, 6}));
  DistMatrix<double> b(comm, tall(comm, {6, 4}));
  CHECK_THROWS_WITH_AS(
      copy_into(a, b),
      "move: the source is 4x6, but the target is 6x4; give sections or layouts of equal shape",
      ArgumentError);
  CHECK_THROWS_AS(copy_into(a.view({0, 2}, {0, 2}), b.view({0, 2}, {0, 3})), ArgumentError);
  CHECK_THROWS_AS(b.view({0, 7}, {0, 1}), ArgumentError);
  DistMatrix<double> alone(mpi::CommunicatorView::self(),
                           Layout({.shape = {4, 6}, .grid = {1, 1}}));
  if (comm.size() > 1) CHECK_THROWS_AS(copy_into(a, alone), ArgumentError);
}

TEST_CASE(
    "copy_into: messages of the program that are under way go on while ranks wait for each other") {
  const auto comm = world();
  const int next = (comm.rank() + 1) % comm.size(),
            last = (comm.rank() + comm.size() - 1) % comm.size();
  const auto a = faces(comm, tall(comm, {30, 20}));
  DistMatrix<double> b(comm, wide(comm, {30, 20}));
  std::vector<double> out(1 << 17, 1.5), in(1 << 17);
  MPI_Request request;
  mpi::check(MPI_Irecv(in.data(), 1 << 17, MPI_DOUBLE, last, 0, comm.native(), &request),
             "MPI_Irecv");
  // Rank 0 enters the move at once; the others first finish a blocking send that depends on their
  // neighbour.
  MPI_Request sent = MPI_REQUEST_NULL;
  if (comm.rank() == 0)
    mpi::check(MPI_Isend(out.data(), 1 << 17, MPI_DOUBLE, next, 0, comm.native(), &sent),
               "MPI_Isend");
  else mpi::check(MPI_Send(out.data(), 1 << 17, MPI_DOUBLE, next, 0, comm.native()), "MPI_Send");
  copy_into(a, b);
  mpi::check(MPI_Wait(&sent, MPI_STATUS_IGNORE), "MPI_Wait");
  mpi::check(MPI_Wait(&request, MPI_STATUS_IGNORE), "MPI_Wait");
  check_all(comm, holds(b, face), "moved");
  check_all(comm, in == out, "sent");
}

TEST_CASE("plan: shared memory that was asked for and cannot be had is refused on all ranks") {
  const auto comm = world();
  const Layout layout = tall(comm, {3 * comm.size(), 4});
  std::vector<double> memory(12);
  const auto a = DistMatrix<double>::wrap(comm, layout, {memory.data(), 3});
  DistMatrix<double> b(comm, layout);
  CHECK_THROWS_AS(copy_into(a, b, {.transport = Transport::SharedMemory}), ArgumentError);
}

TEST_CASE("copy_into and plans: invalid options and empty handles of matrices are refused") {
  const auto comm = world();
  const Layout layout = tall(comm, {3 * comm.size(), 4});
  DistMatrix<double> a(comm, layout), b(comm, layout), null;
  CHECK_THROWS_AS(copy_into(a, b, {.op = Op('t')}), ArgumentError);
  CHECK_THROWS_AS(copy_into(a, b, {.uplo = Uplo('l')}), ArgumentError);
  CHECK_THROWS_AS(copy_into(a, b, {.uplo = Uplo::Upper, .diag = Diag('n')}), ArgumentError);
  CHECK_THROWS_AS(copy_into(a, b, {.uplo = Uplo::Upper, .rest = Rest(9)}), ArgumentError);
  CHECK_THROWS_AS(copy_into(a, b, {.transport = Transport(77)}), ArgumentError);
  CHECK_THROWS_AS(copy_into(a, null), ArgumentError);
  CHECK_THROWS_AS(copy_into(null, b), ArgumentError);
}

TEST_CASE("plan: matrices whose ranks are in another order are refused on all ranks") {
  const auto comm = world();
  const auto backwards = mpi::Communicator::split(comm, 0, -comm.rank());
  const auto again = mpi::Communicator::duplicate(comm);
  const Layout layout = tall(comm, {3 * comm.size(), 4});
  DistMatrix<double> a(comm, layout), b(again, layout), c(backwards, layout);
  Plan<double> plan(comm, transfers(layout, layout));
  plan.run(a, b);  // the same ranks in the same order
  if (comm.size() == 1) return;
  CHECK_THROWS_AS(plan.run(a, c), ArgumentError);
  CHECK_THROWS_AS(plan.run(c, b), ArgumentError);
  CHECK_THROWS_AS(copy_into(a, c), ArgumentError);
}

TEST_CASE("copy_into: cached plans are freed with their communicator, for every transport") {
  const mpi::Communicator comm = mpi::Communicator::duplicate(world());
  const Layout from = tall(comm, {3 * comm.size(), 4});
  const Layout to({.shape = {3 * comm.size(), 4}, .block = {2, 2}, .grid = {1, comm.size()}});
  std::vector<double> memory(12);
  auto a = DistMatrix<double>::wrap(comm, from, {memory.data(), 3});
  a.fill_with(face);
  std::vector<Transport> transports{Transport::Automatic, Transport::Messages,
                                    Transport::Datatypes};
  mpi::Context& context = mpi::Context::of(comm);
  if (context.is_single_node() && context.allocate(1).is_shared())
    transports.push_back(Transport::Staged);
  for (Transport transport : transports) {
    DistMatrix<double> b(comm, to);
    copy_into(a, b, {.transport = transport});
    check_all(comm, holds(b, face), "moved");
  }
}
