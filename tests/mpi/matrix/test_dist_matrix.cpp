// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/matrix/dist_matrix.hpp>

#include <cstdint>
#include <limits>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <ashlar/matrix/block_matrix.hpp>
#include <ashlar/matrix/dist_array.hpp>

#include "held_faces.hpp"

using namespace ashlar;
using namespace ashlar::test;

namespace {

/// The text of the error that `f` throws; empty without an error.
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

TEST_CASE_TEMPLATE_DEFINE("DistMatrix: every element is at the place found by counting", T,
                          dist_matrix_all_elements) {
  for_each_layout(world(), [](mpi::CommunicatorView comm, const Layout& layout) {
    DistMatrix<T> a(comm, layout);
    bool ok = holds(a, [](Index, Index) { return T{}; });
    fill_with_faces(a);
    ok = ok && holds_faces(a);
    ok = ok && a.lld() == detail::owned_ld(a.local_shape()) && a.local().data != nullptr;
    ok = ok && reinterpret_cast<std::uintptr_t>(a.local().data) % 64 == 0;
    check_all(comm, ok, layout.to_string());
  });
}
TEST_CASE_TEMPLATE_APPLY(dist_matrix_all_elements, AllElements);

TEST_CASE_TEMPLATE_DEFINE("DistMatrix: owned row-major blocks are stored row after row", T,
                          dist_matrix_row_major) {
  for_each_layout(world(), [](mpi::CommunicatorView comm, const Layout& layout) {
    DistMatrix<T> a(comm, layout, {.order = StorageOrder::C});
    bool ok = holds(a, [](Index, Index) { return T{}; }) && !a.is_wrapped();
    fill_with_faces(a);
    ok = ok && holds_faces(a) && a.storage_order() == StorageOrder::C;
    ok = ok && a.lld() == detail::owned_ld(a.local_shape().transposed());
    for (Index il = 0; il < a.local_rows(); ++il)
      for (Index jl = 0; jl < a.local_cols(); ++jl)
        ok = ok && a.local().data[il * a.lld() + jl] == face<T>(a.global_row(il), a.global_col(jl));
    const DistMatrix<T> copy = a.copy();
    ok = ok && holds_faces(copy) && copy.storage_order() == StorageOrder::C;
    a.fill(T{});
    ok = ok && holds_faces(copy);
    check_all(comm, ok, layout.to_string());
  });
}
TEST_CASE_TEMPLATE_APPLY(dist_matrix_row_major, AllElements);

TEST_CASE("DistArray: its distribution has the order, no option of the storage") {
  const StorageOptions options{.order = StorageOrder::C};
  const Distribution distribution(
      {.sizes = {4}, .dists = {Dist::block()}, .psizes = {world().size()}});
  CHECK(error_of([&] { DistArray<double>(world(), distribution, options); }).find("distribution") !=
        std::string::npos);
}

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
  const DistMatrix<double> b = a.copy();
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
      for (Index j = 0; j < a.cols(); j += 2) ok = a.broadcast(i, j) == face<c128>(i, j) && ok;
    check_all(comm, ok, layout.to_string());
  });
}

TEST_CASE("wrap: column- and row-major memory with padding, which is never touched") {
  for_each_layout(world(), [](mpi::CommunicatorView comm, const Layout& layout) {
    for (StorageOrder order : {StorageOrder::Fortran, StorageOrder::C}) {
      const Shape local = layout.local_shape(comm.rank());
      const Index lines = order == StorageOrder::C ? local.rows : local.cols;
      const Index ld = (order == StorageOrder::C ? local.cols : local.rows) + 3;
      const double poison = -12345;
      std::vector<double> memory(static_cast<std::size_t>(ld * lines), poison);
      auto a = DistMatrix<double>::wrap(comm, layout,
                                        {memory.empty() ? nullptr : memory.data(), ld, order});
      fill_with_faces(a);
      bool ok =
          holds_faces(a) && a.lld() == ld && a.storage().is_null() && a.storage_order() == order;
      ok = ok && (local.empty() || a.local().data == memory.data());
      Index poisoned = 0;
      for (double value : memory) poisoned += value == poison;
      ok = ok && poisoned == 3 * lines + (local.empty() ? (ld - 3) * lines : 0);
      const DistMatrix<double> copy = a.copy();
      ok = ok && holds_faces(copy) && copy.storage_order() == order;
      ok = ok &&
           copy.lld() == detail::owned_ld(order == StorageOrder::C ? local.transposed() : local) &&
           (local.empty() || copy.local().data != memory.data());
      check_all(comm, ok, layout.to_string());
    }
  });
}

TEST_CASE("wrap: an argument that is wrong on one rank is the same error on all") {
  const int last = world().size() - 1;
  const Layout layout(
      {.shape = {4 * world().size(), 3}, .block = {4, 3}, .grid = {world().size(), 1}});
  std::vector<double> memory(64);
  const bool is_last = world().rank() == last;
  const auto text_of = [&](double* local, Index ld, StorageOrder order) {
    return error_of([&] { DistMatrix<double>::wrap(world(), layout, {local, ld, order}); });
  };
  const std::string small = text_of(memory.data(), is_last ? 3 : 4, StorageOrder::Fortran);
  check_all(world(),
            small.find(concat("leading dimension on rank ", last, " is 3")) != std::string::npos,
            small);
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

TEST_CASE("find, get, set, view: indices outside are refused with their numbers") {
  DistMatrix<double> a(ProcessGrid::balanced(world()), {4, 5});
  CHECK_THROWS_WITH_AS(a.find(4, 0), doctest::Contains("(4, 0) is outside the 4x5"), ArgumentError);
  CHECK_THROWS_AS(a.broadcast(0, -1), ArgumentError);
  CHECK_THROWS_AS(a.set(0, 5, 1.0), ArgumentError);
  CHECK_THROWS_WITH_AS(a.view({0, 5}, {0, 1}),
                       doctest::Contains("[0, 5) are not a range within [0, 4)"), ArgumentError);
  CHECK_THROWS_AS(a.view({2, 1}, {0, 1}), ArgumentError);
  CHECK_THROWS_AS(std::as_const(a).view({0, 1}, {-1, 1}), ArgumentError);
  CHECK(a.view({4, 4}, {5, 5}).shape().empty());
}

TEST_CASE(
    "MatrixView::local: a view's elements on this rank are one rectangle, counted element by "
    "element") {
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
        const LocalView<double> part = a.view(wanted_rows, wanted_cols).local();
        std::vector<double> found;
        for (Index j = 0; j < part.cols; ++j)
          for (Index i = 0; i < part.rows; ++i) found.push_back(part(i, j));
        ok = ok && found == expected;
      }
    check_all(comm, ok, layout.to_string());
  });
}

TEST_CASE("DistMatrix: views have sizes, local elements and nested views") {
  for_each_layout(world(), [](mpi::CommunicatorView comm, const Layout& layout) {
    DistMatrix<double> a(comm, layout);
    fill_with_faces(a);
    const Range rows{a.rows() / 3, a.rows()}, cols{0, a.cols() - a.cols() / 4};
    const MatrixView<double> view = a.view(Range::from(a.rows() / 3), cols);
    bool ok = view.rows() == rows.size() && view.cols() == cols.size() &&
              view.section() == Section{rows, cols};
    ok = ok && a.view(Range::all(), Range::all()).section() == Section::all(a.shape());
    Index count = 0;
    for (Index i = rows.first; i < rows.last; ++i)
      for (Index j = cols.first; j < cols.last; ++j) count += a.find(i, j) != nullptr;
    const LocalView<double> local = view.local();
    ok = ok && local.rows * local.cols == count;
    if (count > 0)
      ok = ok && local.data == a.find(a.global_row(a.local_rows() - local.rows), a.global_col(0));
    const MatrixView<double> inner = view.view(Range::all(), {view.cols() / 2, view.cols()});
    ok = ok && inner.section() == Section{rows, {cols.size() / 2, cols.last}};
    const MatrixView<const double> constant = std::as_const(a).view(Range::all(), cols);
    ok = ok && constant.rows() == a.rows() && constant.local().data == a.local().data;
    check_all(comm, ok, layout.to_string());
    CHECK_THROWS_AS(view.view({0, view.rows() + 1}, Range::all()), ArgumentError);
    CHECK_THROWS_AS(a.view(Range::from(a.rows() + 1), Range::all()), ArgumentError);
  });
}

TEST_CASE("DistMatrix: constant memory is wrapped as a constant matrix") {
  const auto comm = world();
  const Layout layout({.shape = {3 * comm.size(), 4}, .block = {3, 4}, .grid = {comm.size(), 1}});
  const std::vector<double> memory(12, 7.0);
  const auto a = DistMatrix<double>::wrap_const(comm, layout, {memory.data(), 3});
  static_assert(std::is_same_v<decltype(*a), const DistMatrix<double>&>);
  static_assert(std::is_same_v<decltype(a->local()), LocalView<const double>>);
  check_all(comm, a->is_wrapped() && a->local().data == memory.data(), "its own memory");
  check_all(comm, a->copy().broadcast(1, 2) == 7.0, "copied");

  const BlockMap map = BlockMap::tiles(layout.shape(), {3, 4},
                                       [](Index row, Index) { return static_cast<int>(row); });
  const auto tiles = BlockMatrix<double>::wrap_const(comm, map, {{memory.data(), 3}});
  static_assert(std::is_same_v<decltype(*tiles), const BlockMatrix<double>&>);
  check_all(comm, tiles->rows() == a->rows() && tiles->find(3 * comm.rank(), 1) == &memory[3],
            "its own tile");
}
