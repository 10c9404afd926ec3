// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/matrix/compare.hpp>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include <ashlar/base/error.hpp>
#include <ashlar/mpi/context.hpp>

#include "base/instantiate.hpp"
#include "element_distance.hpp"
#include "element_places.hpp"
#include "mpi/collectives.hpp"
#include "same_operand.hpp"

namespace ashlar::detail {
namespace {

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
Comparison<T> compare(const MatrixView<const T>& a, const MatrixView<const T>& b,
                      const Tolerance& tolerance) {
  const mpi::CollectiveCall call(a.comm(), "compare", mpi::same("a", a), mpi::same("b", b),
                                 mpi::same("the relative tolerance", tolerance.relative),
                                 mpi::same("the absolute tolerance", tolerance.absolute));
  expect(a.comm() == b.comm() && a.layout() == b.layout() && a.section() == b.section(),
         "compare: a is ", a.layout(), ", b is ", b.layout(),
         "; both must have one communicator, layout and section: redistribute one of them first");
  expect(tolerance.relative >= 0 && tolerance.absolute >= 0, "compare: the tolerances are ",
         tolerance.relative, " and ", tolerance.absolute, ", but must be 0 or more");

  const mpi::CommunicatorView comm = mpi::Context::of(a.comm()).comm();
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
  template Comparison<T> compare(const MatrixView<const T>&, const MatrixView<const T>&, \
                                 const Tolerance&);
ASHLAR_FOR_ALL_ELEMENTS(ASHLAR_INSTANTIATE)
#undef ASHLAR_INSTANTIATE

}  // namespace ashlar::detail
