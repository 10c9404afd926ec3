// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <ashlar/matrix/dist_matrix.hpp>

#include "mpi/matrix/layout_cases.hpp"

namespace ashlar::test {

template <class T>
void fill_with_faces(DistMatrix<T>& a) {
  a.fill_with([](Index i, Index j) { return face<T>(i, j); });
}

/// True if this rank holds exactly the elements of an independent count, each at the counted place.
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

}  // namespace ashlar::test
