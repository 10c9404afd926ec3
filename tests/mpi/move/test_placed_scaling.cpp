// SPDX-License-Identifier: BSD-3-Clause
// Moves with arithmetic between block maps, layouts and copies: alpha, beta and other element
// types.
#include <doctest/doctest.h>

#include <cstdint>
#include <limits>
#include <vector>

#include <ashlar/move/copy.hpp>

#include "distributed_matrices.hpp"
#include "support/mpi_test.hpp"

using namespace ashlar;
using namespace ashlar::test;

namespace {

BlockMap tiles(Shape shape, int ranks) {
  return BlockMap::tiles(shape, {7, 4}, [ranks](Index r, Index c) {
    return static_cast<int>((2 * r + 3 * c) % ranks);
  });
}

/// True if every element of this rank is expected(i, j).
template <class M, class F>
bool holds(M& a, F&& expected) {
  bool right = true;
  a.fill_with([&](Index i, Index j) {
    right = right && *a.find(i, j) == expected(i, j);
    return *a.find(i, j);
  });
  return right;
}

}  // namespace

TEST_CASE_TEMPLATE("copy_into: alpha and beta between a layout, tiles and copies", T, float, double,
                   c64, c128) {
  const auto comm = world();
  const Shape shape{40, 30};
  for (Op op : {Op::None, Op::Trans, Op::ConjTrans}) {
    for (Uplo uplo : {Uplo::General, Uplo::Lower}) {
      for (Transport transport : {Transport::Automatic, Transport::Messages}) {
        DistMatrix<T> a(comm, Layout({.shape = is_transposing(op) ? shape.transposed() : shape,
                                      .block = {3, 5},
                                      .grid = {comm.size(), 1}}));
        a.fill_with(small_face<T>);
        BlockMatrix<T> b(comm, tiles(shape, comm.size()));
        auto c = ReplicatedMatrix<T>::everywhere(comm, shape);
        b.fill_with([](Index i, Index j) { return small_face<T>(j, i + 1); });
        c.fill(std::numeric_limits<RealOf<T>>::quiet_NaN());
        const CopyOptions options{.op = op, .uplo = uplo, .transport = transport};
        const T alpha{2}, beta{-3};
        copy_into(a, b, options, {.alpha = alpha, .beta = beta});
        const auto expected = [&](Index i, Index j) {
          const T old = small_face<T>(j, i + 1);
          if (uplo == Uplo::Lower && j > i) return old;
          const T x = is_transposing(op) ? small_face<T>(j, i) : small_face<T>(i, j);
          return alpha * (op == Op::ConjTrans ? conjugate(x) : x) + beta * old;
        };
        check_all(comm, holds(b, expected), "tiles");
        copy_into(b, c, {.transport = transport}, {.alpha = alpha});  // beta 0: NaNs are not read
        check_all(comm, holds(c, [&](Index i, Index j) { return alpha * expected(i, j); }),
                  "copies");
      }
    }
  }
}

TEST_CASE("copy_into: elements of another type, converted on their way") {
  const auto comm = world();
  const Shape shape{25, 31};
  BlockMatrix<std::int16_t> a(comm, tiles(shape, comm.size()));
  a.fill_with(small_face<std::int16_t>);
  BlockMatrix<double> b(comm, tiles(shape.transposed(), comm.size()));
  copy_into(a, b, {.op = Op::Trans});
  check_all(comm,
            holds(b, [](Index i,
                        Index j) { return static_cast<double>(small_face<std::int16_t>(j, i)); }),
            "int16 to double");
  DistMatrix<c64> c(comm, Layout({.shape = shape.transposed(), .grid = {1, comm.size()}}));
  copy_into(b, c, {.transport = Transport::Messages}, {.alpha = c64(0, 1)});
  check_all(comm, holds(c, [](Index i, Index j) { return c64(0, small_face<std::int16_t>(j, i)); }),
            "double to complex, times i");
}

TEST_CASE(
    "copy_into: finite numbers that become infinite are refused for tiles, replicas, arrays") {
  const auto comm = world();
  const CopyOptions refusing{.overflow = Overflow::Refused};
  BlockMatrix<double> a(comm, tiles({25, 31}, comm.size()));
  auto b = ReplicatedMatrix<float>::everywhere(comm, {25, 31});
  copy_into(a, b, refusing);
  a.set(24, 30, -1e39);
  CHECK_THROWS_AS(copy_into(a, b, refusing), OverflowError);

  const Distribution lines({.sizes = {6, 2, 5},
                            .dists = {Dist::block(), Dist::none(), Dist::none()},
                            .psizes = {comm.size(), 1, 1}});
  DistArray<double> u(comm, lines);
  DistArray<float> v(comm, lines);
  copy_into(u, v, refusing);
  const Index last[] = {5, 1, 4};
  if (double* mine = u.find(last)) *mine = 1e39;
  CHECK_THROWS_AS(copy_into(u, v, refusing), OverflowError);
}
