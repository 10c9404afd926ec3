// SPDX-License-Identifier: BSD-3-Clause
#include "linalg/one_rank.hpp"
#include "base/instantiate.hpp"
#include "linalg/local/eigen.hpp"
#include "task.hpp"

namespace ashlar::detail {
namespace {

// ?syevr is faster than divide and conquer up to 1 / few of the spectrum.
constexpr Index few = 3;

void check_info(int info, const char* routine) {
  if (info == 0) return;
  throw NotConverged(concat("symmetric_eigen: LAPACK's ", routine, " gave up (INFO = ", info,
                            "); ask for the whole spectrum, or for another algorithm"));
}

template <Scalar T>
EigenSolution<T> solve_part(EigenTask<T>& task, Range part) {
  const mpi::CommunicatorView comm = task.a.comm();
  EigenSolution<T> result;
  result.first = part.first;
  result.columns = {0, task.vectors ? part.size() : 0};
  result.z = DistMatrix<T>(comm, on_rank_zero({task.a.rows(), result.columns.size()}),
                           {.init = Init::Uninitialized});
  const int info = by_rank_zero(comm, [&] {
    return local::syevr(part.first, part.last, tile_of(task.a), result.values, tile_of(result.z));
  });
  check_info(info, "?syevr");
  result.values.resize(static_cast<std::size_t>(part.size()));
  broadcast(comm, result.values);
  return result;
}

}  // namespace

template <Scalar T>
EigenSolution<T> eigen_by_one_rank(EigenTask<T>& task) {
  const mpi::CommunicatorView comm = task.a.comm();
  const Index n = task.a.rows();
  const Range wanted{task.range.first, task.range.last};
  if (task.range.kind == EigenRange::Kind::Indices && !wanted.empty() && wanted.size() * few <= n)
    return solve_part(task, wanted);
  EigenSolution<T> result;
  const int info = by_rank_zero(
      comm, [&] { return local::syevd(task.vectors, tile_of(task.a), result.values); });
  check_info(info, "?syevd");
  result.values.resize(static_cast<std::size_t>(n));
  broadcast(comm, result.values);
  result.select(task);
  if (task.vectors) result.z = std::move(task.a);
  return result;
}

#define ASHLAR_INSTANTIATE(T) template EigenSolution<T> eigen_by_one_rank(EigenTask<T>&);
ASHLAR_FOR_ALL_SCALARS(ASHLAR_INSTANTIATE)
#undef ASHLAR_INSTANTIATE

}  // namespace ashlar::detail
