// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <span>

#include <ashlar/linalg/statistics.hpp>
#include <ashlar/matrix/apply.hpp>
#include <ashlar/mpi/communicator.hpp>

#include "local/lines.hpp"
#include "matrix/element_distance.hpp"
#include "matrix/element_places.hpp"
#include "mpi/collectives.hpp"

// Statistics of a matrix, accumulated by element and reduced over the ranks.

namespace ashlar::detail::look {

__extension__ using Wide = __int128;

template <Element T>
using KeyOf = std::conditional_t<is_complex<T>, double, T>;

template <class K>
constexpr K above_all = std::numeric_limits<K>::has_infinity ? std::numeric_limits<K>::infinity()
                                                             : std::numeric_limits<K>::max();
template <class K>
constexpr K below_all = std::numeric_limits<K>::has_infinity ? -std::numeric_limits<K>::infinity()
                                                             : std::numeric_limits<K>::lowest();

template <Element T>
KeyOf<T> key_of(const T& x) {
  if constexpr (is_complex<T>) return modulus(x);
  else return x;
}

/// Exact sum of integers.
class IntegerSum {
 public:
  template <class T>
  void add(T x) {
    sum_ += x;
  }
  double over_all(mpi::CommunicatorView comm) const {
    Wide total = 0;
    for (const Wide& part : mpi::all_gather(comm, sum_)) total += part;
    return static_cast<double>(total);
  }

 private:
  Wide sum_ = 0;
};

template <class Sum>
class FloatSum {
 public:
  template <class T>
  void add(T x) {
    sum_.add(Sum(x));
  }
  Sum over_all(mpi::CommunicatorView comm) const {
    local::LongSum<Sum> total;
    for (const Sum& part : mpi::all_gather(comm, sum_.value())) total.add(part);
    return total.value();
  }

 private:
  local::LongSum<Sum> sum_;
};

template <Element T>
using SumFor = std::conditional_t<detail::IntegerElement<T>, IntegerSum,
                                  FloatSum<std::conditional_t<is_complex<T>, c128, double>>>;

template <Element T>
bool is_infinite(const T& x) {
  if constexpr (is_complex<T>) return std::isinf(x.real()) || std::isinf(x.imag());
  else if constexpr (Scalar<T>) return std::isinf(x);
  else return false;
}

/// A rank's extreme element at its first position.
template <Element T>
struct Extreme {
  KeyOf<T> key;
  Index place = nowhere;
  T value{};

  void add(const T& x, KeyOf<T> other, bool is_better, Index at) {
    if (!is_better && place != nowhere && !(other == key && at < place)) return;
    key = other;
    place = at;
    value = x;
  }
};

template <Element T>
struct Found {
  Index nans = 0, infinities = 0, zeros = 0, negatives = 0, lower = 0, upper = 0;
  Extreme<T> smallest{above_all<KeyOf<T>>}, largest{below_all<KeyOf<T>>};
  SumFor<T> sum;

  void add(const T& x, Index i, Index j, Index cols) {
    sum.add(x);
    if (x == T(0)) {
      ++zeros;
    } else {
      lower = std::max(lower, i - j);
      upper = std::max(upper, j - i);
    }
    if (is_nan(x)) {
      ++nans;
      return;
    }
    const KeyOf<T> key = key_of(x);
    infinities += is_infinite(x);
    if constexpr (!is_complex<T> && std::is_signed_v<T>) negatives += x < 0;
    smallest.add(x, key, key < smallest.key, i * cols + j);
    largest.add(x, key, key > largest.key, i * cols + j);
  }
};

/// Calls f(element, i, j) for local elements in memory order; (i, j) are indices in the view.
template <Element T, class F>
void for_each_own(const MatrixView<const T>& a, F&& f) {
  const LocalView<const T> local = a.local();
  for_each_element_of(a, [&](Index il, Index jl, Index i, Index j) { f(local(il, jl), i, j); });
}

/// The extreme element of all ranks. @collective
/// @param cols  of the matrix
template <Element T>
std::optional<ElementAt<T>> extreme_of_all(mpi::CommunicatorView comm, const Extreme<T>& mine,
                                           MPI_Op op, Index cols) {
  const KeyOf<T> best = mpi::all_reduce(comm, mine.key, op);
  // Ranks without elements have the weakest key, but no position.
  const Index place = mpi::all_min(comm, mine.key == best ? mine.place : nowhere);
  if (place == nowhere) return std::nullopt;
  const int owner = mpi::all_min(comm, mine.place == place ? comm.rank() : comm.size());
  return ElementAt<T>{place / cols, place % cols, mpi::broadcast(comm, mine.value, owner)};
}

/// Statistics without norms and symmetry. @collective
/// @param comm  the library's communicator
template <Element T>
Statistics<T> statistics_of(mpi::CommunicatorView comm, Shape shape, const Found<T>& mine) {
  Index counts[] = {mine.nans, mine.infinities, mine.zeros, mine.negatives};
  mpi::all_reduce(comm, std::span<Index>(counts), MPI_SUM);
  Index widths[] = {mine.lower, mine.upper};
  mpi::all_reduce(comm, std::span<Index>(widths), MPI_MAX);
  Statistics<T> result{.shape = shape,
                       .nans = counts[0],
                       .infinities = counts[1],
                       .zeros = counts[2],
                       .negatives = counts[3],
                       .lower_bandwidth = widths[0],
                       .upper_bandwidth = widths[1]};
  result.smallest = extreme_of_all(comm, mine.smallest, MPI_MIN, shape.cols);
  result.largest = extreme_of_all(comm, mine.largest, MPI_MAX, shape.cols);
  result.mean = mine.sum.over_all(comm) / static_cast<double>(shape.rows * shape.cols);
  return result;
}

/// Differences between local elements and mirror images.
template <Element T>
struct Mirror {
  bool is_symmetric = true, is_hermitian = true, is_skew = true;
  DistanceOf<T> apart = 0;
  double apart_conjugated = 0;

  void add(const T& x, const T& image) {
    is_symmetric = is_symmetric && x == image;
    is_skew = is_skew && is_opposite(x, image);
    if (is_nan(x) || is_nan(image)) {
      is_hermitian = false;
      return;
    }
    apart = std::max(apart, distance(x, image));
    if constexpr (is_complex<T>) {
      is_hermitian = is_hermitian && x == std::conj(image);
      apart_conjugated = std::max(apart_conjugated, distance(x, std::conj(image)));
    } else {
      is_hermitian = is_symmetric;
      apart_conjugated = static_cast<double>(apart);
    }
  }

  /// Adds local elements and their mirror images.
  void add(const LocalView<const T>& mine, const LocalView<const T>& image) {
    for (Index jl = 0; jl < mine.cols; ++jl)
      for (Index il = 0; il < mine.rows; ++il) add(mine(il, jl), image(il, jl));
  }

  /// @collective
  void put_into(Statistics<T>& result, mpi::CommunicatorView comm) const {
    int holds[] = {is_symmetric, is_hermitian, is_skew};
    mpi::all_reduce(comm, std::span<int>(holds), MPI_MIN);
    result.is_symmetric = holds[0] == 1;
    result.is_hermitian = holds[1] == 1;
    result.is_skew = holds[2] == 1;
    result.asymmetry = mpi::all_max(comm, apart);
    result.hermitian_asymmetry = mpi::all_max(comm, apart_conjugated);
  }

 private:
  static bool is_opposite(const T& x, const T& image) {
    if constexpr (detail::IntegerElement<T>) return Wide{x} == -Wide{image};
    else return x == -image;
  }
};

}  // namespace ashlar::detail::look
