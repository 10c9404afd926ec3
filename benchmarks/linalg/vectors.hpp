// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include <ashlar/matrix/dist_matrix.hpp>
#include <ashlar/matrix/generate.hpp>
#include <ashlar/mpi/check.hpp>
#include <ashlar/mpi/datatype.hpp>

// Products with replicated vectors, in double precision and by plain loops: the check of all
// results.

namespace ashlar::bench {

template <Scalar T>
using Wide = std::conditional_t<is_complex<T>, c128, double>;
template <Scalar T>
using Vector = std::vector<Wide<T>>;

/// Half the distance from 1 to the next number.
template <Scalar T>
constexpr double rounding = std::numeric_limits<RealOf<T>>::epsilon() / 2.0;

/// Part of a stored matrix.
enum class Part {
  All,
  Lower,
  UnitLower,  ///< with ones on the diagonal
  Upper,
  Hermitian,  ///< stored in the lower triangle
  Symmetric,  ///< stored in the lower triangle, without conjugation
};

template <Scalar T>
Vector<T> random_vector(Index n, std::uint64_t seed = 5) {
  Vector<T> x(static_cast<std::size_t>(n));
  const Uniform<Wide<T>> random(seed, -0.5, 0.5);
  for (Index i = 0; i < n; ++i) x[static_cast<std::size_t>(i)] = random(i, 0);
  return x;
}

/// @collective
template <class W>
void sum_over_ranks(mpi::CommunicatorView comm, std::vector<W>& x) {
  mpi::check(MPI_Allreduce(MPI_IN_PLACE, x.data(), static_cast<int>(x.size()),
                           mpi::native_type<W>(), MPI_SUM, comm.native()),
             "MPI_Allreduce");
}

/// Broadcast from rank 0. @collective
template <class R>
void broadcast(mpi::CommunicatorView comm, std::vector<R>& x) {
  mpi::check(
      MPI_Bcast(x.data(), static_cast<int>(x.size()), mpi::native_type<R>(), 0, comm.native()),
      "MPI_Bcast");
}

/// op(A) x, where A is `part` of `a`. @collective
template <Scalar T>
Vector<T> times(const DistMatrix<T>& a, const Vector<T>& x, Op op = Op::None,
                Part part = Part::All) {
  const bool is_mirrored = part == Part::Hermitian || part == Part::Symmetric;
  const bool is_lower = is_mirrored || part == Part::Lower || part == Part::UnitLower;
  Vector<T> y(static_cast<std::size_t>(is_transposing(op) ? a.cols() : a.rows()));
  const auto at = [](auto& v, Index i) -> auto& { return v[static_cast<std::size_t>(i)]; };
  a.for_each_run([&](Index il, Index jl, Index i, Index j, Index count) {
    Index first = 0, last = count;
    if (is_lower) first = std::clamp<Index>(j + (part == Part::UnitLower ? 1 : 0) - i, 0, count);
    if (part == Part::Upper) last = std::clamp<Index>(j + 1 - i, 0, count);
    Wide<T> sum = 0;
    for (Index k = first; k < last; ++k) {
      const auto value = static_cast<Wide<T>>(a.local()(il + k, jl));
      if (is_transposing(op)) {
        sum += (op == Op::ConjTrans ? conjugate(value) : value) * at(x, i + k);
        continue;
      }
      at(y, i + k) += value * at(x, j);
      if (is_mirrored && i + k != j)
        sum += (part == Part::Hermitian ? conjugate(value) : value) * at(x, i + k);
    }
    if (is_transposing(op) || is_mirrored) at(y, j) += sum;
  });
  sum_over_ranks(a.comm(), y);
  if (part == Part::UnitLower)
    for (std::size_t k = 0; k < y.size(); ++k) y[k] += x[k];
  return y;
}

/// Only column of `a`, on every rank. @collective
template <Scalar T>
Vector<T> whole_column(const DistMatrix<T>& a) {
  Vector<T> x(static_cast<std::size_t>(a.rows()));
  a.for_each_run([&](Index il, Index jl, Index i, Index, Index count) {
    for (Index k = 0; k < count; ++k)
      x[static_cast<std::size_t>(i + k)] = static_cast<Wide<T>>(a.local()(il + k, jl));
  });
  sum_over_ranks(a.comm(), x);
  return x;
}

template <class W>
double length(const std::vector<W>& x) {
  double sum = 0;
  for (const W& value : x) sum += std::norm(value);
  return std::sqrt(sum);
}

template <class W>
double largest(const std::vector<W>& x) {
  double most = 0;
  for (const W& value : x)
    most = std::isnan(std::abs(value)) ? NAN : std::max(most, std::abs(value));
  return most;
}

/// Largest of some residuals; NaN if one is.
inline double worst(std::initializer_list<double> residuals) {
  return largest(std::vector<double>(residuals));
}

template <class W>
std::vector<W> difference(std::vector<W> x, const std::vector<W>& y) {
  for (std::size_t k = 0; k < x.size(); ++k) x[k] -= y[k];
  return x;
}

/// |x - y| in units of eps sqrt(n) |y|; NaN if either has one.
template <Scalar T>
double distance(const Vector<T>& x, const Vector<T>& y) {
  const double scale = length(y) * rounding<T> * std::sqrt(static_cast<double>(y.size()));
  const double apart = length(difference(x, y));
  return apart == 0 ? 0 : apart / scale;
}

/// Largest sum of |a(i, j)| over a row. @collective
template <Scalar T>
double norm_inf(const DistMatrix<T>& a, Part part = Part::All) {
  std::vector<double> sums(static_cast<std::size_t>(a.rows()));
  a.for_each_run([&](Index il, Index jl, Index i, Index j, Index count) {
    for (Index k = 0; k < count; ++k) {
      if (part == Part::Hermitian && i + k < j) continue;
      const double value = std::abs(a.local()(il + k, jl));
      sums[static_cast<std::size_t>(i + k)] += value;
      if (part == Part::Hermitian && i + k != j) sums[static_cast<std::size_t>(j)] += value;
    }
  });
  sum_over_ranks(a.comm(), sums);
  return largest(sums);
}

}  // namespace ashlar::bench
