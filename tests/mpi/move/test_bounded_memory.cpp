// SPDX-License-Identifier: BSD-3-Clause
// Allocations of a move, counted at operator new, against the prediction of the plan.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <new>

#include <malloc.h>

#include <ashlar/move/copy.hpp>

#include "distributed_matrices.hpp"
#include "small_nodes.hpp"
#include "support/mpi_test.hpp"

namespace {

ashlar::Index live_bytes = 0, peak_bytes = 0;

void* counted(void* memory) {
  if (memory == nullptr) throw std::bad_alloc();
  live_bytes += static_cast<ashlar::Index>(malloc_usable_size(memory));
  peak_bytes = std::max(peak_bytes, live_bytes);
  return memory;
}

void give_back(void* memory) noexcept {
  if (memory == nullptr) return;
  live_bytes -= static_cast<ashlar::Index>(malloc_usable_size(memory));
  std::free(memory);
}

void* aligned(std::size_t bytes, std::align_val_t alignment) {
  const auto line = static_cast<std::size_t>(alignment);
  return counted(std::aligned_alloc(line, (bytes + line - 1) / line * line));
}

}  // namespace

void* operator new(std::size_t bytes) { return counted(std::malloc(bytes)); }
void* operator new[](std::size_t bytes) { return counted(std::malloc(bytes)); }
void* operator new(std::size_t bytes, std::align_val_t to) { return aligned(bytes, to); }
void* operator new[](std::size_t bytes, std::align_val_t to) { return aligned(bytes, to); }
// std::stable_sort requests an optional buffer by this operator.
void* operator new(std::size_t bytes, const std::nothrow_t&) noexcept {
  try {
    return operator new(bytes);
  } catch (const std::bad_alloc&) {
    return nullptr;
  }
}
void operator delete(void* memory, const std::nothrow_t&) noexcept { give_back(memory); }
void operator delete(void* memory) noexcept { give_back(memory); }
void operator delete[](void* memory) noexcept { give_back(memory); }
void operator delete(void* memory, std::size_t) noexcept { give_back(memory); }
void operator delete[](void* memory, std::size_t) noexcept { give_back(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { give_back(memory); }
void operator delete[](void* memory, std::align_val_t) noexcept { give_back(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { give_back(memory); }
void operator delete[](void* memory, std::size_t, std::align_val_t) noexcept { give_back(memory); }

using namespace ashlar;
using namespace ashlar::test;

namespace {

constexpr Index tables = Index{200} << 10;

double face(Index i, Index j) { return static_cast<double>(1000 * i + j); }

/// Peak of the bytes allocated while `action` ran, minus the bytes held before.
template <class Action>
Index extra_bytes(Action&& action) {
  const Index before = live_bytes;
  peak_bytes = live_bytes;
  action();
  return peak_bytes - before;
}

bool holds_faces(const DistMatrix<double>& m, bool transposed) {
  return holds(m, [&](Index i, Index j) { return transposed ? face(j, i) : face(i, j); });
}

}  // namespace

TEST_CASE(
    "max_extra_bytes: a move takes at most the bytes of its plan, and the plan at most the bound") {
  for (Index bound : {Index{512}, Index{4096}, Index{300'000}, Index{2} << 20, Index{0}}) {
    for (bool transposing : {false, true}) {
      for (int per_node : {0, 1, 2}) {
        const mpi::Communicator comm = with_nodes_of(per_node);  // without cached memory
        const int ranks = comm.size();
        // A small memory bound needs many messages.
        const Index n = bound == 0 || bound > 5000 ? 900 : bound / 10;
        const Layout from({.shape = {n + 11, n}, .block = {16, 8}, .grid = {ranks, 1}});
        const Shape shape = transposing ? Shape{n, n + 11} : Shape{n + 11, n};
        const Layout to({.shape = shape, .block = {32, 32}, .grid = {1, ranks}});
        DistMatrix<double> a(comm, from), b(comm, to);
        a.fill_with(face);
        for (Transport transport : {Transport::Messages, Transport::Automatic}) {
          Plan<double> plan(comm, transfers(from, to, {.op = transposing ? Op::Trans : Op::None}),
                            {.transport = transport, .max_extra_bytes = bound});
          const Index planned = plan.peak_extra_bytes();
          CAPTURE(bound);
          CAPTURE(per_node);
          if (bound > 0) CHECK(planned <= bound);
          b.fill(-1);
          const Index taken = extra_bytes([&] { plan.run(a, b); });
          CHECK(taken <= planned + tables);
          check_all(comm, holds_faces(b, transposing), "moved");
        }
      }
    }
  }
}

TEST_CASE("max_extra_bytes: bounds the staged bytes of ranks, with many partners too") {
  const auto comm = world();
  const int ranks = comm.size();
  const Layout from({.shape = {70, 61}, .block = {16, 8}, .grid = {ranks, 1}});
  const Layout to({.shape = {70, 61}, .block = {32, 4}, .grid = {1, ranks}});
  DistMatrix<double> a(comm, from), b(comm, to);
  a.fill_with(face);
  for (Index bound : {Index{512}, Index{1500}, Index{4096}, Index{1} << 20}) {
    Plan<double> plan(comm, transfers(from, to),
                      {.transport = Transport::Staged, .max_extra_bytes = bound});
    b.fill(-1);
    plan.run(a, b);
    check_all(comm, holds_faces(b, false), "moved");
    check_all(comm, plan.buffer_bytes() > 0 && plan.buffer_bytes() <= bound,
              concat(plan.buffer_bytes(), " bytes under a bound of ", bound));
    CHECK(plan.peak_extra_bytes() <= bound);
  }
}

TEST_CASE("max_extra_bytes: an option of copies, and refused where it cannot be kept") {
  const auto comm = world();
  const Layout from({.shape = {90, 70}, .block = {4, 4}, .grid = {comm.size(), 1}});
  const Layout to({.shape = {90, 70}, .block = {4, 4}, .grid = {1, comm.size()}});
  DistMatrix<double> a(comm, from), b(comm, to);
  a.fill_with(face);
  copy_into(a, b, {.transport = Transport::Messages, .max_extra_bytes = 1000});
  check_all(comm, holds_faces(b, false), "copied");
  CHECK_THROWS_AS(copy_into(a, b, {.max_extra_bytes = 511}), ArgumentError);
  CHECK_THROWS_AS(copy_into(a, b, {.max_extra_bytes = -1}), ArgumentError);
  CHECK_THROWS_AS(copy_into(a, b, {.transport = Transport::Datatypes, .max_extra_bytes = 1 << 20}),
                  ArgumentError);
}
