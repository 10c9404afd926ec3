// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>

#include <ashlar/base/checked_int.hpp>
#include <ashlar/base/concat.hpp>
#include <ashlar/base/error.hpp>

#include "base/instantiate.hpp"
#include "linalg/fortran/lapack_spectral.hpp"
#include "linalg/one_rank.hpp"
#include "linalg/workspace.hpp"
#include "parts.hpp"

namespace ashlar::detail {
namespace {

char job_of(SvdVectors vectors) {
  return vectors == SvdVectors::Values ? 'N' : vectors == SvdVectors::Thin ? 'S' : 'A';
}

// Real workspace of complex ?gesdd: the maximum over LAPACK's releases.
std::size_t real_workspace(Index m, Index n, bool with_vectors) {
  if (!with_vectors) return static_cast<std::size_t>(7 * n);
  return static_cast<std::size_t>(std::max(5 * n * n + 7 * n, 2 * m * n + 2 * n * n + n));
}

template <Scalar T>
int call_gesdd(SvdVectors vectors, local::Tile<T> a, std::vector<ashlar::RealOf<T>>& values,
               local::Tile<T> u, local::Tile<T> vh) {
  const char job = job_of(vectors);
  const int m = checked_int(a.rows, "rows of A"), n = checked_int(a.cols, "columns of A");
  const int lda = checked_int(a.ld, "leading dimension"),
            ldu = checked_int(u.ld, "leading dimension"),
            ldvh = checked_int(vh.ld, "leading dimension");
  std::vector<int> iwork(static_cast<std::size_t>(8 * a.cols));
  std::vector<ashlar::RealOf<T>> rwork;
  if constexpr (is_complex<T>)
    rwork.resize(real_workspace(a.rows, a.cols, vectors != SvdVectors::Values));
  return with_workspace<T>(a.rows, [&](T* work, const int* lwork, int* info) {
    if constexpr (is_complex<T>)
      fortran::gesdd<T>(&job, &m, &n, a.data, &lda, values.data(), u.data, &ldu, vh.data, &ldvh,
                        work, lwork, rwork.data(), iwork.data(), info, 1);
    else
      fortran::gesdd<T>(&job, &m, &n, a.data, &lda, values.data(), u.data, &ldu, vh.data, &ldvh,
                        work, lwork, iwork.data(), info, 1);
  });
}

}  // namespace

template <Scalar T>
Svd<T> svd_on_rank_zero(DistMatrix<T> a, SvdVectors vectors) {
  const auto [m, n] = a.shape();
  Svd<T> result;
  result.algorithm = Algorithm::OneRank;
  result.values.resize(static_cast<std::size_t>(n));
  if (vectors != SvdVectors::Values) {
    result.u = DistMatrix<T>(a.comm(), on_rank_zero({m, columns_of_u(a.shape(), vectors)}),
                             {.init = Init::Uninitialized});
    result.vh = DistMatrix<T>(a.comm(), on_rank_zero({n, n}), {.init = Init::Uninitialized});
  }
  const int info = by_rank_zero(a.comm(), [&] {
    if (vectors == SvdVectors::Values)
      return call_gesdd<T>(vectors, tile_of(a), result.values, {}, {});
    return call_gesdd(vectors, tile_of(a), result.values, tile_of(result.u), tile_of(result.vh));
  });
  if (info != 0)
    throw NotConverged(
        concat("svd: LAPACK's divide and conquer did not converge (?gesdd returned INFO = ", info,
               "); algorithm scalapack falls back on QR iteration"));
  broadcast(a.comm(), result.values);
  return result;
}

#define ASHLAR_INSTANTIATE(T) template Svd<T> svd_on_rank_zero(DistMatrix<T>, SvdVectors);
ASHLAR_FOR_ALL_SCALARS(ASHLAR_INSTANTIATE)
#undef ASHLAR_INSTANTIATE

}  // namespace ashlar::detail
