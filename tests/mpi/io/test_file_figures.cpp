// SPDX-License-Identifier: BSD-3-Clause
// Figures of files that are read in parts, against those of the matrix in memory.
#include <ashlar/io/file_figures.hpp>

#include <cmath>
#include <complex>
#include <limits>

#include <ashlar/base/error.hpp>
#include <ashlar/move/copy.hpp>

#include "io/scratch.hpp"
#include "support/mpi_test.hpp"

using namespace ashlar;
using namespace ashlar::test;
using namespace ashlar::io;

namespace {

/// Small whole numbers with zeros; complex ones have an imaginary part.
template <class T>
T number(Index i, Index j) {
  const Index x = (5 * i + 3 * j) % 23;
  if constexpr (is_complex<T>)
    return {static_cast<RealOf<T>>(x - 7), static_cast<RealOf<T>>((2 * i + j) % 5)};
  else return static_cast<T>(std::is_unsigned_v<T> ? x : x - 7);
}

template <class T>
DistMatrix<T> matrix(Shape shape) {
  DistMatrix<T> a(ProcessGrid::balanced(world()), shape, {.block = {3, 2}});
  a.fill_with(number<T>);
  return a;
}

bool near(double x, double y) { return std::abs(x - y) <= 1e-6 * std::abs(y); }

template <class T>
bool same(const std::optional<ElementAt<T>>& x, const std::optional<ElementAt<T>>& y) {
  if (!x || !y) return !x && !y;
  return x->i == y->i && x->j == y->j && x->value == y->value;
}

template <class T>
bool same(const Statistics<T>& x, const Statistics<T>& y) {
  return x.shape == y.shape && x.nans == y.nans && x.infinities == y.infinities &&
         x.zeros == y.zeros && x.negatives == y.negatives && same(x.smallest, y.smallest) &&
         same(x.largest, y.largest) && std::abs(c128(x.mean) - c128(y.mean)) < 1e-12 &&
         near(x.max_norm, y.max_norm) && near(x.one_norm, y.one_norm) &&
         near(x.inf_norm, y.inf_norm) && near(x.frobenius_norm, y.frobenius_norm) &&
         x.lower_bandwidth == y.lower_bandwidth && x.upper_bandwidth == y.upper_bandwidth &&
         x.is_symmetric == y.is_symmetric && x.is_hermitian == y.is_hermitian &&
         x.is_skew == y.is_skew && x.asymmetry == y.asymmetry &&
         x.hermitian_asymmetry == y.hermitian_asymmetry;
}

constexpr Index panel_sizes[] = {1, 700, Index{1} << 20};

}  // namespace

TEST_CASE_TEMPLATE("statistics of a file are those of the matrix, however small the parts", T,
                   float, double, c64, c128, std::int8_t, std::int64_t, std::uint16_t) {
  const Scratch scratch(world());
  for (const Shape shape : {Shape{17, 17}, Shape{9, 31}, Shape{31, 9}, Shape{1, 1}})
    for (const StorageOrder order : {StorageOrder::C, StorageOrder::Fortran}) {
      const auto a = matrix<T>(shape);
      const Statistics<T> expected = statistics(a);
      save(scratch / "a.npy", a, {.order = order});
      for (const Index bytes : panel_sizes)
        check_all(world(),
                  same(statistics_of_file<T>(world(), scratch / "a.npy", {.panel_bytes = bytes}),
                       expected),
                  concat(shape.rows, "x", shape.cols, " ", to_string(dtype_of<T>()), ", ", bytes,
                         " bytes"));
    }
}

TEST_CASE("statistics of a file: symmetry, bandwidth and NaN across the parts") {
  const Scratch scratch(world());
  const auto check = [&](const auto& element) {
    using T = decltype(element(Index{0}, Index{0}));
    DistMatrix<T> a(ProcessGrid::balanced(world()), {13, 13}, {.block = {2, 5}});
    a.fill_with(element);
    save(scratch / "a.npy", a);
    const Statistics<T> found =
        statistics_of_file<T>(world(), scratch / "a.npy", {.panel_bytes = 200});
    check_all(world(), same(found, statistics(a)), "not the figures of the matrix");
    return found;
  };
  CHECK(check([](Index i, Index j) { return static_cast<double>(i * j + 1); }).is_symmetric);
  CHECK(check([](Index i, Index j) { return static_cast<std::int32_t>(i - j); }).is_skew);
  CHECK(check([](Index i, Index j) {
          return c128(static_cast<double>(i + j), static_cast<double>(i - j));
        }).is_hermitian);
  const auto band = check([](Index i, Index j) { return i - j == 4 || j - i == 2 ? 1.0F : 0.0F; });
  CHECK(band.lower_bandwidth == 4);
  CHECK(band.upper_bandwidth == 2);
  DistMatrix<double> a(ProcessGrid::balanced(world()), {8, 8}, {.block = {2, 2}});
  a.fill_with([](Index i, Index j) { return i == 7 && j == 0 ? std::nan("") : 1.0; });
  save(scratch / "nan.npy", a);
  const auto found = statistics_of_file<double>(world(), scratch / "nan.npy", {.panel_bytes = 1});
  check_all(world(), found.nans == 1 && !found.is_symmetric && std::isnan(found.one_norm), "NaN");
  CHECK_THROWS_AS(statistics_of_file<float>(world(), scratch / "nan.npy"), FileError);
}

TEST_CASE_TEMPLATE("a norm of a file is that of the matrix, however small the panels", T, float,
                   double, c64, c128) {
  const Scratch scratch(world());
  for (const StorageOrder order : {StorageOrder::C, StorageOrder::Fortran}) {
    const auto a = matrix<T>({19, 40});
    save(scratch / "a.npy", a, {.order = order});
    for (const Norm kind : {Norm::Max, Norm::One, Norm::Inf, Norm::Frobenius})
      for (const Index bytes : panel_sizes) {
        const auto found =
            norm_of_file<T>(world(), scratch / "a.npy", kind, {.panel_bytes = bytes});
        check_all(world(), near(static_cast<double>(found), static_cast<double>(norm(a, kind))),
                  concat("norm ", static_cast<char>(kind), " is ", found));
      }
  }
}

TEST_CASE("a norm of a file neither overflows nor vanishes on the way") {
  const Scratch scratch(world());
  const double inf = std::numeric_limits<double>::infinity();
  for (const double x : {1e200, 1e-200, 3.0, inf}) {
    DistMatrix<double> a(ProcessGrid::balanced(world()), {6, 6}, {.block = {2, 2}});
    a.fill_with([x](Index i, Index j) { return i == j ? x : 0; });
    save(scratch / "a.npy", a);
    const auto found =
        norm_of_file<double>(world(), scratch / "a.npy", Norm::Frobenius, {.panel_bytes = 1});
    const double expected = std::sqrt(6.0) * x;
    check_all(world(), x == inf ? found == inf : near(found, expected), concat("norm ", found));
  }
}

TEST_CASE_TEMPLATE("files differ where their matrices differ, however small the panels", T, float,
                   double, c64, c128, std::int16_t, std::uint64_t) {
  const Scratch scratch(world());
  const auto a = matrix<T>({23, 14});
  auto b = matrix<T>({23, 14});
  b.fill_with([](Index i, Index j) {
    return (i == 4 && j == 9) || (i == 20 && j == 1) ? T(99) : number<T>(i, j);
  });
  const Tolerance tolerance{.relative = 0.01, .absolute = 0.5};
  const Comparison<T> expected = compare(a, redistribute(b, a.layout()), tolerance);
  const auto at = [](const auto& x, const auto& y) {
    return x && y && x->i == y->i && x->j == y->j && x->a == y->a && x->b == y->b;
  };
  for (const StorageOrder order : {StorageOrder::C, StorageOrder::Fortran})
    for (const Index bytes : panel_sizes) {
      save(scratch / "a.npy", a);
      save(scratch / "b.npy", b, {.order = order});
      const auto found = compare_files<T>(world(), scratch / "a.npy", scratch / "b.npy", tolerance,
                                          {.panel_bytes = bytes});
      check_all(world(),
                found.elements == 23 * 14 && found.differing_bits == expected.differing_bits &&
                    found.differing_values == expected.differing_values &&
                    found.largest_absolute == expected.largest_absolute &&
                    found.largest_relative == expected.largest_relative &&
                    at(found.first_bits, expected.first_bits) &&
                    at(found.first_values, expected.first_values) &&
                    at(found.largest_at, expected.largest_at),
                concat(found.differing_bits, " differ, ", bytes, " bytes"));
    }
  CHECK(compare_files<T>(world(), scratch / "a.npy", scratch / "a.npy").same_bits());
  save(scratch / "c.npy", matrix<T>({14, 23}));
  CHECK_THROWS_AS(compare_files<T>(world(), scratch / "a.npy", scratch / "c.npy"), FileError);
}
