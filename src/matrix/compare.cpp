// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/matrix/compare.hpp>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include <ashlar/matrix/dist_matrix.hpp>
#include <ashlar/mpi/check.hpp>
#include <ashlar/mpi/context.hpp>

#include "base/finite.hpp"
#include "base/instantiate.hpp"
#include "base/modulus.hpp"
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

}  // namespace

template <Element T>
Index differences(const MatrixView<const T>& a, const MatrixView<const T>& b) {
  const mpi::CollectiveCall call(a.comm(), "count_differences", mpi::same("a", a),
                                 mpi::same("b", b));
  expect(a.comm() == b.comm() && a.layout() == b.layout() && a.section() == b.section(),
         "count_differences: a is ", a.layout(), ", b is ", b.layout(),
         "; both must have one communicator, layout and section: redistribute one of them first");
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

#define ASHLAR_INSTANTIATE(T)                                                         \
  template Index differences(const MatrixView<const T>&, const MatrixView<const T>&); \
  template MagnitudeOf<T> largest_magnitude(const MatrixView<const T>&);              \
  template bool is_all_finite(const MatrixView<const T>&);
ASHLAR_FOR_ALL_ELEMENTS(ASHLAR_INSTANTIATE)
#undef ASHLAR_INSTANTIATE

}  // namespace ashlar::detail
