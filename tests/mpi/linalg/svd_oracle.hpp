// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <limits>
#include <vector>

#include <ashlar/linalg/svd.hpp>

#include "oracle.hpp"

// Oracles of the singular value decomposition: serial LAPACK's values, and the ratios of
// ScaLAPACK's tests.

extern "C" {
void dgesvd_(const char*, const char*, const int*, const int*, double*, const int*, double*,
             double*, const int*, double*, const int*, double*, const int*, int*, std::size_t,
             std::size_t);
void zgesvd_(const char*, const char*, const int*, const int*, std::complex<double>*, const int*,
             double*, std::complex<double>*, const int*, std::complex<double>*, const int*,
             std::complex<double>*, const int*, double*, int*, std::size_t, std::size_t);
}

namespace ashlar::test {

/// The singular values by LAPACK's QR iteration in double.
template <Scalar T>
std::vector<double> serial_values(const Wide<T>& a) {
  const int m = static_cast<int>(a.shape.rows), n = static_cast<int>(a.shape.cols);
  const int k = std::min(m, n), lda = std::max(m, 1), one = 1, lwork = 8 * (m + n) + 64;
  std::vector<double> values(static_cast<std::size_t>(k));
  if (k == 0) return values;
  int info = 0;
  if constexpr (is_complex<T>) {
    std::vector<c128> copy(a.values.begin(), a.values.end()), work(static_cast<std::size_t>(lwork));
    copy.emplace_back();  // zgemv of OpenBLAS 0.3.21 reads an element behind A
    std::vector<double> rwork(static_cast<std::size_t>(5 * k));
    zgesvd_("N", "N", &m, &n, copy.data(), &lda, values.data(), nullptr, &one, nullptr, &one,
            work.data(), &lwork, rwork.data(), &info, 1, 1);
  } else {
    std::vector<double> copy(a.values.begin(), a.values.end()),
        work(static_cast<std::size_t>(lwork));
    dgesvd_("N", "N", &m, &n, copy.data(), &lda, values.data(), nullptr, &one, nullptr, &one,
            work.data(), &lwork, &info, 1, 1);
  }
  return values;
}

template <Scalar T>
long double one_norm(const Wide<T>& a) {
  return inf_norm(applied(Op::Trans, a));
}

/// |I - X^H X| / (n eps), or of X X^H, in the 1-norm.
template <Scalar T>
double orthogonality(const Wide<T>& x, bool of_rows) {
  const Wide<T> h = applied(Op::ConjTrans, x);
  Wide<T> gram = of_rows ? product(x, h) : product(h, x);
  for (Index k = 0; k < gram.shape.rows; ++k) gram(k, k) -= 1;
  const Index largest = std::max<Index>(1, std::max(x.shape.rows, x.shape.cols));
  return static_cast<double>(one_norm(gram) / (static_cast<long double>(largest) * eps_of<T>));
}

/// |A - U S V^H| / (|A| max(m, n) eps) in the 1-norm.
template <Scalar T>
double reconstruction(const Wide<T>& a, const Wide<T>& u, const std::vector<RealOf<T>>& s,
                      const Wide<T>& vh) {
  const Index k = static_cast<Index>(s.size());
  Wide<T> left({u.shape.rows, k}), right({k, vh.shape.cols});
  for (Index j = 0; j < k; ++j)
    for (Index i = 0; i < left.shape.rows; ++i)
      left(i, j) = u(i, j) * static_cast<long double>(s[static_cast<std::size_t>(j)]);
  for (Index j = 0; j < right.shape.cols; ++j)
    for (Index i = 0; i < k; ++i) right(i, j) = vh(i, j);
  Wide<T> rest = product(left, right);
  for (std::size_t i = 0; i < rest.values.size(); ++i) rest.values[i] -= a.values[i];
  const long double size = one_norm(a);
  const Index largest = std::max<Index>(1, std::max(a.shape.rows, a.shape.cols));
  const long double error = one_norm(rest);
  if (error == 0) return 0;
  return static_cast<double>(error / (size * static_cast<long double>(largest) * eps_of<T>));
}

/// Largest |s - oracle| / (s_1 max(m, n) eps); NaN if a value is NaN.
template <Scalar T>
double value_error(const std::vector<RealOf<T>>& s, const std::vector<double>& oracle, Shape a) {
  long double worst = 0;
  for (std::size_t k = 0; k < s.size(); ++k)
    worst = larger(worst, std::abs(static_cast<long double>(s[k]) - oracle[k]));
  if (worst == 0) return 0;
  return static_cast<double>(
      worst / (oracle[0] * eps_of<T> * static_cast<long double>(std::max(a.rows, a.cols))));
}

}  // namespace ashlar::test
