// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <ashlar/matrix/dist_matrix.hpp>
#include <ashlar/move/plan.hpp>

namespace ashlar::test {

/// Two layouts of one shape for any number of ranks: by rows, and by columns with the last rank as
/// source.
inline Layout tall(mpi::CommunicatorView comm, Shape shape) {
  return Layout({.shape = shape, .block = {3, 4}, .grid = {comm.size(), 1}});
}
inline Layout wide(mpi::CommunicatorView comm, Shape shape) {
  return Layout(
      {.shape = shape, .block = {5, 2}, .grid = {1, comm.size()}, .source = {0, comm.size() - 1}});
}

/// Transports that support any matrices on any nodes.
inline constexpr Transport transports[] = {Transport::Automatic, Transport::Messages,
                                           Transport::Datatypes};

/// The matrix of f(i, j).
template <class T, class F>
DistMatrix<T> filled(mpi::CommunicatorView comm, const Layout& layout, F&& f) {
  DistMatrix<T> a(comm, layout);
  a.fill_with(f);
  return a;
}

/// True if every element of this rank is expected(i, j).
template <class T, class F>
bool holds(const DistMatrix<T>& a, F&& expected) {
  const auto local = a.local();
  for (Index jl = 0; jl < local.cols; ++jl)
    for (Index il = 0; il < local.rows; ++il)
      if (local(il, jl) != expected(a.global_row(il), a.global_col(jl))) return false;
  return true;
}

/// Small integers, different for neighbours and exact in every floating-point type, as are products
/// and sums of a few of them.
template <class T>
T small_face(Index i, Index j) {
  const auto re = static_cast<RealOf<T>>((3 * i + 5 * j) % 17);
  if constexpr (is_complex<T>) return {re - 8, static_cast<RealOf<T>>((i + 2 * j) % 11 - 5)};
  else if constexpr (ashlar::detail::IntegerElement<T>) return static_cast<T>(re);
  else return re - 8;
}

}  // namespace ashlar::test
