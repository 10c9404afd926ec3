// SPDX-License-Identifier: BSD-3-Clause
// The examples of docs/moving.md, executed.
#include <vector>

#include <doctest/doctest.h>

#include <ashlar/matrix/compare.hpp>
#include <ashlar/move/copy.hpp>
#include <ashlar/move/mirror.hpp>
#include <ashlar/mpi/context.hpp>

#include "support/mpi_test.hpp"

using namespace ashlar;
using namespace ashlar::test;

namespace {

double entry(Index i, Index j) { return static_cast<double>(100 * i + j); }

DistMatrix<double> numbered(mpi::CommunicatorView comm, const Layout& layout) {
  DistMatrix<double> a(comm, layout);
  a.fill_with(entry);
  return a;
}

template <class T>
bool is_at(const DistMatrix<T>& a, Index i, Index j, T value) {
  return a.broadcast(i, j) == value;
}

}  // namespace

TEST_CASE("docs/moving.md: matrices to move") {
  const auto comm = world();
  const Layout tall({.shape = {40, 30}, .block = {8, 8}, .grid = {comm.size(), 1}});
  const Layout flat({.shape = {40, 30}, .block = {4, 16}, .grid = {1, comm.size()}});
  DistMatrix<double> a(comm, tall);  // all elements are zero
  a.fill_with(entry);

  const Shape mine = flat.local_shape(comm.rank());
  const Index ld = mine.rows + 2;
  std::vector<double> memory(static_cast<std::size_t>(ld * mine.cols));
  auto w = DistMatrix<double>::wrap(comm, flat, {memory.data(), ld});  // in memory of the caller
  copy_into(a, w);

  for (Index jl = 0; jl < w.local_cols(); ++jl)
    for (Index il = 0; il < w.local_rows(); ++il)
      CHECK(w.local()(il, jl) == entry(w.global_row(il), w.global_col(jl)));
  CHECK(is_at(w, 39, 29, 3929.0));
  if (!memory.empty()) CHECK(memory.front() == w.local()(0, 0));
}

TEST_CASE("docs/moving.md: one call for one move") {
  const auto comm = world();
  const Layout tall({.shape = {40, 30}, .block = {8, 8}, .grid = {comm.size(), 1}});
  const Layout flat({.shape = {40, 30}, .block = {4, 16}, .grid = {1, comm.size()}});
  auto a = numbered(comm, tall);

  auto b = redistribute(a, flat);
  auto t = transpose(a);
  auto upper = extract_triangle(a, Uplo::Upper, 1);  // above the diagonal
  auto single = redistribute<float>(a, flat);
  CHECK(is_at(b, 39, 29, 3929.0));
  CHECK(is_at(t, 29, 39, 3929.0));
  CHECK(is_at(upper, 3, 3, 0.0));
  CHECK(is_at(upper, 3, 4, 304.0));
  CHECK(is_at(single, 39, 29, 3929.0f));
}

TEST_CASE("docs/moving.md: to the ranks that have most already") {
  const auto comm = world();
  const Layout tall({.shape = {40, 30}, .block = {8, 8}, .grid = {comm.size(), 1}});
  const Layout flat({.shape = {40, 30}, .block = {4, 16}, .grid = {1, comm.size()}});
  auto a = numbered(comm, tall);

  auto near = redistribute(a, relabelled(a, flat));
  CHECK(is_at(near, 39, 29, 3929.0));
  const Index kept = Transfers(tall, near.layout()).summary(8).elements_kept;
  CHECK(kept >= Transfers(tall, flat).summary(8).elements_kept);
}

TEST_CASE("docs/moving.md: into existing elements") {
  const auto comm = world();
  auto a = numbered(comm, Layout({.shape = {40, 30}, .block = {8, 8}, .grid = {comm.size(), 1}}));
  auto c = numbered(comm, Layout({.shape = {50, 50}, .block = {4, 4}, .grid = {1, comm.size()}}));
  const auto before = c.copy();

  // Rows 0-9 of a, transposed, into columns 20-29 of c.
  copy_into(a.view({0, 10}, {0, 30}), c.view({5, 35}, {20, 30}), {.op = Op::Trans});
  CHECK(is_at(c, 5, 21, 100.0));
  CHECK(is_at(c, 34, 20, 29.0));
  CHECK(is_at(c, 4, 20, 420.0));

  c = before.copy();
  // In the same sections: c := 0.5 a^T + c.
  copy_into(a.view({0, 10}, {0, 30}), c.view({5, 35}, {20, 30}), {.op = Op::Trans},
            {.alpha = 0.5, .beta = 1});
  CHECK(is_at(c, 5, 21, 50.0 + 521));

  c = before.copy();
  // Only on and below the diagonal of the section; the rest of c stays.
  copy_into(a.view({0, 30}, {0, 30}), c.view({0, 30}, {0, 30}), {.uplo = Uplo::Lower},
            {.alpha = -1, .beta = 1});
  CHECK(is_at(c, 20, 10, 0.0));
  CHECK(is_at(c, 10, 20, 1020.0));
}

TEST_CASE("docs/moving.md: symmetric and Hermitian matrices") {
  const auto comm = world();
  const Layout layout({.shape = {30, 30}, .block = {4, 4}, .grid = {comm.size(), 1}});
  const Layout wide({.shape = {30, 30}, .block = {8, 8}, .grid = {1, comm.size()}});
  auto a = numbered(comm, layout);

  auto whole = mirror(a, Uplo::Lower, wide);
  auto mean = symmetrize(a);
  CHECK(is_at(whole, 3, 20, 2003.0));
  CHECK(is_at(mean, 3, 20, (320.0 + 2003) / 2));

  mirror_into(a, a, Uplo::Upper);
  CHECK(is_at(a, 20, 3, 320.0));
  CHECK(count_differences(a, transpose(a)) == 0);
}

TEST_CASE("docs/moving.md: a plan is kept") {
  const auto comm = world();
  const Layout tall({.shape = {40, 30}, .block = {8, 8}, .grid = {comm.size(), 1}});
  const Layout flat({.shape = {40, 30}, .block = {4, 16}, .grid = {1, comm.size()}});
  DistMatrix<double> a(comm, tall), sum(comm, flat);
  DistMatrix<float> single(comm, flat);

  Plan<double> plan(comm, transfers(tall, flat));
  for (int step = 0; step < 3; ++step) {
    a.fill(step);
    plan.run(a, sum, {.beta = 1});
    plan.run(a, single);
  }
  CHECK(is_at(sum, 39, 29, 3.0));
  CHECK(is_at(single, 39, 29, 2.0f));
}

TEST_CASE("docs/moving.md: statistics of the transport") {
  const auto comm = world();
  const Layout tall({.shape = {40, 30}, .block = {8, 8}, .grid = {comm.size(), 1}});
  const Layout flat({.shape = {40, 30}, .block = {4, 16}, .grid = {1, comm.size()}});
  DistMatrix<double> a(comm, tall), b(comm, flat);

  Plan<double> packed(comm, transfers(tall, flat),
                      {.transport = Transport::Messages, .max_extra_bytes = 1 << 20});
  packed.run(a, b);
  const PlanStatistics went = packed.statistics();
  const Traffic traffic = packed.moves().front().traffic_of(comm.rank());
  CHECK(went.message_bytes_sent == traffic.sent * Index{sizeof(double)});
  CHECK(packed.peak_extra_bytes() <= 1 << 20);
  CHECK(went.messages_sent >= traffic.messages_out);
  CHECK(went.pulled_bytes == 0);

  if (!mpi::Context::of(comm).is_single_node() || !a.storage().is_shared()) return;
  Plan<double> plan(comm, transfers(tall, flat));
  plan.run(a, b);
  CHECK(plan.statistics().messages_sent == 0);
  CHECK(plan.statistics().pulled_bytes == traffic.received * Index{sizeof(double)});
  CHECK(plan.buffer_bytes() == 0);
}
