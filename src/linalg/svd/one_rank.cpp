// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include <ashlar/base/checked_int.hpp>
#include <ashlar/base/concat.hpp>
#include <ashlar/base/error.hpp>

#include "base/finite.hpp"
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
int call_gesdd(SvdVectors vectors, local::Tile<T> a, ashlar::RealOf<T>* values, local::Tile<T> u,
               local::Tile<T> vh) {
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
      fortran::gesdd<T>(&job, &m, &n, a.data, &lda, values, u.data, &ldu, vh.data, &ldvh, work,
                        lwork, rwork.data(), iwork.data(), info, 1);
    else
      fortran::gesdd<T>(&job, &m, &n, a.data, &lda, values, u.data, &ldu, vh.data, &ldvh, work,
                        lwork, iwork.data(), info, 1);
  });
}

// The modulus of the largest element, or a lower bound if it overflows; nullopt unless all elements
// are finite.
template <Scalar T>
std::optional<ashlar::RealOf<T>> largest_in(local::Tile<const T> a) {
  ashlar::RealOf<T> largest = 0;
  for (Index j = 0; j < a.cols; ++j) {
    if (!are_finite(a.at(0, j), a.rows)) return std::nullopt;
    for (Index i = 0; i < a.rows; ++i) largest = std::max(largest, std::abs(a(i, j)));
  }
  return std::min(largest, std::numeric_limits<ashlar::RealOf<T>>::max());
}

// INFO of a matrix that is not finite.
template <class R>
constexpr R not_finite = std::numeric_limits<R>::infinity();

// Decomposes A by ?gesdd and returns INFO.
template <Scalar T>
ashlar::RealOf<T> decompose(local::Tile<T> a, SvdVectors vectors, ashlar::RealOf<T>* values,
                            DistMatrix<T>& u, DistMatrix<T>& vh) {
  using R = ashlar::RealOf<T>;
  const auto largest = largest_in<T>(a);
  if (!largest) return not_finite<R>;
  const int exponent = scale(LocalView<T>{a.data, a.rows, a.cols, 1, a.ld}, *largest);
  const bool with_vectors = vectors != SvdVectors::Values;
  const int info = call_gesdd<T>(vectors, a, values, with_vectors ? tile_of(u) : local::Tile<T>{},
                                 with_vectors ? tile_of(vh) : local::Tile<T>{});
  if (exponent != 0)
    std::for_each_n(values, a.cols, [&](R& value) { value = std::ldexp(value, -exponent); });
  return static_cast<R>(info);
}

}  // namespace

template <Scalar T>
std::optional<Svd<T>> svd_on_rank_zero(DistMatrix<T> a, SvdVectors vectors) {
  using R = ashlar::RealOf<T>;
  const auto [m, n] = a.shape();
  Svd<T> result;
  result.algorithm = Algorithm::OneRank;
  if (vectors != SvdVectors::Values) {
    result.u = DistMatrix<T>(a.comm(), on_rank_zero({m, columns_of_u(a.shape(), vectors)}),
                             {.init = Init::Uninitialized});
    result.vh = DistMatrix<T>(a.comm(), on_rank_zero({n, n}), {.init = Init::Uninitialized});
  }
  // Singular values, and INFO in the same message.
  result.values.resize(static_cast<std::size_t>(n + 1));
  call_on_rank_zero(a.comm(), [&] {
    result.values.back() =
        decompose(tile_of(a), vectors, result.values.data(), result.u, result.vh);
  });
  broadcast(a.comm(), result.values);
  const R info = result.values.back();
  result.values.pop_back();
  if (info == not_finite<R>) return std::nullopt;
  if (info != 0)
    throw NotConverged(
        concat("svd: LAPACK's divide and conquer did not converge (?gesdd returned INFO = ",
               static_cast<int>(info), "); algorithm scalapack falls back on QR iteration"));
  return result;
}

#define ASHLAR_INSTANTIATE(T) \
  template std::optional<Svd<T>> svd_on_rank_zero(DistMatrix<T>, SvdVectors);
ASHLAR_FOR_ALL_SCALARS(ASHLAR_INSTANTIATE)
#undef ASHLAR_INSTANTIATE

}  // namespace ashlar::detail
