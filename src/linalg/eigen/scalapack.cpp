// SPDX-License-Identifier: BSD-3-Clause
#include <utility>

#include <ashlar/base/error.hpp>
#include <ashlar/move/copy.hpp>

#include "base/instantiate.hpp"
#include "linalg/factor.hpp"
#include "linalg/fortran/scalapack.hpp"
#include "linalg/local/eigen.hpp"
#include "linalg/one_rank.hpp"
#include "linalg/workspace.hpp"
#include "task.hpp"

// The steps of p?syevd, whose workspace query is too small, and which drops two error codes.

namespace ashlar::detail {
namespace {

constexpr char uplo = 'L';

// Runs a routine without INFO > 0.
template <Scalar T, class Call>
void run(const DistMatrix<T>& a, const char* routine, Call&& call) {
  const int info = with_agreed_workspace<T>(a.comm(), a.coord().has_value(), 0, call);
  (void)agreed_outcome(a.comm(), info, routine);
}

template <Scalar T>
struct Tridiagonal {
  std::vector<ashlar::RealOf<T>> d, e;  // complete on every rank
  std::vector<T> tau;                   // of local columns
};

// A = Q T Q^H, with Q's reflectors in the lower triangle of `a`.
template <Scalar T>
Tridiagonal<T> reduced(DistMatrix<T>& a) {
  const auto f = fortran_matrix(a);
  const int n = checked_int(a.rows(), "order of A");
  const auto count = static_cast<std::size_t>(a.local_cols() + 1);
  std::vector<ashlar::RealOf<T>> d(count), e(count);
  Tridiagonal<T> result;
  result.tau.resize(count);
  run(a, "p?sytrd", [&](T* work, const int* lwork, int* info) {
    fortran::psytrd<T>(&uplo, &n, f.data, &f.row, &f.col, f.descriptor.data(), d.data(), e.data(),
                       result.tau.data(), work, lwork, info, 1);
  });
  // Equal in all process rows.
  std::vector<ashlar::RealOf<T>> both(static_cast<std::size_t>(2 * n));
  if (a.coord() && a.coord()->row == 0)
    for (Index jl = 0; jl < a.local_cols(); ++jl) {
      const Index j = a.global_col(jl);
      both[static_cast<std::size_t>(j)] = d[static_cast<std::size_t>(jl)];
      if (j + 1 < n) both[static_cast<std::size_t>(n + j)] = e[static_cast<std::size_t>(jl)];
    }
  sum_over(a.comm(), both);
  result.d.assign(both.begin(), both.begin() + n);
  result.e.assign(both.begin() + n, both.end());
  return result;
}

template <Scalar T>
void values_of(mpi::CommunicatorView comm, Tridiagonal<T>& t) {
  const int info = by_rank_zero(comm, [&] { return local::sterf(t.d, t.e); });
  if (info != 0)
    throw NotConverged(
        concat("symmetric_eigen: LAPACK's ?sterf gave up on ", info, " off-diagonal elements"));
  broadcast(comm, t.d);
}

// Values into t.d, and the vectors of T. The workspace is computed here: p?stedc queries 6n + 2 np
// nq, but calls p?lasrt, which needs np (nb + nq), and n + 2 nb + 2 npcol integers. p?stedc also
// reads its output Q, so Q and the workspace must be zero.
template <Scalar T>
DistMatrix<ashlar::RealOf<T>> vectors_of(const DistMatrix<T>& a, Tridiagonal<T>& t) {
  using R = ashlar::RealOf<T>;
  DistMatrix<R> q(a.comm(), a.layout(), {.init = Init::Zero});
  const auto f = fortran_matrix(q);
  const int n = checked_int(a.rows(), "order of A");
  const Index nb = a.layout().rows().block;
  const Index np = a.local_rows() + nb, nq = a.local_cols() + nb;
  const int lwork = agreed_workspace(a.comm(), 8 * a.rows() + np * (2 * nq + nb) + 1);
  const int liwork =
      agreed_workspace(a.comm(), 8 * a.rows() + 2 * nb + 10 * a.layout().grid().cols + 3);
  int info = 0;
  if (f.is_in_grid) {
    std::vector<R> work(static_cast<std::size_t>(lwork));
    std::vector<int> iwork(static_cast<std::size_t>(liwork));
    const char whole = 'I';
    fortran::pstedc<R>(&whole, &n, t.d.data(), t.e.data(), f.data, &f.row, &f.col,
                       f.descriptor.data(), work.data(), &lwork, iwork.data(), &liwork, &info, 1);
  }
  if (!agreed_outcome(a.comm(), info, "p?stedc").ok())
    throw NotConverged("symmetric_eigen: ScaLAPACK's p?stedc gave up; try algorithm one-rank");
  broadcast(a.comm(), t.d);
  return q;
}

template <Scalar T>
DistMatrix<T> as_type(DistMatrix<ashlar::RealOf<T>>&& q) {
  if constexpr (is_complex<T>) return redistribute<T>(q, q.layout());
  else return std::move(q);
}

// z := Q z for columns `part`.
template <Scalar T>
void transform_back(const DistMatrix<T>& a, const std::vector<T>& tau, DistMatrix<T>& z,
                    Range part) {
  const auto f = fortran_matrix(std::as_const(a));
  const auto c = fortran_matrix(z);
  const char left = 'L', none = 'N';
  const int n = checked_int(a.rows(), "order of A");
  const int columns = checked_int(part.size(), "number of eigenvectors");
  const int first = checked_int(part.first + 1, "first eigenvector");
  run(a, "p?ormtr", [&](T* work, const int* lwork, int* info) {
    fortran::pormtr<T>(&left, &uplo, &none, &n, &columns, f.data, &f.row, &f.col,
                       f.descriptor.data(), tau.data(), c.data, &c.row, &first, c.descriptor.data(),
                       work, lwork, info, 1, 1, 1);
  });
}

}  // namespace

template <Scalar T>
EigenSolution<T> eigen_by_scalapack(EigenTask<T>& task) {
  EigenSolution<T> result;
  Tridiagonal<T> t = reduced(task.a);
  if (task.vectors) result.z = as_type<T>(vectors_of(task.a, t));
  else values_of(task.a.comm(), t);
  result.values = std::move(t.d);
  result.select(task);
  if (!result.columns.empty() && task.a.rows() > 1)
    transform_back(task.a, t.tau, result.z, result.columns);
  return result;
}

#define ASHLAR_INSTANTIATE(T) template EigenSolution<T> eigen_by_scalapack(EigenTask<T>&);
ASHLAR_FOR_ALL_SCALARS(ASHLAR_INSTANTIATE)
#undef ASHLAR_INSTANTIATE

}  // namespace ashlar::detail
