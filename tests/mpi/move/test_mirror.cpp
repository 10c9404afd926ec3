// SPDX-License-Identifier: BSD-3-Clause
#include <doctest/doctest.h>

#include <cstring>
#include <limits>
#include <vector>

#include <ashlar/matrix/compare.hpp>
#include <ashlar/move/mirror.hpp>

#include "distributed_matrices.hpp"
#include "support/mpi_test.hpp"

using namespace ashlar;
using namespace ashlar::test;

namespace {

/// A number that identifies its indices, without any symmetry.
template <class T>
T face(Index i, Index j) {
  const auto re = static_cast<RealOf<T>>(200 * i + j + 1);
  if constexpr (is_complex<T>) return {re, static_cast<RealOf<T>>(i - 2 * j)};
  else return re;
}

/// Element (i, j) of the mirrored matrix, from the stored triangle alone.
template <class T>
T mirrored(Uplo stored, Op op, Index i, Index j) {
  const bool is_stored = stored == Uplo::Lower ? i >= j : i <= j;
  T x = is_stored ? face<T>(i, j) : face<T>(j, i);
  if constexpr (is_complex<T>) {
    if (op == Op::ConjTrans && i == j) x = x.real();
    if (op == Op::ConjTrans && !is_stored) x = {x.real(), -x.imag()};
  }
  return x;
}

/// Sets the elements outside of the `stored` triangle to NaN.
template <class T>
void spoil_other_triangle(DistMatrix<T>& a, Uplo stored) {
  const T nan{std::numeric_limits<RealOf<T>>::quiet_NaN()};
  a.fill_with([&](Index i, Index j) {
    return (stored == Uplo::Lower ? i >= j : i <= j) ? face<T>(i, j) : nan;
  });
}

}  // namespace

TEST_CASE_TEMPLATE("mirror: the other triangle is op of the stored one, and never read", T, float,
                   double, c64, c128) {
  const auto comm = world();
  for (Uplo stored : {Uplo::Lower, Uplo::Upper}) {
    for (Op op : {Op::Trans, Op::ConjTrans}) {
      const auto expected = [&](Index i, Index j) { return mirrored<T>(stored, op, i, j); };
      for (Transport transport : transports) {
        DistMatrix<T> a(comm, tall(comm, {83, 83}));
        spoil_other_triangle(a, stored);
        check_all(comm, holds(mirror(a, stored, wide(comm, {83, 83}), op, transport), expected),
                  "new");
        mirror_into(a, a, stored, op, transport);
        check_all(comm, holds(a, expected), "in place");
      }
    }
  }
}

TEST_CASE("mirror: integers, other types and sections") {
  const auto comm = world();
  DistMatrix<std::int32_t> a(comm, tall(comm, {30, 30}));
  a.fill_with([](Index i, Index j) { return static_cast<std::int32_t>(100 * i + j); });
  const auto b = mirror(a, Uplo::Upper);
  check_all(comm, holds(b, [](Index i, Index j) { return 100 * std::min(i, j) + std::max(i, j); }),
            "integers");
  DistMatrix<c128> c(comm, wide(comm, {40, 40}));
  c.fill(c128(-1, -1));
  mirror_into(a.view({3, 23}, {5, 25}), c.view({10, 30}, {20, 40}), Uplo::Lower);
  check_all(
      comm,
      holds(c,
            [](Index i, Index j) {
              if (i < 10 || i >= 30 || j < 20) return c128(-1, -1);
              const Index si = i - 10, sj = j - 20;
              return c128(static_cast<double>(100 * (std::max(si, sj) + 3) + std::min(si, sj) + 5));
            }),
      "a section of another type");
}

TEST_CASE("mirror: the diagonal of a Hermitian section becomes real, other diagonals do not") {
  const auto comm = world();
  auto a = filled<c64>(comm, wide(comm, {40, 40}), face<c64>);
  mirror_into(a.view({10, 30}, {8, 28}), a.view({10, 30}, {8, 28}), Uplo::Lower);
  check_all(comm,
            holds(a,
                  [](Index i, Index j) {
                    if (i < 10 || i >= 30 || j < 8 || j >= 28) return face<c64>(i, j);
                    const Index si = i - 10, sj = j - 8;
                    const c64 x = face<c64>(std::max(si, sj) + 10, std::min(si, sj) + 8);
                    return si == sj ? c64(x.real()) : si > sj ? x : std::conj(x);
                  }),
            "inside and outside");
}

TEST_CASE_TEMPLATE("symmetrize: the mean with the transpose, equal to its own in every bit", T,
                   float, double, c64, c128) {
  const auto comm = world();
  for (Op op : {Op::Trans, Op::ConjTrans}) {
    const auto expected = [&](Index i, Index j) {
      const T x = face<T>(i, j);
      T y = face<T>(j, i);
      if constexpr (is_complex<T>)
        if (op == Op::ConjTrans) y = {y.real(), -y.imag()};
      return (x + y) / T{2};
    };
    for (Transport transport : transports) {
      auto a = filled<T>(comm, tall(comm, {77, 77}), face<T>);
      check_all(comm, holds(symmetrize(a, wide(comm, {77, 77}), op, transport), expected), "new");
      symmetrize_into(a, a, op, transport);
      check_all(comm, holds(a, expected), "in place");
    }
  }
}

TEST_CASE_TEMPLATE("symmetrize: inexact and huge numbers are still symmetric in every bit", T,
                   float, double, c64, c128) {
  const auto comm = world();
  using R = RealOf<T>;
  DistMatrix<T> a(comm, tall(comm, {60, 60}));
  a.fill_with([](Index i, Index j) {
    const R x = R(1) / static_cast<R>(3 * i + 7 * j + 1);
    const R y = i % 3 == 0 ? std::numeric_limits<R>::max() : i % 3 == 1 ? -x : R(0);
    if constexpr (is_complex<T>) return T(y, x * (i > j ? 1 : -1));
    else return y;
  });
  const auto s = symmetrize(a);
  CHECK(all_finite(s));
  const auto own = s.layout();
  const auto h = conj_transpose(s, own);
  Index differing = 0;
  if constexpr (is_complex<T>) {
    // The conjugates of zeros on the diagonal have the other sign.
    DistMatrix<T> zeroed = h.copy();
    detail::make_diagonal_real(MatrixView<T>(zeroed));
    differing = count_differences(s, zeroed);
  } else {
    differing = count_differences(s, h);
  }
  CHECK(differing == 0);
}

TEST_CASE("mirror and symmetrize: sections without a mirror image are refused") {
  const auto comm = world();
  DistMatrix<double> a(comm, Layout({.shape = {4, 5}, .grid = {comm.size(), 1}}));
  DistMatrix<double> square(comm, tall(comm, {5, 5}));
  CHECK_THROWS_AS(mirror(a, Uplo::Lower), ArgumentError);
  CHECK_THROWS_AS(symmetrize(a), ArgumentError);
  CHECK_THROWS_AS(mirror(square, Uplo::General), ArgumentError);
  CHECK_THROWS_AS(mirror_into(square, square, static_cast<Uplo>('u')), ArgumentError);
  CHECK_THROWS_AS(mirror(square, Uplo::Lower, Op::None), ArgumentError);
  CHECK_THROWS_AS(symmetrize(square, Op::None), ArgumentError);
  CHECK_THROWS_AS(
      mirror_into(square.view({0, 3}, {0, 3}), square.view({1, 4}, {1, 4}), Uplo::Lower),
      ArgumentError);
  const auto empty = mirror(DistMatrix<double>(comm, tall(comm, {0, 0})), Uplo::Lower);
  CHECK(empty.shape() == Shape{0, 0});
}
