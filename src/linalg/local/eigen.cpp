// SPDX-License-Identifier: BSD-3-Clause
#include "eigen.hpp"

#include <algorithm>

#include <ashlar/base/checked_int.hpp>

#include "base/instantiate.hpp"
#include "linalg/fortran/lapack_spectral.hpp"

namespace ashlar::local {
namespace {

// Calls a routine for its query and then with its workspaces: call(work, &lwork, iwork, &liwork),
// in complex with rwork and &lrwork in the middle.
template <Scalar T, class Call>
void with_workspaces(Call&& call) {
  std::vector<T> work(1);
  std::vector<RealOf<T>> rwork(1);
  std::vector<int> iwork(1);
  int lwork = -1, lrwork = -1, liwork = -1;
  const auto run = [&] {
    if constexpr (is_complex<T>)
      call(work.data(), &lwork, rwork.data(), &lrwork, iwork.data(), &liwork);
    else call(work.data(), &lwork, iwork.data(), &liwork);
  };
  const auto allocate = [](auto& memory) {
    // Single precision rounds large sizes down.
    constexpr double slack = 1 + 1e-6;
    const double size = static_cast<double>(std::real(memory[0]));
    const int length = checked_int(static_cast<Index>(size * slack) + 1, "workspace of LAPACK");
    memory.resize(static_cast<std::size_t>(length));
    return length;
  };
  run();
  lwork = allocate(work);
  lrwork = allocate(rwork);
  liwork = allocate(iwork);
  run();
}

// The largest workspace of ?syevd, whose query overflows silently.
void check_order(Index n, bool vectors) {
  checked_int(
      vectors ? 1 + detail::checked_product(n, 2 * n + 6, "workspace of LAPACK") : 2 * n + 1,
      "workspace of LAPACK");
}

template <class T>
int square_ld(const Tile<T>& a) {
  return checked_int(std::max<Index>(a.ld, 1), "leading dimension");
}

}  // namespace

template <Scalar T>
int syevd(bool vectors, Tile<T> a, std::vector<RealOf<T>>& values) {
  check_order(a.rows, vectors);
  const char job = vectors ? 'V' : 'N', uplo = 'L';
  const int n = checked_int(a.rows, "order of A"), lda = square_ld(a);
  values.resize(static_cast<std::size_t>(a.rows));
  int info = 0;
  with_workspaces<T>([&](auto... workspaces) {
    fortran::syevd<T>(&job, &uplo, &n, a.data, &lda, values.data(), workspaces..., &info, 1, 1);
  });
  return info;
}

template <Scalar T>
int syevr(Index first, Index last, Tile<T> a, std::vector<RealOf<T>>& values, Tile<T> z) {
  const char job = z.cols > 0 ? 'V' : 'N', range = 'I', uplo = 'L';
  const int n = checked_int(a.rows, "order of A"), lda = square_ld(a), ldz = square_ld(z);
  const int il = checked_int(first + 1, "first eigenvalue");
  const int iu = checked_int(last, "last eigenvalue");
  const RealOf<T> unused = 0, tolerance = 0;
  std::vector<int> support(static_cast<std::size_t>(2 * std::max<Index>(1, a.rows)));
  int info = 0, found = 0;
  values.resize(static_cast<std::size_t>(a.rows));
  with_workspaces<T>([&](auto... workspaces) {
    fortran::syevr<T>(&job, &range, &uplo, &n, a.data, &lda, &unused, &unused, &il, &iu, &tolerance,
                      &found, values.data(), z.data, &ldz, support.data(), workspaces..., &info, 1,
                      1, 1);
  });
  values.resize(static_cast<std::size_t>(info == 0 ? found : 0));
  return info;
}

template <class R>
int sterf(std::vector<R>& d, std::vector<R>& e) {
  const int n = checked_int(static_cast<Index>(d.size()), "order of A");
  int info = 0;
  fortran::sterf<R>(&n, d.data(), e.data(), &info);
  return info;
}

template <Scalar T>
int sygst(int type, Tile<T> a, Tile<const T> b) {
  const char uplo = 'L';
  const int n = checked_int(a.rows, "order of A"), lda = square_ld(a), ldb = square_ld(b);
  int info = 0;
  fortran::sygst<T>(&type, &uplo, &n, a.data, &lda, b.data, &ldb, &info, 1);
  return info;
}

namespace {

// Real ?geev stores a conjugate pair of vectors as real and imaginary part.
template <class R>
void unpack_pairs(const std::vector<std::complex<R>>& values, const std::vector<R>& packed,
                  Tile<std::complex<R>> z) {
  const auto at = [&](Index i, Index j) {
    return packed[static_cast<std::size_t>(i + j * z.rows)];
  };
  for (Index j = 0; j < z.cols; ++j) {
    const bool is_pair = values[static_cast<std::size_t>(j)].imag() != 0 && j + 1 < z.cols;
    for (Index i = 0; i < z.rows; ++i) {
      z(i, j) = {at(i, j), is_pair ? at(i, j + 1) : R(0)};
      if (is_pair) z(i, j + 1) = std::conj(z(i, j));
    }
    if (is_pair) ++j;
  }
}

template <class R>
int real_geev(Tile<R> a, std::vector<std::complex<R>>& values, Tile<std::complex<R>> z) {
  const bool vectors = z.cols > 0;
  const char none = 'N', job = vectors ? 'V' : 'N';
  const int n = checked_int(a.rows, "order of A"), lda = square_ld(a), ldz = std::max(1, n),
            one = 1;
  std::vector<R> re(static_cast<std::size_t>(n)), im(re), packed;
  packed.resize(
      vectors ? static_cast<std::size_t>(detail::checked_product(a.rows, a.rows, "vectors")) : 1);
  int info = 0;
  with_workspaces<R>([&](R* work, const int* lwork, auto...) {
    fortran::geev<R>(&none, &job, &n, a.data, &lda, re.data(), im.data(), nullptr, &one,
                     packed.data(), &ldz, work, lwork, &info, 1, 1);
  });
  values.resize(re.size());
  for (std::size_t k = 0; k < re.size(); ++k) values[k] = {re[k], im[k]};
  if (vectors && info == 0) unpack_pairs(values, packed, z);
  return info;
}

template <class T>
int complex_geev(Tile<T> a, std::vector<T>& values, Tile<T> z) {
  const char none = 'N', job = z.cols > 0 ? 'V' : 'N';
  const int n = checked_int(a.rows, "order of A"), lda = square_ld(a),
            ldz = std::max(square_ld(z), n), one = 1;
  std::vector<RealOf<T>> rwork(static_cast<std::size_t>(2 * n) + 1);
  values.resize(static_cast<std::size_t>(n));
  int info = 0;
  with_workspaces<T>([&](T* work, const int* lwork, auto...) {
    fortran::geev<T>(&none, &job, &n, a.data, &lda, values.data(), nullptr, &one, z.data, &ldz,
                     work, lwork, rwork.data(), &info, 1, 1);
  });
  return info;
}

}  // namespace

template <Scalar T>
int geev(Tile<T> a, std::vector<std::complex<RealOf<T>>>& values, Tile<std::complex<RealOf<T>>> z) {
  if constexpr (is_complex<T>) return complex_geev(a, values, z);
  else return real_geev(a, values, z);
}

template int sterf(std::vector<float>&, std::vector<float>&);
template int sterf(std::vector<double>&, std::vector<double>&);

#define ASHLAR_INSTANTIATE(T)                                                  \
  template int syevd(bool, Tile<T>, std::vector<RealOf<T>>&);                  \
  template int syevr(Index, Index, Tile<T>, std::vector<RealOf<T>>&, Tile<T>); \
  template int sygst(int, Tile<T>, Tile<const T>);                             \
  template int geev(Tile<T>, std::vector<std::complex<RealOf<T>>>&, Tile<std::complex<RealOf<T>>>);
ASHLAR_FOR_ALL_SCALARS(ASHLAR_INSTANTIATE)
#undef ASHLAR_INSTANTIATE

}  // namespace ashlar::local
