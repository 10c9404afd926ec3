// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/linalg/statistics.hpp>

#include <cmath>
#include <functional>
#include <limits>
#include <vector>

#include <ashlar/linalg/norm.hpp>
#include <ashlar/matrix/apply.hpp>
#include <ashlar/move/copy.hpp>
#include <ashlar/mpi/context.hpp>

#include "base/instantiate.hpp"
#include "local/lines.hpp"
#include "matrix/element_distance.hpp"
#include "matrix/element_places.hpp"
#include "matrix/same_operand.hpp"
#include "mpi/collectives.hpp"

namespace ashlar::detail {
namespace {

__extension__ using Wide = __int128;

/// By what elements are ordered.
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

/// Sums without loss, of integers exactly.
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
using SumFor = std::conditional_t<IntegerElement<T>, IntegerSum,
                                  FloatSum<std::conditional_t<is_complex<T>, c128, double>>>;

template <Element T>
bool is_infinite(const T& x) {
  if constexpr (is_complex<T>) return std::isinf(x.real()) || std::isinf(x.imag());
  else if constexpr (Scalar<T>) return std::isinf(x);
  else return false;
}

/// The extreme element of one rank, and the first place that it has.
template <Element T>
struct Extreme {
  KeyOf<T> key;
  Index place = nowhere;

  void add(KeyOf<T> other, bool is_better, Index at) {
    if (is_better || place == nowhere) {
      key = other;
      place = at;
    } else if (other == key) {
      place = std::min(place, at);
    }
  }
};

/// What one pass over the local elements finds.
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
    smallest.add(key, key < smallest.key, i * cols + j);
    largest.add(key, key > largest.key, i * cols + j);
  }
};

template <Element T>
Found<T> look(const MatrixView<const T>& a) {
  Found<T> found;
  const LocalView<const T> local = a.local();
  for_each_element_of(
      a, [&](Index il, Index jl, Index i, Index j) { found.add(local(il, jl), i, j, a.cols()); });
  return found;
}

/// The extreme element of all ranks. @collective
template <Element T>
std::optional<ElementAt<T>> extreme_of_all(const MatrixView<const T>& a, const Extreme<T>& mine,
                                           MPI_Op op) {
  const mpi::CommunicatorView comm = mpi::Context::of(a.comm()).comm();
  const KeyOf<T> best = mpi::all_reduce(comm, mine.key, op);
  // Ranks without elements offer the weakest key; where it is one's own, others have a place.
  const Index place = mpi::all_min(comm, mine.key == best ? mine.place : nowhere);
  if (place == nowhere) return std::nullopt;
  const Index i = place / a.cols(), j = place % a.cols();
  return ElementAt<T>{i, j,
                      a.matrix().broadcast(a.section().rows.first + i, a.section().cols.first + j)};
}

/// The element with the best key, found by a pass of its own. @collective
template <Element T, class IsBetter>
std::optional<ElementAt<T>> extreme_of(const MatrixView<const T>& a, KeyOf<T> weakest,
                                       IsBetter is_better, MPI_Op op) {
  Extreme<T> mine{weakest};
  const LocalView<const T> local = a.local();
  for_each_element_of(a, [&](Index il, Index jl, Index i, Index j) {
    const T& x = local(il, jl);
    if (is_nan(x)) return;
    const KeyOf<T> key = key_of(x);
    mine.add(key, is_better(key, mine.key), i * a.cols() + j);
  });
  return extreme_of_all(a, mine, op);
}

/// How far this rank's elements are from those on the other side of the diagonal.
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

 private:
  static bool is_opposite(const T& x, const T& image) {
    if constexpr (IntegerElement<T>) return Wide{x} == -Wide{image};
    else return x == -image;
  }
};

template <Element T>
void add_symmetry(Statistics<T>& result, const MatrixView<const T>& a) {
  const Layout layout = a.layout().with_shape(a.shape());
  const bool is_whole = a.section() == Section::all(a.layout().shape());
  const DistMatrix<T> image = ashlar::copy(a, layout, {.op = Op::Trans});
  const DistMatrix<T> moved = is_whole ? DistMatrix<T>() : redistribute(a, layout);
  const LocalView<const T> mine = is_whole ? a.local() : moved.local(), other = image.local();
  Mirror<T> mirror;
  for (Index jl = 0; jl < mine.cols; ++jl)
    for (Index il = 0; il < mine.rows; ++il) mirror.add(mine(il, jl), other(il, jl));
  const mpi::CommunicatorView comm = mpi::Context::of(a.comm()).comm();
  int holds[] = {mirror.is_symmetric, mirror.is_hermitian, mirror.is_skew};
  mpi::all_reduce(comm, std::span<int>(holds), MPI_MIN);
  result.is_symmetric = holds[0] == 1;
  result.is_hermitian = holds[1] == 1;
  result.is_skew = holds[2] == 1;
  result.asymmetry = mpi::all_max(comm, mirror.apart);
  result.hermitian_asymmetry = mpi::all_max(comm, mirror.apart_conjugated);
}

template <Element T>
void add_norms(Statistics<T>& result, const MatrixView<const T>& a) {
  if constexpr (Scalar<T>) {
    result.max_norm = ashlar::norm(a, Norm::Max);
    result.one_norm = ashlar::norm(a, Norm::One);
    result.inf_norm = ashlar::norm(a, Norm::Inf);
    result.frobenius_norm = ashlar::norm(a, Norm::Frobenius);
  } else {
    const auto wide = redistribute<double>(a, a.layout().with_shape(a.shape()));
    result.max_norm = ashlar::norm(wide, Norm::Max);
    result.one_norm = ashlar::norm(wide, Norm::One);
    result.inf_norm = ashlar::norm(wide, Norm::Inf);
    result.frobenius_norm = ashlar::norm(wide, Norm::Frobenius);
  }
}

}  // namespace

template <Element T>
Statistics<T> statistics(const MatrixView<const T>& a) {
  const mpi::CollectiveCall call(a.comm(), "statistics", mpi::same("A", a));
  const mpi::CommunicatorView comm = mpi::Context::of(a.comm()).comm();
  const Found<T> mine = look(a);
  Index counts[] = {mine.nans, mine.infinities, mine.zeros, mine.negatives};
  mpi::all_reduce(comm, std::span<Index>(counts), MPI_SUM);
  Index widths[] = {mine.lower, mine.upper};
  mpi::all_reduce(comm, std::span<Index>(widths), MPI_MAX);

  Statistics<T> result{.shape = a.shape(),
                       .nans = counts[0],
                       .infinities = counts[1],
                       .zeros = counts[2],
                       .negatives = counts[3],
                       .lower_bandwidth = widths[0],
                       .upper_bandwidth = widths[1]};
  result.smallest = extreme_of_all(a, mine.smallest, MPI_MIN);
  result.largest = extreme_of_all(a, mine.largest, MPI_MAX);
  result.mean = mine.sum.over_all(comm) / static_cast<double>(a.rows() * a.cols());
  add_norms(result, a);
  if (result.is_square()) add_symmetry(result, a);
  return result;
}

template <Element T>
std::optional<ElementAt<T>> argmin(const MatrixView<const T>& a) {
  const mpi::CollectiveCall call(a.comm(), "argmin", mpi::same("A", a));
  return extreme_of(a, above_all<KeyOf<T>>, std::less<>(), MPI_MIN);
}

template <Element T>
std::optional<ElementAt<T>> argmax(const MatrixView<const T>& a) {
  const mpi::CollectiveCall call(a.comm(), "argmax", mpi::same("A", a));
  return extreme_of(a, below_all<KeyOf<T>>, std::greater<>(), MPI_MAX);
}

#define ASHLAR_INSTANTIATE(T)                                              \
  template Statistics<T> statistics(const MatrixView<const T>&);           \
  template std::optional<ElementAt<T>> argmin(const MatrixView<const T>&); \
  template std::optional<ElementAt<T>> argmax(const MatrixView<const T>&);
ASHLAR_FOR_ALL_ELEMENTS(ASHLAR_INSTANTIATE)
#undef ASHLAR_INSTANTIATE

}  // namespace ashlar::detail
