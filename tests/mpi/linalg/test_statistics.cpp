// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/linalg/statistics.hpp>

#include <cmath>
#include <limits>

#include "mpi/matrix/layout_cases.hpp"

using namespace ashlar;
using namespace ashlar::test;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

/// Small integers with zeros and repetitions; complex ones have an imaginary part.
template <class T>
T element(Index i, Index j) {
  const Index x = (3 * i + 5 * j) % 11;
  if constexpr (is_complex<T>)
    return T(static_cast<RealOf<T>>(x - 4), static_cast<RealOf<T>>((i + j) % 3));
  else if constexpr (std::is_unsigned_v<T>) return static_cast<T>(x);
  else return static_cast<T>(x - 4);
}

template <class T>
double size_of_element(T x) {
  if constexpr (is_complex<T>) return std::abs(c128(x));
  else return std::abs(static_cast<double>(x));
}

bool near(double a, double b) { return std::abs(a - b) <= 1e-6 * std::abs(b); }

/// True if the statistics equal those of a loop over all elements.
template <class T>
bool agrees_with_loop(const Statistics<T>& found, Shape shape) {
  Index zeros = 0, negatives = 0, lower = 0, upper = 0;
  ElementAt<T> least, most;
  double squares = 0, rows_most = 0, cols_most = 0;
  c128 sum = 0;
  const auto key = [](T x) {
    if constexpr (is_complex<T>) return std::abs(c128(x));
    else return x;
  };
  for (Index i = 0; i < shape.rows; ++i) {
    double row = 0;
    for (Index j = 0; j < shape.cols; ++j) {
      const T x = element<T>(i, j);
      zeros += x == T(0);
      if constexpr (!is_complex<T>) negatives += static_cast<double>(x) < 0;
      if (x != T(0)) {
        lower = std::max(lower, i - j);
        upper = std::max(upper, j - i);
      }
      if ((i == 0 && j == 0) || key(x) < key(least.value)) least = {i, j, x};
      if ((i == 0 && j == 0) || key(x) > key(most.value)) most = {i, j, x};
      row += size_of_element(x);
      squares += size_of_element(x) * size_of_element(x);
      if constexpr (is_complex<T>) sum += c128(x);
      else sum += static_cast<double>(x);
    }
    rows_most = std::max(rows_most, row);
  }
  for (Index j = 0; j < shape.cols; ++j) {
    double col = 0;
    for (Index i = 0; i < shape.rows; ++i) col += size_of_element(element<T>(i, j));
    cols_most = std::max(cols_most, col);
  }
  const auto is_at = [](const std::optional<ElementAt<T>>& at, const ElementAt<T>& expected) {
    return at && at->i == expected.i && at->j == expected.j && at->value == expected.value;
  };
  const auto count = static_cast<double>(shape.rows * shape.cols);
  return found.shape == shape && found.nans == 0 && found.infinities == 0 && found.zeros == zeros &&
         found.negatives == negatives && found.lower_bandwidth == lower &&
         found.upper_bandwidth == upper && is_at(found.smallest, least) &&
         is_at(found.largest, most) && std::abs(c128(found.mean) - sum / count) < 1e-12 &&
         near(found.inf_norm, rows_most) && near(found.one_norm, cols_most) &&
         near(found.frobenius_norm, std::sqrt(squares)) &&
         near(found.max_norm, std::max(size_of_element(most.value), size_of_element(least.value)));
}

}  // namespace

TEST_CASE_TEMPLATE_DEFINE("statistics: those of a loop over all elements", T, loop_statistics) {
  for_each_layout(world(), [](mpi::CommunicatorView comm, const Layout& layout) {
    DistMatrix<T> a(comm, layout);
    a.fill_with(element<T>);
    const auto found = statistics(a);
    const bool ok = layout.shape().empty()
                        ? !found.smallest && !found.largest && std::isnan(std::abs(found.mean)) &&
                              found.frobenius_norm == 0 && found.is_diagonal()
                        : agrees_with_loop(found, layout.shape());
    check_all(comm, ok, layout.to_string());
  });
}
TEST_CASE_TEMPLATE_APPLY(loop_statistics, AllElements);

TEST_CASE("statistics: symmetric, skew and Hermitian matrices, and how far they are from it") {
  const int size = world().size();
  const Layout layout({.shape = {7, 7}, .block = {2, 3}, .grid = {size, 1}});
  DistMatrix<double> a(world(), layout);
  a.fill_with([](Index i, Index j) { return static_cast<double>(i * j + i + j); });
  auto found = statistics(a);
  CHECK(found.is_symmetric);
  CHECK(found.is_hermitian);
  CHECK_FALSE(found.is_skew);
  CHECK(found.asymmetry == 0);
  a.set(1, 5, 11.25);
  found = statistics(a);
  CHECK_FALSE(found.is_symmetric);
  CHECK(found.asymmetry == 0.25);
  CHECK(found.hermitian_asymmetry == 0.25);
  a.set(6, 6, not_a_number);
  CHECK(statistics(a).asymmetry == 0.25);

  DistMatrix<c64> h(world(), layout);
  h.fill_with([](Index i, Index j) { return c64(float(i + j), float(i - j)); });
  const auto hermitian = statistics(h);
  CHECK(hermitian.is_hermitian);
  CHECK_FALSE(hermitian.is_symmetric);
  CHECK(hermitian.hermitian_asymmetry == 0);
  CHECK(hermitian.asymmetry == 12);

  DistMatrix<std::int8_t> s(world(), layout);
  s.fill_with([](Index i, Index j) { return static_cast<std::int8_t>(i - j); });
  CHECK(statistics(s).is_skew);
  CHECK(statistics(s).asymmetry == 12);
  s.set(0, 0, -128);
  CHECK_FALSE(statistics(s).is_skew);
  DistMatrix<std::uint8_t> u(world(), layout);
  u.fill_with([](Index i, Index j) {
    return static_cast<std::uint8_t>(i < j ? 1 : i > j ? 255 : 0);
  });
  CHECK_FALSE(statistics(u).is_skew);
  CHECK_FALSE(statistics(a.view({0, 2}, {0, 3})).asymmetry);
}

TEST_CASE("statistics: bandwidths distinguish triangular, tridiagonal and diagonal matrices") {
  const Layout layout({.shape = {6, 9}, .block = {2, 2}, .grid = {1, world().size()}});
  DistMatrix<float> a(world(), layout);
  CHECK(statistics(a).is_diagonal());
  a.set(3, 4, 1);
  CHECK(statistics(a).is_upper_triangular());
  CHECK(statistics(a).is_tridiagonal());
  CHECK_FALSE(statistics(a).is_lower_triangular());
  a.set(5, 0, std::numeric_limits<float>::quiet_NaN());
  CHECK(statistics(a).lower_bandwidth == 5);
  CHECK(statistics(a).upper_bandwidth == 1);
}

TEST_CASE("statistics: NaN, infinities, and integers of 64 bits") {
  const Layout layout({.shape = {2, 4}, .block = {1, 1}, .grid = {1, world().size()}});
  DistMatrix<c128> a(world(), layout);
  a.fill(c128(3, 4));
  a.set(0, 2, c128(not_a_number, 1));
  a.set(1, 1, c128(0, -infinity));
  a.set(1, 3, c128(1e308, 1e308));
  auto found = statistics(a);
  CHECK(found.nans == 1);
  CHECK(found.infinities == 1);
  CHECK(found.smallest->value == c128(3, 4));
  CHECK(found.largest->i == 1);
  CHECK(found.largest->j == 1);
  CHECK(std::isnan(found.max_norm));

  DistMatrix<double> infinite(world(), layout);
  infinite.fill(infinity);
  CHECK(statistics(infinite).smallest->value == infinity);
  infinite.fill(not_a_number);
  CHECK_FALSE(statistics(infinite).largest);

  DistMatrix<std::int64_t> b(world(), layout);
  constexpr auto most = std::numeric_limits<std::int64_t>::max();
  b.fill(most);
  CHECK(statistics(b).mean == static_cast<double>(most));
  b.set(1, 2, most - 1);
  CHECK(statistics(b).smallest->value == most - 1);
  CHECK(statistics(b).smallest->j == 2);
  CHECK(statistics(b.view({0, 2}, {1, 4})).smallest->j == 1);
}
