// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <complex>
#include <vector>

#include "oracle.hpp"

// Spectra and determinants by serial LAPACK in complex double precision, for tests of matrices with
// known spectra.

extern "C" {
void zgesvd_(const char* jobu, const char* jobvt, const int* m, const int* n,
             std::complex<double>* a, const int* lda, double* s, std::complex<double>* u,
             const int* ldu, std::complex<double>* vt, const int* ldvt, std::complex<double>* work,
             const int* lwork, double* rwork, int* info, std::size_t, std::size_t);
void zheev_(const char* jobz, const char* uplo, const int* n, std::complex<double>* a,
            const int* lda, double* w, std::complex<double>* work, const int* lwork, double* rwork,
            int* info, std::size_t, std::size_t);
void zgeev_(const char* jobvl, const char* jobvr, const int* n, std::complex<double>* a,
            const int* lda, std::complex<double>* w, std::complex<double>* vl, const int* ldvl,
            std::complex<double>* vr, const int* ldvr, std::complex<double>* work, const int* lwork,
            double* rwork, int* info, std::size_t, std::size_t);
}

namespace ashlar::test {

template <Scalar T>
std::vector<c128> as_c128(const Wide<T>& a) {
  std::vector<c128> values(a.values.size());
  for (std::size_t k = 0; k < values.size(); ++k)
    values[k] = {static_cast<double>(std::real(a.values[k])),
                 static_cast<double>(std::imag(a.values[k]))};
  return values;
}

/// Descending.
template <Scalar T>
std::vector<double> singular_values(const Wide<T>& a) {
  const int m = static_cast<int>(a.shape.rows), n = static_cast<int>(a.shape.cols);
  std::vector<double> s(static_cast<std::size_t>(std::min(m, n)));
  if (s.empty()) return s;
  std::vector<c128> copy = as_c128(a), work(static_cast<std::size_t>(64 * (m + n)));
  std::vector<double> rwork(static_cast<std::size_t>(5 * std::min(m, n)));
  const int one = 1, lwork = static_cast<int>(work.size());
  int info = 0;
  zgesvd_("N", "N", &m, &n, copy.data(), &m, s.data(), nullptr, &one, nullptr, &one, work.data(),
          &lwork, rwork.data(), &info, 1, 1);
  CHECK(info == 0);
  return s;
}

/// Of a Hermitian matrix, ascending.
template <Scalar T>
std::vector<double> hermitian_eigenvalues(const Wide<T>& a) {
  const int n = static_cast<int>(a.shape.rows);
  std::vector<double> w(static_cast<std::size_t>(n));
  if (w.empty()) return w;
  std::vector<c128> copy = as_c128(a), work(static_cast<std::size_t>(64 * n));
  std::vector<double> rwork(static_cast<std::size_t>(3 * n));
  const int lwork = static_cast<int>(work.size());
  int info = 0;
  zheev_("N", "L", &n, copy.data(), &n, w.data(), work.data(), &lwork, rwork.data(), &info, 1, 1);
  CHECK(info == 0);
  return w;
}

/// Of any square matrix, by real part.
template <Scalar T>
std::vector<c128> eigenvalues(const Wide<T>& a) {
  const int n = static_cast<int>(a.shape.rows);
  std::vector<c128> copy = as_c128(a), w(static_cast<std::size_t>(n)),
                    work(static_cast<std::size_t>(64 * n));
  std::vector<double> rwork(static_cast<std::size_t>(2 * n));
  const int lwork = static_cast<int>(work.size()), one = 1;
  int info = 0;
  zgeev_("N", "N", &n, copy.data(), &n, w.data(), nullptr, &one, nullptr, &one, work.data(), &lwork,
         rwork.data(), &info, 1, 1);
  CHECK(info == 0);
  std::sort(w.begin(), w.end(), [](c128 x, c128 y) { return x.real() < y.real(); });
  return w;
}

/// By elimination with partial pivoting in extended precision.
template <Scalar T>
typename Wide<T>::Value determinant(Wide<T> a) {
  typename Wide<T>::Value result = 1;
  const Index n = a.shape.rows;
  for (Index k = 0; k < n; ++k) {
    Index pivot = k;
    for (Index i = k; i < n; ++i)
      if (std::abs(a(i, k)) > std::abs(a(pivot, k))) pivot = i;
    if (pivot != k) {
      for (Index j = 0; j < n; ++j) std::swap(a(pivot, j), a(k, j));
      result = -result;
    }
    result *= a(k, k);
    for (Index i = k + 1; i < n; ++i) {
      const auto factor = a(i, k) / a(k, k);
      for (Index j = k; j < n; ++j) a(i, j) -= factor * a(k, j);
    }
  }
  return result;
}

/// The largest gap between two sorted lists.
inline double gap(const std::vector<double>& a, const std::vector<double>& b) {
  double largest = a.size() == b.size() ? 0 : 1e300;
  for (std::size_t k = 0; k < std::min(a.size(), b.size()); ++k) {
    const double x = std::abs(a[k] - b[k]);
    largest = x <= largest ? largest : x;
  }
  return largest;
}

}  // namespace ashlar::test
