// SPDX-License-Identifier: BSD-3-Clause
// Block maps and replicas as operands of linear algebra, against sums element by element.
#include <ashlar/linalg/cholesky.hpp>
#include <ashlar/linalg/eigen.hpp>
#include <ashlar/linalg/elementwise.hpp>
#include <ashlar/linalg/gemm.hpp>
#include <ashlar/linalg/lu.hpp>
#include <ashlar/linalg/norm.hpp>
#include <ashlar/linalg/solve.hpp>
#include <ashlar/linalg/svd.hpp>
#include <ashlar/linalg/symmetric_products.hpp>
#include <ashlar/matrix/block_matrix.hpp>
#include <ashlar/matrix/replicated_matrix.hpp>
#include <ashlar/move/gather.hpp>

#include <doctest/doctest.h>

#include "oracle.hpp"

using namespace ashlar;
using namespace ashlar::test;

namespace {

constexpr Index placed_size = 37;

/// Small integers, exact in every type, as are sums of products of a few dozen.
template <Scalar T>
T entry(Index i, Index j) {
  const auto re = static_cast<RealOf<T>>((3 * i + 5 * j) % 7 - 3);
  if constexpr (is_complex<T>) return {re, static_cast<RealOf<T>>((i + 2 * j) % 5 - 2)};
  else return re;
}

/// Unequal tiles, distributed round robin from the last rank on.
BlockMap tiles() {
  const int ranks = world().size();
  std::vector<int> owners;
  for (int k = 0; k < 6; ++k) owners.push_back((ranks - 1 + k) % ranks);
  return BlockMap({0, 5, placed_size}, {0, 2, 20, placed_size}, owners);
}

template <Scalar T>
BlockMatrix<T> in_tiles() {
  BlockMatrix<T> a(world(), tiles());
  a.fill_with(entry<T>);
  return a;
}

template <Scalar T>
ReplicatedMatrix<T> everywhere() {
  auto a = ReplicatedMatrix<T>::everywhere(world(), {placed_size, placed_size});
  a.fill_with(entry<T>);
  return a;
}

template <Scalar T>
DistMatrix<T> distributed() {
  DistMatrix<T> a(ProcessGrid::balanced(world()), {placed_size, placed_size}, {.block = {4, 3}});
  a.fill_with(entry<T>);
  return a;
}

template <Scalar T>
T dot_of(Index i, Index j, bool adjoint) {
  T sum{};
  for (Index k = 0; k < placed_size; ++k)
    sum += adjoint ? conjugate(entry<T>(k, i)) * entry<T>(k, j) : entry<T>(i, k) * entry<T>(k, j);
  return sum;
}

}  // namespace

TEST_CASE_TEMPLATE("placed operands: products of tiles, replicas and layouts", T, float, double,
                   c64, c128) {
  const auto tile = in_tiles<T>();
  const auto copy = everywhere<T>();
  const auto plain = distributed<T>();
  const auto product = [](Index i, Index j) { return dot_of<T>(i, j, false); };
  const auto adjoint = [](Index i, Index j) { return dot_of<T>(i, j, true); };
  check_all(world(), still_holds(gemm(tile, copy), product), "tiles by replicas");
  check_all(world(), still_holds(gemm(copy, plain), product), "replicas by a layout");
  check_all(world(), still_holds(gemm(plain, tile, {.op_a = Op::ConjTrans}), adjoint),
            "layout by tiles");
  DistMatrix<T> c(ProcessGrid::balanced(world()), {placed_size, placed_size}, {.block = {8, 8}});
  gemm(tile, tile, c, {.op_a = Op::ConjTrans});
  check_all(world(), still_holds(c, adjoint), "into a matrix");
  herk(copy, c, {.uplo = Uplo::Lower, .op = Op::ConjTrans});
  her2k(tile, copy, c, {.uplo = Uplo::Lower, .op = Op::ConjTrans, .beta = 1});
  check_all(world(),
            still_holds(c,
                        [&](Index i, Index j) {
                          const T once = dot_of<T>(i, j, true);
                          return i < j ? once : once + once + once;
                        }),
            "rank-k updates of a triangle");
  add(tile, c, {.beta = 0});
  check_all(world(), still_holds(c, entry<T>), "sum with tiles");
}

TEST_CASE_TEMPLATE("placed operands: sections of tiles and replicas", T, float, double, c64, c128) {
  const auto tile = in_tiles<T>();
  const auto copy = everywhere<T>();
  const auto c = gemm(tile.view({2, 9}, {1, 30}), copy.view({1, 30}, {3, 5}));
  check_all(world(),
            still_holds(c,
                        [](Index i, Index j) {
                          T sum{};
                          for (Index k = 1; k < 30; ++k)
                            sum += entry<T>(i + 2, k) * entry<T>(k, j + 3);
                          return sum;
                        }),
            "product of sections");
}

TEST_CASE_TEMPLATE("placed operands: systems, factors, norms and values", T, float, double, c64,
                   c128) {
  BlockMatrix<T> a(world(), tiles());
  const auto dominant = [](Index i, Index j) {
    return i == j ? T(200) : entry<T>(i, j) + conjugate(entry<T>(j, i));
  };
  a.fill_with(dominant);
  // B = A (1, ..., 1)^T, so that X consists of ones.
  auto b = ReplicatedMatrix<T>::everywhere(world(), {placed_size, 1});
  b.fill_with([&](Index i, Index) {
    T sum{};
    for (Index k = 0; k < placed_size; ++k) sum += dominant(i, k);
    return sum;
  });
  const auto bound = 1000 * std::numeric_limits<RealOf<T>>::epsilon();
  const auto is_one = [&](const DistMatrix<T>& x) {
    bool good = x.shape() == Shape{placed_size, 1};
    for (Index il = 0; il < x.local_rows() && x.local_cols() > 0; ++il)
      good = good && std::abs(x.local()(il, 0) - T(1)) < bound;
    return good;
  };
  check_all(world(), is_one(solve(a, b)), "solve");
  check_all(world(), is_one(cholesky_solve(a, b)), "cholesky_solve");
  check_all(world(), is_one(lu_factor(a).solve(b)), "LuFactor::solve");
  check_all(world(), is_one(cholesky_factor(a).solve(b)), "CholeskyFactor::solve");
  RealOf<T> largest = 0;
  for (Index j = 0; j < placed_size; ++j) {
    RealOf<T> sum = 0;
    for (Index i = 0; i < placed_size; ++i) sum += std::abs(dominant(i, j));
    largest = std::max(largest, sum);
  }
  CHECK(std::abs(norm(a, Norm::One) - largest) < bound * largest);
  const auto values = symmetric_eigen(a).values;
  const auto singular = singular_values(a);
  REQUIRE(std::ssize(values) == placed_size);
  // A is positive definite: its singular values are its eigenvalues.
  CHECK(std::abs(values.back() - singular.front()) < bound * largest);
  double sum = 0;
  for (const auto value : values) sum += static_cast<double>(value);
  CHECK(std::abs(sum - 200.0 * placed_size) < static_cast<double>(bound) * 200 * placed_size);
}
