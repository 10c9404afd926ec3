// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>

#include <ashlar/linalg/eigen.hpp>
#include <ashlar/linalg/layout_for.hpp>

#include <ashlar/matrix/compare.hpp>

#include "oracle.hpp"

// Shared parts of the tests of eigenproblems: Hermitian test matrices, ratios in extended
// precision, serial LAPACK.

extern "C" {
void ssyev_(const char*, const char*, const int*, float*, const int*, float*, float*, const int*,
            int*, std::size_t, std::size_t);
void dsyev_(const char*, const char*, const int*, double*, const int*, double*, double*, const int*,
            int*, std::size_t, std::size_t);
void cheev_(const char*, const char*, const int*, ashlar::c64*, const int*, float*, ashlar::c64*,
            const int*, float*, int*, std::size_t, std::size_t);
void zheev_(const char*, const char*, const int*, ashlar::c128*, const int*, double*, ashlar::c128*,
            const int*, double*, int*, std::size_t, std::size_t);
}

namespace ashlar::test {

// ScaLAPACK's tests allow 20 to 250, the most for small matrices.
inline double eigen_limit(Index n) { return n < 10 ? 100 : 30; }

/// Element (i, j) of a random Hermitian matrix.
template <Scalar T>
struct HermitianElement {
  unsigned seed;

  T operator()(Index i, Index j) const {
    const T x = Uniform<T>(seed, -1, 1)(std::max(i, j), std::min(i, j));
    if (i == j) return T(std::real(x));
    return i > j ? x : conjugate(x);
  }
};

/// The same elements in one triangle; NaN in the other, and imaginary parts on the diagonal, which
/// must not be read.
template <Scalar T>
struct OneTriangle {
  HermitianElement<T> whole;
  Uplo uplo;

  T operator()(Index i, Index j) const {
    const bool is_read = uplo == Uplo::Lower ? i >= j : i <= j;
    if (!is_read) return std::numeric_limits<RealOf<T>>::quiet_NaN();
    if constexpr (is_complex<T>)
      if (i == j) return whole(i, j) + T(0, 1);
    return whole(i, j);
  }
};

/// All algorithms for elements of type T. Debian's ELPA has double precision only.
template <Scalar T>
std::vector<Algorithm> eigen_algorithms() {
  std::vector<Algorithm> result = {Algorithm::Automatic, Algorithm::OneRank, Algorithm::ScaLapack};
  if (!has_elpa()) return result;
  const DistMatrix<T> one(world(), Layout({.shape = {1, 1}, .block = {1, 1}, .grid = {1, 1}}));
  try {
    (void)symmetric_eigen(one, {.how = {.algorithm = Algorithm::Elpa}});
    result.push_back(Algorithm::Elpa);
  } catch (const ArgumentError& refused) {
    check_all(world(), sizeof(RealOf<T>) == 4, refused.what());
  }
  return result;
}

/// max |A Z - Z L| / (|A|_inf n eps).
template <Scalar T>
double residual_ratio(const Wide<T>& a, const Wide<T>& z, const std::vector<RealOf<T>>& values) {
  Wide<T> r = product(a, z);
  for (Index j = 0; j < z.shape.cols; ++j)
    for (Index i = 0; i < z.shape.rows; ++i)
      r(i, j) -= z(i, j) * static_cast<long double>(values[static_cast<std::size_t>(j)]);
  const long double size = inf_norm(r);
  const long double scale = inf_norm(a) * static_cast<long double>(a.shape.rows) * eps_of<T>;
  return static_cast<double>(size == 0 ? 0 : size / scale);
}

/// |I - Z^H Z| / (n eps).
template <Scalar T>
double orthogonality_ratio(const Wide<T>& z) {
  Wide<T> r = product(applied(Op::ConjTrans, z), z);
  for (Index j = 0; j < r.shape.cols; ++j) r(j, j) -= static_cast<long double>(1);
  const long double size = inf_norm(r);
  return static_cast<double>(
      size == 0 ? 0 : size / (static_cast<long double>(z.shape.rows) * eps_of<T>));
}

/// max |x - y| / (eps n max(|y|, scale)).
template <class R>
double values_ratio(const std::vector<R>& x, const std::vector<R>& y, long double scale = 0) {
  if (x.size() != y.size()) return std::numeric_limits<double>::infinity();
  long double error = 0, size = scale;
  for (std::size_t k = 0; k < x.size(); ++k) {
    error = larger(error, std::abs(static_cast<long double>(x[k]) - y[k]));
    size = std::max<long double>(size, std::abs(static_cast<long double>(y[k])));
  }
  const auto n = static_cast<long double>(std::max<std::size_t>(1, x.size()));
  return static_cast<double>(error == 0 ? 0 : error / (eps_of<R> * size * n));
}

/// Serial LAPACK's eigenvalues (?syev, ?heev) of a whole matrix.
template <Scalar T>
std::vector<RealOf<T>> lapack_values(const Wide<T>& a) {
  using R = RealOf<T>;
  const int n = static_cast<int>(a.shape.rows), ld = std::max(1, n), lwork = 64 * ld;
  std::vector<T> whole(static_cast<std::size_t>(ld) * static_cast<std::size_t>(ld)),
      work(static_cast<std::size_t>(lwork));
  for (Index j = 0; j < n; ++j)
    for (Index i = 0; i < n; ++i)
      whole[static_cast<std::size_t>(i + j * ld)] = static_cast<T>(a(i, j));
  std::vector<R> values(static_cast<std::size_t>(n)), rwork(static_cast<std::size_t>(3 * ld));
  int info = 0;
  if (n == 0) return values;
  if constexpr (std::same_as<T, float>)
    ssyev_("N", "L", &n, whole.data(), &ld, values.data(), work.data(), &lwork, &info, 1, 1);
  else if constexpr (std::same_as<T, double>)
    dsyev_("N", "L", &n, whole.data(), &ld, values.data(), work.data(), &lwork, &info, 1, 1);
  else if constexpr (std::same_as<T, c64>)
    cheev_("N", "L", &n, whole.data(), &ld, values.data(), work.data(), &lwork, rwork.data(), &info,
           1, 1);
  else
    zheev_("N", "L", &n, whole.data(), &ld, values.data(), work.data(), &lwork, rwork.data(), &info,
           1, 1);
  if (info != 0) values.clear();
  return values;
}

/// Checks values, vectors and layout of a solution of the problem with one matrix against extended
/// precision and the serial values of the requested range.
template <Scalar T>
void check_eigen(const Wide<T>& whole, const Layout& home, const SymmetricEigen<T>& e,
                 const std::vector<RealOf<T>>& expected, const std::string& what) {
  const auto z = gathered(e.vectors);
  const double limit = eigen_limit(whole.shape.rows);
  const double values = values_ratio(e.values, expected, inf_norm(whole) / 8);
  check_all(world(), values < limit, concat("values ", values, " ", what));
  const Index k = static_cast<Index>(e.values.size());
  check_all(world(), e.vectors.layout() == home.with_shape({whole.shape.rows, k}),
            concat("the vectors have the layout ", e.vectors.layout().to_string(), " ", what));
  const double residual = residual_ratio(whole, z, e.values);
  const double orthogonality = orthogonality_ratio(z);
  check_all(world(), residual < limit && orthogonality < limit,
            concat("residual ", residual, ", orthogonality ", orthogonality, " ", what));
}

}  // namespace ashlar::test
