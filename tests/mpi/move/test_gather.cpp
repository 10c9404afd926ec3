// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/move/gather.hpp>

#include <algorithm>

#include "mpi/matrix/layout_cases.hpp"

using namespace ashlar;
using namespace ashlar::test;

namespace {

template <class T>
DistMatrix<T> faces(mpi::CommunicatorView comm, const Layout& layout) {
  DistMatrix<T> a(comm, layout);
  a.fill_with([](Index i, Index j) { return face<T>(i, j); });
  return a;
}

/// Memory of a root for an m x n matrix with three elements of padding per line, filled with
/// poison.
struct Whole {
  Whole(Shape shape, StorageOrder order)
      : memory(static_cast<std::size_t>((shape.rows + 3) * (shape.cols + 3)), poison) {
    const bool by_columns = order == StorageOrder::Fortran;
    view = {memory.data(), shape.rows, shape.cols, by_columns ? 1 : shape.cols + 3,
            by_columns ? shape.rows + 3 : 1};
  }
  bool holds_faces_from(Index i0, Index j0) const {
    bool ok = true;
    for (Index i = 0; i < view.rows; ++i)
      for (Index j = 0; j < view.cols; ++j) ok = ok && view(i, j) == face<double>(i0 + i, j0 + j);
    return ok;
  }
  Index poisoned() const { return std::count(memory.begin(), memory.end(), poison); }

  static constexpr double poison = -777;
  std::vector<double> memory;
  LocalView<double> view;
};

}  // namespace

TEST_CASE_TEMPLATE_DEFINE("gather: all elements column by column on the root, of every type", T,
                          gather_all_elements) {
  for_each_layout(world(), [](mpi::CommunicatorView comm, const Layout& layout) {
    const DistMatrix<T> a = faces<T>(comm, layout);
    const int root = comm.size() / 2;
    const std::vector<T> all = gather(a, root);
    std::vector<T> expected;
    for (Index j = 0; comm.rank() == root && j < a.cols(); ++j)
      for (Index i = 0; i < a.rows(); ++i) expected.push_back(face<T>(i, j));
    check_all(comm, all == expected, layout.to_string());
  });
}
TEST_CASE_TEMPLATE_APPLY(gather_all_elements, AllElements);

TEST_CASE("gather_into: matrices and views, column- and row-major, padding untouched") {
  for_each_layout(world(), [](mpi::CommunicatorView comm, const Layout& layout) {
    const DistMatrix<double> a = faces<double>(comm, layout);
    const Range rows{a.rows() / 3, a.rows()}, cols{0, (a.cols() + 1) / 2};
    for (StorageOrder order : {StorageOrder::Fortran, StorageOrder::C}) {
      Whole whole(a.shape(), order), part({rows.size(), cols.size()}, order);
      gather_into(a, whole.view, 0);
      gather_into(a.view(rows, cols), part.view, 0);
      const bool is_root = comm.rank() == 0;
      bool ok = !is_root ||
                (whole.holds_faces_from(0, 0) && part.holds_faces_from(rows.first, cols.first));
      const auto size = static_cast<Index>(whole.memory.size());
      ok = ok && whole.poisoned() == size - (is_root ? a.rows() * a.cols() : 0);
      check_all(comm, ok, layout.to_string());
    }
  });
}

TEST_CASE("scatter: the way back of gather, into matrices and views") {
  for_each_layout(world(), [](mpi::CommunicatorView comm, const Layout& layout) {
    const DistMatrix<double> a = faces<double>(comm, layout);
    const int root = comm.size() - 1;
    for (StorageOrder order : {StorageOrder::Fortran, StorageOrder::C}) {
      Whole whole(a.shape(), order);
      gather_into(a, whole.view, root);
      DistMatrix<double> b(comm, layout);
      scatter(whole.view, b, root);
      bool ok = true;
      for (Index j = 0; j < b.local_cols(); ++j)
        for (Index i = 0; i < b.local_rows(); ++i) ok = ok && b.local()(i, j) == a.local()(i, j);
      check_all(comm, ok, layout.to_string());

      const Range rows{a.rows() / 2, a.rows()}, cols{a.cols() / 4, (a.cols() + 1) / 2};
      Whole part({rows.size(), cols.size()}, order);
      DistMatrix<double> c(comm, layout);
      c.fill(-1);
      gather_into(a.view(rows, cols), part.view, root);
      scatter(part.view, c.view(rows, cols), root);
      ok = true;
      for (Index i = 0; i < c.rows(); ++i)
        for (Index j = 0; j < c.cols(); ++j) {
          const bool inside = i >= rows.first && j >= cols.first && j < cols.last;
          if (const double* element = c.find(i, j))
            ok = ok && *element == (inside ? face<double>(i, j) : -1);
        }
      check_all(comm, ok, layout.to_string());
    }
  });
}

TEST_CASE("gather, scatter: wrong memory of the root is the same error on all ranks") {
  const Layout layout({.shape = {4, 3}, .block = {1, 1}, .grid = {world().size(), 1}});
  DistMatrix<double> a(world(), layout);
  std::vector<double> memory(100);
  const auto error_with = [&](const LocalView<double>& view, int root) -> std::string {
    try {
      gather_into(a, view, root);
    } catch (const ArgumentError& error) {
      return error.what();
    }
    return {};
  };
  const bool is_root = world().rank() == 0;
  const std::string shape = error_with({memory.data(), 4, is_root ? 2 : 3, 1, 4}, 0);
  check_all(world(), shape.find("4x3, but the root's memory is 4x2") != std::string::npos, shape);
  const std::string strides = error_with({memory.data(), 4, 3, is_root ? 2 : 1, 8}, 0);
  check_all(world(), strides.find("strides 2 and 8") != std::string::npos, strides);
  const std::string null = error_with({nullptr, 4, 3, 1, 4}, 0);
  check_all(world(), null.find("null") != std::string::npos, null);
  const std::string root = error_with({memory.data(), 4, 3, 1, 4}, world().size());
  check_all(world(), root.find("root is rank") != std::string::npos, root);
}

TEST_CASE("gather_into: one row and one column may have any other stride") {
  const Layout layout({.shape = {5, 5}, .block = {1, 1}, .grid = {1, world().size()}});
  const DistMatrix<double> a = faces<double>(world(), layout);
  std::vector<double> column(5), row(5);
  gather_into(a.view({0, 5}, {2, 3}), {column.data(), 5, 1, 1, 1}, 0);
  gather_into(a.view({3, 4}, {0, 5}), {row.data(), 1, 5, 1, 1}, 0);
  bool ok = true;
  for (Index k = 0; world().rank() == 0 && k < 5; ++k)
    ok = ok && column[static_cast<std::size_t>(k)] == face<double>(k, 2) &&
         row[static_cast<std::size_t>(k)] == face<double>(3, k);
  check_all(world(), ok, "column 2 and row 3");
}
