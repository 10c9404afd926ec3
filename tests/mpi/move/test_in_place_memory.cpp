// SPDX-License-Identifier: BSD-3-Clause
// Memory of an in-place transposition beside the matrix. A separate program, since it counts every
// allocation.
#include <doctest/doctest.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <new>

#include <malloc.h>

#include <ashlar/move/mirror.hpp>

#include "support/mpi_test.hpp"

namespace {

std::atomic<std::int64_t> live{0}, peak{0};

void* counted(std::size_t bytes, std::size_t alignment) {
  void* memory = std::aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment);
  if (memory == nullptr) throw std::bad_alloc();
  const std::int64_t now = live += static_cast<std::int64_t>(malloc_usable_size(memory));
  peak = std::max(peak.load(), now);
  return memory;
}

void discount(void* memory) noexcept {
  if (memory != nullptr) live -= static_cast<std::int64_t>(malloc_usable_size(memory));
  std::free(memory);
}

}  // namespace

void* operator new(std::size_t bytes) { return counted(bytes, 16); }
void* operator new(std::size_t bytes, std::align_val_t alignment) {
  return counted(bytes, static_cast<std::size_t>(alignment));
}
void operator delete(void* memory) noexcept { discount(memory); }
void operator delete(void* memory, std::size_t) noexcept { discount(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { discount(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { discount(memory); }

using namespace ashlar;
using namespace ashlar::test;

TEST_CASE("transpose_in_place: four pieces are all the memory that it takes") {
  const auto comm = world();
  // 8 MiB in total, in blocks that fit no block of another rank.
  DistMatrix<double> a(comm,
                       Layout({.shape = {1024, 1024}, .block = {7, 33}, .grid = {1, comm.size()}}));
  a.fill_with([](Index i, Index j) { return static_cast<double>(i * 2000 + j); });
  const auto transports = {Transport::Messages, Transport::Automatic};
  for (const Transport transport : transports) {
    const Index piece_bytes = Index{32} << 10;
    const std::int64_t before = live;
    peak = before;
    transpose_in_place(a, {.transport = transport, .piece_bytes = piece_bytes});
    // Beside the buffers: run lists, and the tables of the tiles in transit.
    CHECK(peak - before <= 4 * piece_bytes + (Index{128} << 10));
  }
  bool same = true;
  a.fill_with([&](Index i, Index j) {
    same = same && *a.find(i, j) == static_cast<double>(i * 2000 + j);
    return *a.find(i, j);
  });
  check_all(comm, same, "twice is the identity");
}
