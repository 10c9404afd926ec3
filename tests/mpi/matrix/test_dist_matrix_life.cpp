// SPDX-License-Identifier: BSD-3-Clause
// Copying, moving and destroying matrices.
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <memory>
#include <string>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

#include <ashlar/matrix/dist_matrix.hpp>

#include "held_faces.hpp"

using namespace ashlar;
using namespace ashlar::test;

TEST_CASE("DistMatrix: a copy is deep, and waits for slow ranks") {
  for_each_layout(world(), [](mpi::CommunicatorView comm, const Layout& layout) {
    DistMatrix<std::int16_t> a(comm, layout);
    fill_with_faces(a);
    if (comm.rank() == comm.size() - 1) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    DistMatrix<std::int16_t> b = a.copy();
    a.fill(-1);
    bool ok = holds_faces(b) && b.layout() == layout && b.comm() == comm;
    a = b.copy();
    b.fill(-2);
    ok = ok && holds_faces(a);
    check_all(comm, ok, layout.to_string());
  });
}

TEST_CASE("DistMatrix: the bits of NaNs and negative zeros survive a copy") {
  const auto nan = [](Index i, Index j) {
    const std::uint64_t bits =
        0x7ff0'0000'0000'0001ULL + static_cast<std::uint64_t>(i * 64 + j);  // signalling
    double value;
    std::memcpy(&value, &bits, sizeof value);
    return value;
  };
  const auto grid = ProcessGrid::balanced(world());
  DistMatrix<double> a(grid, {9, 8}, {.block = {2, 3}});
  a.for_each_run([&](Index il, Index jl, Index i, Index j, Index count) {
    for (Index k = 0; k < count; ++k) {
      const double value = nan(i + k, j);
      std::memcpy(a.local().at(il + k, jl), &value, sizeof value);
    }
  });
  const DistMatrix<double> b = a.copy();
  bool same = true;
  for (Index j = 0; j < b.local_cols(); ++j)
    same = same && std::memcmp(a.local().at(0, j), b.local().at(0, j),
                               sizeof(double) * b.local_rows()) == 0;
  check_all(world(), same, "bits");
}

TEST_CASE(
    "DistMatrix: moving takes the block along and leaves an empty matrix of no communicator") {
  static_assert(!std::is_copy_constructible_v<DistMatrix<double>>);
  static_assert(!std::is_copy_assignable_v<DistMatrix<double>>);
  static_assert(std::is_nothrow_move_constructible_v<DistMatrix<double>>);
  static_assert(std::is_nothrow_move_assignable_v<DistMatrix<double>>);
  const auto grid = ProcessGrid::balanced(world());
  DistMatrix<float> a(grid, {20, 10}, {.block = {3, 3}});
  fill_with_faces(a);
  const float* const block = a.local().data;
  DistMatrix<float> b = std::move(a);
  bool ok = b.local().data == block && holds_faces(b);
  ok = ok && a.comm().is_null() && a.shape().empty() &&
       a.local().data == nullptr;  // NOLINT(bugprone-use-after-move)
  DistMatrix<float> c(grid, {2, 2});
  c = std::move(b);
  ok = ok && c.local().data == block && holds_faces(c);
  auto& same = c;
  c = std::move(same);
  ok = ok && holds_faces(c);
  const DistMatrix<float> none;
  const DistMatrix<float> copy_of_none = none.copy();
  ok = ok && copy_of_none.comm().is_null();
  check_all(world(), ok, "moved");
}

TEST_CASE("DistMatrix: matrices die in any order, another on every rank") {
  const auto grid = ProcessGrid::balanced(world());
  const int size = world().size();
  for (int round = 0; round < 20; ++round) {
    std::vector<std::unique_ptr<DistMatrix<double>>> matrices;
    for (int k = 0; k < 5; ++k) {
      matrices.push_back(
          std::make_unique<DistMatrix<double>>(grid, Shape{30, 20 + k}, Blocking{{4, 4}, {}}));
      fill_with_faces(*matrices.back());
    }
    for (int k = 0; k < 4; ++k)
      matrices[static_cast<std::size_t>((k + world().rank() + round) % 5)].reset();
    bool ok = true;
    for (const auto& survivor : matrices) ok = ok && (!survivor || holds_faces(*survivor));
    check_all(world(), ok, "survivors of " + std::to_string(size) + " ranks");
  }
}

TEST_CASE("DistMatrix: a matrix may die after its communicator") {
  for (int round = 0; round < 5; ++round) {
    DistMatrix<double> a;
    {
      const auto comm = mpi::Communicator::duplicate(world());
      a = DistMatrix<double>(ProcessGrid::balanced(comm), {50, 50}, {.block = {8, 8}});
      fill_with_faces(a);
    }
    check_all(world(), holds_faces(a), "its own block is still there");
  }
}

TEST_CASE("DistMatrix: thousands of them leave the memory flat") {
  const auto resident_pages = [] {
    std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen("/proc/self/statm", "r"),
                                                         std::fclose);
    long all = 0, resident = 0;
    if (!file || std::fscanf(file.get(), "%ld %ld", &all, &resident) != 2) return 0L;
    return resident;
  };
  const auto grid = ProcessGrid::balanced(world());
  const auto live = [&](int count) {
    for (int k = 0; k < count; ++k) {
      DistMatrix<double> a(grid, {100 + k % 7, 90}, {.block = {8, 8}},
                           {.init = Init::Uninitialized});
      const DistMatrix<double> b = a.copy();
      DistMatrix<double> c = std::move(a);
    }
  };
  live(200);
  const long before = resident_pages();
  live(3000 / world().size());
  const long after = resident_pages();
  check_all(world(), after - before < 256,
            "resident pages grew from " + std::to_string(before) + " to " + std::to_string(after));
}
