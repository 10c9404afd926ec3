// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/matrix/compare.hpp>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include <ashlar/base/error.hpp>
#include <ashlar/matrix/dist_matrix.hpp>
#include <ashlar/mpi/check.hpp>
#include <ashlar/mpi/context.hpp>

#include "base/finite.hpp"
#include "base/instantiate.hpp"
#include "base/modulus.hpp"
#include "element_distance.hpp"
#include "element_places.hpp"
#include "mpi/collectives.hpp"
#include "same_operand.hpp"

namespace ashlar::detail {
namespace {

mpi::CommunicatorView ours(mpi::CommunicatorView comm) { return mpi::Context::of(comm).comm(); }

template <class T, class F>
void for_each(LocalView<const T> part, F&& f) {
  for (Index j = 0; j < part.cols; ++j)
    for (Index i = 0; i < part.rows; ++i) f(part(i, j));
}

template <class T>
Index local_differences(LocalView<const T> a, LocalView<const T> b) {
  Index count = 0;
  for (Index j = 0; j < a.cols; ++j)
    for (Index i = 0; i < a.rows; ++i) count += std::memcmp(a.at(i, j), b.at(i, j), sizeof(T)) != 0;
  return count;
}

template <detail::IntegerElement T>
std::uint64_t magnitude(T x) {
  if (std::is_unsigned_v<T> || x >= 0) return static_cast<std::make_unsigned_t<T>>(x);
  return 0 - static_cast<std::uint64_t>(static_cast<std::int64_t>(x));
}

template <Element T>
void expect_comparable(const char* call, const MatrixView<const T>& a,
                       const MatrixView<const T>& b) {
  expect(a.comm() == b.comm() && a.layout() == b.layout() && a.section() == b.section(), call,
         ": a is ", a.layout(), ", b is ", b.layout(),
         "; both must have one communicator, layout and section: redistribute one of them first");
}

template <Element T>
double size_of_element(const T& x) {
  if constexpr (Scalar<T>) return modulus(x);
  else return std::abs(static_cast<double>(x));
}

/// Result of one rank.
template <Element T>
struct Found {
  Index differing_bits = 0, differing_values = 0, one_nan = 0;
  Index first_bits = nowhere, first_values = nowhere, largest_at = nowhere;
  DistanceOf<T> largest_absolute = 0;
  double largest_relative = 0;

  /// Adds a pair with different bits.
  void add(const T& a, const T& b, Index place, const Tolerance& tolerance) {
    ++differing_bits;
    first_bits = std::min(first_bits, place);
    const bool a_is_nan = is_nan(a), b_is_nan = is_nan(b);
    if (a_is_nan && b_is_nan) return;
    if (a_is_nan || b_is_nan) {
      ++one_nan;
      add_beyond(place);
      return;
    }
    const DistanceOf<T> apart = distance(a, b);
    if (apart == 0) return;
    const auto size = static_cast<double>(apart), of = size_of_element(b);
    double relative = size / of;
    if (std::isnan(relative)) relative = std::numeric_limits<double>::infinity();
    largest_relative = std::max(largest_relative, relative);
    if (apart > largest_absolute || (apart == largest_absolute && place < largest_at)) {
      largest_absolute = apart;
      largest_at = place;
    }
    if (!std::isfinite(size) || !(size <= tolerance.absolute + tolerance.relative * of))
      add_beyond(place);
  }

 private:
  void add_beyond(Index place) {
    ++differing_values;
    first_values = std::min(first_values, place);
  }
};

/// Compares in memory order of A and skips lines of equal bytes.
template <Element T>
Found<T> look(const MatrixView<const T>& a, const MatrixView<const T>& b,
              const Tolerance& tolerance) {
  Found<T> found;
  const bool by_rows = !a.local().is_column_major();
  const LocalView<const T> mine = by_rows ? a.local().transposed() : a.local();
  const LocalView<const T> other = by_rows ? b.local().transposed() : b.local();
  const ElementPlaces<T> places(a);
  const auto bytes = static_cast<std::size_t>(mine.rows) * sizeof(T);
  for (Index line = 0; line < mine.cols && mine.rows > 0; ++line) {
    if (other.is_column_major() && std::memcmp(mine.at(0, line), other.at(0, line), bytes) == 0)
      continue;
    for (Index k = 0; k < mine.rows; ++k)
      if (std::memcmp(mine.at(k, line), other.at(k, line), sizeof(T)) != 0)
        found.add(mine(k, line), other(k, line), by_rows ? places.at(line, k) : places.at(k, line),
                  tolerance);
  }
  return found;
}

/// Pair of elements at a [same] place. @collective
template <Element T>
std::optional<ElementPair<T>> pair_at(const MatrixView<const T>& a, const MatrixView<const T>& b,
                                      Index place) {
  if (place == nowhere) return std::nullopt;
  const Index i = place / a.cols(), j = place % a.cols();
  const Index row = a.section().rows.first + i, col = a.section().cols.first + j;
  return ElementPair<T>{i, j, a.matrix().broadcast(row, col), b.matrix().broadcast(row, col)};
}

}  // namespace

template <Element T>
Index differences(const MatrixView<const T>& a, const MatrixView<const T>& b) {
  const mpi::CollectiveCall call(a.comm(), "count_differences", mpi::same("a", a),
                                 mpi::same("b", b));
  expect_comparable("count_differences", a, b);
  return mpi::all_sum(ours(a.comm()), local_differences(a.local(), b.local()));
}

template <Element T>
MagnitudeOf<T> largest_magnitude(const MatrixView<const T>& a) {
  const mpi::CollectiveCall call(a.comm(), "max_abs", mpi::same("the matrix", a));
  if constexpr (Scalar<T>) {
    // MPI_MAX of NaN is undefined, so NaNs are counted separately.
    double found[2] = {0, 0};
    auto& [largest, has_nan] = found;
    for_each(a.local(), [&](const T& x) {
      const double size = modulus(x);
      if (std::isnan(size)) found[1] = 1;
      found[0] = std::max(found[0], size);
    });
    mpi::all_reduce(ours(a.comm()), std::span<double>(found), MPI_MAX);
    using R = MagnitudeOf<T>;
    return has_nan > 0 ? std::numeric_limits<R>::quiet_NaN() : static_cast<R>(largest);
  } else {
    std::uint64_t largest = 0;
    for_each(a.local(), [&](T x) { largest = std::max(largest, magnitude(x)); });
    return mpi::all_max(ours(a.comm()), largest);
  }
}

template <Element T>
bool is_all_finite(const MatrixView<const T>& a) {
  const mpi::CollectiveCall call(a.comm(), "all_finite", mpi::same("the matrix", a));
  if constexpr (Scalar<T>) {
    LocalView<const T> part = a.local();
    if (!part.is_column_major()) part = part.transposed();
    int ok = 1;
    for (Index j = 0; j < part.cols && ok == 1; ++j) ok = are_finite(part.at(0, j), part.rows);
    return mpi::all_min(ours(a.comm()), ok) == 1;
  } else {
    return true;  // every bit pattern is a number
  }
}

template <Element T>
Comparison<T> compare(const MatrixView<const T>& a, const MatrixView<const T>& b,
                      const Tolerance& tolerance) {
  const mpi::CollectiveCall call(a.comm(), "compare", mpi::same("a", a), mpi::same("b", b),
                                 mpi::same("the relative tolerance", tolerance.relative),
                                 mpi::same("the absolute tolerance", tolerance.absolute));
  expect_comparable("compare", a, b);
  expect(tolerance.relative >= 0 && tolerance.absolute >= 0, "compare: the tolerances are ",
         tolerance.relative, " and ", tolerance.absolute, ", but must be 0 or more");

  const mpi::CommunicatorView comm = ours(a.comm());
  const Found<T> mine = look(a, b, tolerance);
  Index counts[] = {mine.differing_bits, mine.differing_values, mine.one_nan};
  mpi::all_reduce(comm, std::span<Index>(counts), MPI_SUM);
  Comparison<T> result;
  result.elements = a.rows() * a.cols();
  result.differing_bits = counts[0];
  result.differing_values = counts[1];
  result.one_nan = counts[2];
  if (result.same_bits()) return result;

  result.largest_absolute = mpi::all_max(comm, mine.largest_absolute);
  result.largest_relative = mpi::all_max(comm, mine.largest_relative);
  Index places[] = {mine.first_bits, mine.first_values,
                    mine.largest_absolute == result.largest_absolute ? mine.largest_at : nowhere};
  mpi::all_reduce(comm, std::span<Index>(places), MPI_MIN);
  result.first_bits = pair_at(a, b, places[0]);
  result.first_values = pair_at(a, b, places[1]);
  result.largest_at = pair_at(a, b, places[2]);
  return result;
}

#define ASHLAR_INSTANTIATE(T)                                                            \
  template Index differences(const MatrixView<const T>&, const MatrixView<const T>&);    \
  template MagnitudeOf<T> largest_magnitude(const MatrixView<const T>&);                 \
  template bool is_all_finite(const MatrixView<const T>&);                               \
  template Comparison<T> compare(const MatrixView<const T>&, const MatrixView<const T>&, \
                                 const Tolerance&);
ASHLAR_FOR_ALL_ELEMENTS(ASHLAR_INSTANTIATE)
#undef ASHLAR_INSTANTIATE

}  // namespace ashlar::detail
