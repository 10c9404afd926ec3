// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/matrix/dist_matrix.hpp>

#include <chrono>
#include <cstring>
#include <limits>
#include <memory>
#include <thread>
#include <type_traits>

#include <ashlar/matrix/local_part.hpp>

#include "mpi/matrix/layout_cases.hpp"

using namespace ashlar;
using namespace ashlar::test;

namespace {

template <class T>
void fill_with_faces(DistMatrix<T>& a) {
  a.fill_with([](Index i, Index j) { return face<T>(i, j); });
}

/// Whether this rank holds exactly the elements that counting gives it, each where counting puts
/// it.
template <class T, class F>
bool holds(const DistMatrix<T>& a, F&& expected) {
  const auto rows = places_by_counting(a.layout().rows());
  const auto cols = places_by_counting(a.layout().cols());
  Index mine = 0;
  bool ok = true;
  for (Index i = 0; i < a.rows(); ++i)
    for (Index j = 0; j < a.cols(); ++j) {
      const Place row = rows[static_cast<std::size_t>(i)];
      const Place col = cols[static_cast<std::size_t>(j)];
      if (a.coord() != Coord{row.process, col.process}) continue;
      ++mine;
      ok = ok && a.local()(row.position, col.position) == expected(i, j);
      ok = ok && a.find(i, j) == a.local().at(row.position, col.position);
      ok = ok && a.global_row(row.position) == i && a.global_col(col.position) == j;
    }
  return ok && mine == a.local_rows() * a.local_cols();
}

template <class T>
bool holds_faces(const DistMatrix<T>& a) {
  return holds(a, [](Index i, Index j) { return face<T>(i, j); });
}

/// The text of the error that `f` throws; empty if it throws none.
template <class F>
std::string error_of(F&& f) {
  try {
    f();
  } catch (const Error& error) {
    return error.what();
  }
  return {};
}

}  // namespace

TEST_CASE_TEMPLATE_DEFINE("DistMatrix: every element lies where counting puts it", T,
                          dist_matrix_all_elements) {
  for_each_layout(world(), [](mpi::CommunicatorView comm, const Layout& layout) {
    DistMatrix<T> a(comm, layout);
    bool ok = holds(a, [](Index, Index) { return T{}; });
    fill_with_faces(a);
    ok = ok && holds_faces(a);
    ok = ok && a.lld() == owned_ld(a.local_shape()) && a.local().data != nullptr;
    ok = ok && reinterpret_cast<std::uintptr_t>(a.local().data) % 64 == 0;
    check_all(comm, ok, layout.to_string());
  });
}
TEST_CASE_TEMPLATE_APPLY(dist_matrix_all_elements, AllElements);

TEST_CASE("DistMatrix: a new matrix is zero also in memory that another one used") {
  for (int round = 0; round < 3; ++round) {
    const auto grid = ProcessGrid::balanced(world());
    DistMatrix<std::uint32_t> used(grid, {40, 30}, {.block = {3, 4}},
                                   {.init = Init::Uninitialized});
    used.fill(0xdeadbeef);
    used = {};
    const DistMatrix<std::uint32_t> fresh(grid, {40, 30}, {.block = {3, 4}});
    check_all(world(), holds(fresh, [](Index, Index) { return 0U; }), "zero");
  }
}

TEST_CASE("DistMatrix: heap storage holds the same") {
  const auto grid = ProcessGrid::balanced(world());
  DistMatrix<double> a(grid, {11, 13}, {.block = {2, 3}}, {.kind = mpi::StorageKind::Heap});
  fill_with_faces(a);
  const DistMatrix<double> b = a;
  check_all(world(), !a.storage().is_shared() && !b.storage().is_shared(), "not shared");
  check_all(world(), holds_faces(b), "faces");
}

TEST_CASE("get: every rank learns the element; set: only its owner changes") {
  for_each_layout(world(), [](mpi::CommunicatorView comm, const Layout& layout) {
    DistMatrix<c128> a(comm, layout);
    for (Index i = 0; i < a.rows(); ++i)
      for (Index j = 0; j < a.cols(); ++j) a.set(i, j, face<c128>(i, j));
    bool ok = holds_faces(a);
    for (Index i = 0; i < a.rows(); i += 3)
      for (Index j = 0; j < a.cols(); j += 2) ok = a.get(i, j) == face<c128>(i, j) && ok;
    check_all(comm, ok, layout.to_string());
  });
}

TEST_CASE("DistMatrix: a copy is deep, and waits for slow ranks") {
  for_each_layout(world(), [](mpi::CommunicatorView comm, const Layout& layout) {
    DistMatrix<std::int16_t> a(comm, layout);
    fill_with_faces(a);
    if (comm.rank() == comm.size() - 1) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    DistMatrix<std::int16_t> b = a;
    a.fill(-1);
    bool ok = holds_faces(b) && b.layout() == layout && b.comm() == comm;
    a = b;
    b.fill(-2);
    ok = ok && holds_faces(a);
    const auto& self = a;
    a = self;
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
  const DistMatrix<double> b = a;
  bool same = true;
  for (Index j = 0; j < b.local_cols(); ++j)
    same = same && std::memcmp(a.local().at(0, j), b.local().at(0, j),
                               sizeof(double) * b.local_rows()) == 0;
  check_all(world(), same, "bits");
}

TEST_CASE(
    "DistMatrix: moving takes the block along and leaves an empty matrix of no communicator") {
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
  const DistMatrix<float> copy_of_none = none;
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
      const DistMatrix<double> b = a;
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

TEST_CASE("wrap: column- and row-major memory with padding, which is never touched") {
  for_each_layout(world(), [](mpi::CommunicatorView comm, const Layout& layout) {
    for (StorageOrder order : {StorageOrder::Fortran, StorageOrder::C}) {
      const Shape local = layout.local_shape(comm.rank());
      const Index lines = order == StorageOrder::C ? local.rows : local.cols;
      const Index ld = (order == StorageOrder::C ? local.cols : local.rows) + 3;
      const double poison = -12345;
      std::vector<double> memory(static_cast<std::size_t>(ld * lines), poison);
      auto a = DistMatrix<double>::wrap(comm, layout, memory.empty() ? nullptr : memory.data(), ld,
                                        order);
      fill_with_faces(a);
      bool ok =
          holds_faces(a) && a.lld() == ld && a.storage().is_empty() && a.storage_order() == order;
      ok = ok && (local.empty() || a.local().data == memory.data());
      Index poisoned = 0;
      for (double value : memory) poisoned += value == poison;
      ok = ok && poisoned == 3 * lines + (local.empty() ? (ld - 3) * lines : 0);
      const DistMatrix<double> copy = a;
      ok = ok && holds_faces(copy) && copy.storage_order() == StorageOrder::Fortran;
      ok = ok && copy.lld() == owned_ld(local) &&
           (local.empty() || copy.local().data != memory.data());
      check_all(comm, ok, layout.to_string());
    }
  });
}

TEST_CASE("wrap: what is wrong on one rank is the same error on all") {
  const int last = world().size() - 1;
  const Layout layout(
      {.shape = {4 * world().size(), 3}, .block = {4, 3}, .grid = {world().size(), 1}});
  std::vector<double> memory(64);
  const bool is_last = world().rank() == last;
  const auto text_of = [&](double* local, Index ld, StorageOrder order) {
    return error_of([&] { DistMatrix<double>::wrap(world(), layout, local, ld, order); });
  };
  const std::string small = text_of(memory.data(), is_last ? 3 : 4, StorageOrder::Fortran);
  check_all(world(), small.find("leading dimension is 3") != std::string::npos, small);
  const std::string small_row = text_of(memory.data(), is_last ? 2 : 3, StorageOrder::C);
  check_all(world(), small_row.find("row-major order needs at least 3") != std::string::npos,
            small_row);
  const std::string null = text_of(is_last ? nullptr : memory.data(), 4, StorageOrder::Fortran);
  check_all(world(), null.find("null") != std::string::npos, null);
  double* const crooked =
      reinterpret_cast<double*>(reinterpret_cast<std::uintptr_t>(memory.data()) + 1);
  const std::string bent = text_of(is_last ? crooked : memory.data(), 4, StorageOrder::Fortran);
  check_all(world(), bent.find("not aligned") != std::string::npos, bent);
}

TEST_CASE("DistMatrix: impossible layouts and communicators are refused with their numbers") {
  const int size = world().size();
  const Layout too_wide({.shape = {4, 4}, .block = {1, 1}, .grid = {1, size + 1}});
  CHECK_THROWS_WITH_AS(DistMatrix<double>(world(), too_wide),
                       doctest::Contains(concat("names rank ", size, ", but").c_str()),
                       ArgumentError);
  const Layout fine({.shape = {4, 4}, .block = {1, 1}, .grid = {1, 1}});
  CHECK_THROWS_WITH_AS(DistMatrix<double>(mpi::CommunicatorView{}, fine), doctest::Contains("null"),
                       ArgumentError);
  const Index huge = std::numeric_limits<Index>::max() / 2;
  const Layout too_large({.shape = {huge, huge}, .block = {1, 1}, .grid = {1, 1}});
  CHECK_THROWS_AS(DistMatrix<double>(world(), too_large), OverflowError);
}

TEST_CASE("DistMatrix: memory that no machine has is the same error on all ranks") {
  const Layout layout(
      {.shape = {Index{1} << 31, Index{1} << 24}, .block = {64, 64}, .grid = {world().size(), 1}});
  check_all(world(), !error_of([&] { DistMatrix<double> a(world(), layout); }).empty(),
            "out of memory");
  CHECK_THROWS_AS(DistMatrix<double>(world(), layout), OutOfMemory);
}

TEST_CASE("find, get, set, view: what lies outside is refused with its numbers") {
  DistMatrix<double> a(ProcessGrid::balanced(world()), {4, 5});
  CHECK_THROWS_WITH_AS(a.find(4, 0), doctest::Contains("(4, 0) is outside the 4x5"), ArgumentError);
  CHECK_THROWS_AS(a.get(0, -1), ArgumentError);
  CHECK_THROWS_AS(a.set(0, 5, 1.0), ArgumentError);
  CHECK_THROWS_WITH_AS(a.view({0, 5}, {0, 1}),
                       doctest::Contains("[0, 5) are not a range within [0, 4)"), ArgumentError);
  CHECK_THROWS_AS(a.view({2, 1}, {0, 1}), ArgumentError);
  CHECK_THROWS_AS(std::as_const(a).view({0, 1}, {-1, 1}), ArgumentError);
  CHECK(a.view({4, 4}, {5, 5}).shape().empty());
}

TEST_CASE(
    "local_part: a view's elements on this rank are one rectangle, counted element by element") {
  for_each_layout(world(), [](mpi::CommunicatorView comm, const Layout& layout) {
    DistMatrix<double> a(comm, layout);
    fill_with_faces(a);
    const auto rows = places_by_counting(layout.rows());
    const auto cols = places_by_counting(layout.cols());
    bool ok = true;
    const Range row_ranges[] = {
        {0, a.rows()}, {a.rows() / 3, a.rows()}, {a.rows() / 2, a.rows() / 2}, {0, a.rows() / 2}};
    for (Range wanted_rows : row_ranges)
      for (Range wanted_cols : {Range{0, a.cols()}, Range{a.cols() / 4, (a.cols() + 1) / 2}}) {
        std::vector<double> expected;
        for (Index j = wanted_cols.first; j < wanted_cols.last; ++j)
          for (Index i = wanted_rows.first; i < wanted_rows.last; ++i)
            if (a.coord() == Coord{rows[static_cast<std::size_t>(i)].process,
                                   cols[static_cast<std::size_t>(j)].process})
              expected.push_back(face<double>(i, j));
        const LocalView<double> part = local_part(a.view(wanted_rows, wanted_cols));
        std::vector<double> found;
        for (Index j = 0; j < part.cols; ++j)
          for (Index i = 0; i < part.rows; ++i) found.push_back(part(i, j));
        ok = ok && found == expected;
      }
    check_all(comm, ok, layout.to_string());
  });
}
