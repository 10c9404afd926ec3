// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include <ashlar/base/checked_int.hpp>
#include <ashlar/base/concat.hpp>
#include <ashlar/base/error.hpp>

#include "base/tuning.hpp"
#include "conquest.hpp"
#include "linalg/fortran/lapack_spectral.hpp"
#include "linalg/one_rank.hpp"
#include "parts.hpp"

namespace ashlar::detail {
namespace {

template <class R>
void become_identity(local::Tile<R> x) {
  for (Index j = 0; j < x.cols; ++j) {
    std::fill_n(x.at(0, j), x.rows, R(0));
    x(j, j) = R(1);
  }
}

// ?bdsdc, which overwrites d by the singular values. Empty tiles: no vectors.
template <class R>
int call_bdsdc(Bidiagonal<R>& b, local::Tile<R> u, local::Tile<R> vt) {
  const char uplo = 'U', compq = u.empty() ? 'N' : 'I';
  const Index n = static_cast<Index>(b.d.size());
  const int order = checked_int(n, "order of the bidiagonal matrix");
  const int ldu = checked_int(u.ld, "leading dimension"), ldvt = ldu;
  const Index squares = u.empty() ? 0 : 3 * n * n;
  std::vector<R> work(static_cast<std::size_t>(squares + 8 * n));
  std::vector<int> iwork(static_cast<std::size_t>(8 * n));
  int info = 0;
  fortran::bdsdc<R>(&uplo, &compq, &order, b.d.data(), b.e.data(), u.data, &ldu, vt.data, &ldvt,
                    nullptr, nullptr, work.data(), iwork.data(), &info, 1, 1);
  return info;
}

// ?bdsqr with the same arguments.
template <class R>
int call_bdsqr(Bidiagonal<R>& b, local::Tile<R> u, local::Tile<R> vt) {
  const char uplo = 'U';
  const int order = checked_int(static_cast<Index>(b.d.size()), "order of the bidiagonal matrix");
  const int vectors = u.empty() ? 0 : order, none = 0, one = 1;
  const int ldu = checked_int(u.ld, "leading dimension"), ldvt = ldu;
  become_identity(u);
  become_identity(vt);
  std::vector<R> work(static_cast<std::size_t>(8 * b.d.size()));
  int info = 0;
  fortran::bdsqr<R>(&uplo, &order, &vectors, &vectors, &none, b.d.data(), b.e.data(), vt.data,
                    &ldvt, u.data, &ldu, nullptr, &one, work.data(), &info, 1);
  return info;
}

// LAPACK's workspace indices have 32 bits.
constexpr Index most_with_vectors = 20000;

template <class R>
Svd<R> svd_by_rank_zero(mpi::CommunicatorView comm, const Bidiagonal<R>& b, bool with_vectors) {
  const Index n = static_cast<Index>(b.d.size());
  Svd<R> result;
  if (with_vectors) {
    const Layout layout = on_rank_zero({n, n});
    result.u = DistMatrix<R>(comm, layout, {.init = Init::Uninitialized});
    result.vh = DistMatrix<R>(comm, layout, {.init = Init::Uninitialized});
  }
  Bidiagonal<R> work = b;
  work.e.resize(b.d.size());  // not empty for n = 1
  const int info = by_rank_zero(comm, [&] {
    const local::Tile<R> u = with_vectors ? tile_of(result.u) : local::Tile<R>{};
    const local::Tile<R> vt = with_vectors ? tile_of(result.vh) : local::Tile<R>{};
    if (call_bdsdc(work, u, vt) == 0) return 0;
    std::copy(b.d.begin(), b.d.end(), work.d.begin());
    std::copy(b.e.begin(), b.e.end(), work.e.begin());
    return call_bdsqr(work, u, vt);
  });
  if (info != 0)
    throw NotConverged(
        concat("svd: the iteration for the singular values of the bidiagonal matrix did not "
               "converge (?bdsqr returned INFO = ",
               info, ")"));
  result.values = std::move(work.d);
  broadcast(comm, result.values);
  return result;
}

// On all ranks of a node; nullopt if impossible or slower.
template <class R>
std::optional<Svd<R>> svd_together(mpi::CommunicatorView comm, Bidiagonal<R> b) {
  const node::Room& room = node::Room::of(comm);
  if (!room.is_available() || room.ranks() == 1) return std::nullopt;
  if (static_cast<Index>(b.d.size()) < tuning().bidiagonal_svd_from) return std::nullopt;
  R largest = 0;
  for (const R x : b.d) largest = std::max(largest, std::abs(x));
  for (const R x : b.e) largest = std::max(largest, std::abs(x));
  if (largest == 0) return std::nullopt;
  // As in ?bdsdc, which gets these cases: negligible superdiagonal elements split the matrix, and a
  // zero diagonal gives zero poles.
  const R nothing = R(0.9) * std::numeric_limits<R>::epsilon() / 2;
  for (R& x : b.e) {
    x /= largest;
    if (std::abs(x) < nothing) return std::nullopt;
  }
  for (R& x : b.d) {
    x /= largest;
    if (std::abs(x) < nothing) x = std::copysign(nothing, x);
  }
  Conquest<R> conquest(comm, b);
  if (!conquest.is_possible()) return std::nullopt;
  std::optional<Svd<R>> result = conquest.run();
  if (result)
    for (R& value : result->values) value *= largest;
  return result;
}

}  // namespace

template <class R>
Svd<R> svd_of_bidiagonal(mpi::CommunicatorView comm, const Bidiagonal<R>& b, bool with_vectors) {
  const Index n = static_cast<Index>(b.d.size());
  if (!with_vectors) return svd_by_rank_zero(comm, b, false);
  if (n > most_with_vectors)
    throw OverflowError(
        concat("svd: LAPACK's 32 bits do not count the workspace for the vectors of order ", n,
               "; up to ", most_with_vectors, " they do"));
  if (auto result = svd_together(comm, b)) return std::move(*result);
  return svd_by_rank_zero(comm, b, true);
}

#define ASHLAR_INSTANTIATE(R) \
  template Svd<R> svd_of_bidiagonal(mpi::CommunicatorView, const Bidiagonal<R>&, bool)
ASHLAR_INSTANTIATE(float);
ASHLAR_INSTANTIATE(double);
#undef ASHLAR_INSTANTIATE

}  // namespace ashlar::detail
