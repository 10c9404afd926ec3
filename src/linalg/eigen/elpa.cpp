// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/base/checked_int.hpp>
#include <ashlar/base/concat.hpp>
#include <ashlar/move/mirror.hpp>
#include <ashlar/mpi/agree.hpp>

#include "base/instantiate.hpp"
#include "elpa_handles.hpp"
#include "task.hpp"

namespace ashlar {

#ifdef ASHLAR_HAS_ELPA

namespace detail {
namespace {

template <Scalar T>
ElpaShape shape_of(const DistMatrix<T>& a, Index wanted) {
  return {.n = checked_int(a.rows(), "order of A"),
          .wanted = checked_int(wanted, "number of eigenvectors"),
          .block = checked_int(a.layout().rows().block, "block size"),
          .local_rows = checked_int(a.lld(), "leading dimension"),
          .local_cols = checked_int(a.local_cols(), "local columns"),
          .row = a.coord()->row,
          .col = a.coord()->col};
}

}  // namespace

const std::string& elpa_refusal(mpi::CommunicatorView comm, bool is_single) {
  return ElpaHandles::of(comm).refusal(is_single);
}

void refuse_elpa(mpi::CommunicatorView comm, const std::string& reason) {
  ElpaHandles::of(comm).refuse(reason);
}

template <Scalar T>
EigenSolution<T> eigen_by_elpa(EigenTask<T>& task) {
  DistMatrix<T>& a = task.a;
  const Index n = a.rows();
  // ELPA computes the first eigenvalues or all.
  const Index wanted = task.range.kind == EigenRange::Kind::Indices ? task.range.last : n;
  EigenSolution<T> result;
  if (wanted == 0) return result;
  ElpaHandles& handles = ElpaHandles::of(a.comm());
  mirror_into(a, a, Uplo::Lower);  // ELPA reads both triangles
  const elpa_t handle = handles.get(shape_of(a, wanted));
  result.values.resize(static_cast<std::size_t>(n));
  int error = ELPA_OK;
  if (task.vectors) {
    result.z = DistMatrix<T>(a.comm(), a.layout(), {.init = Init::Uninitialized});
    fortran::elpa_solve(handle, a.local().data, result.values.data(), result.z.local().data,
                        &error);
  } else {
    fortran::elpa_values(handle, a.local().data, result.values.data(), &error);
  }
  const mpi::CommunicatorView comm = mpi::Context::of(a.comm()).comm();
  mpi::together(comm, [&] {
    if (error != ELPA_OK)
      throw NotConverged(concat("symmetric_eigen: ELPA failed with its error ", error));
  });
  broadcast(a.comm(), result.values);
  result.values.resize(static_cast<std::size_t>(wanted));
  const Range part = indices_in(task.range, result.values);
  result.values = cut(result.values, part);
  result.first = part.first;
  result.columns = task.vectors ? part : Range{};
  return result;
}

}  // namespace detail

#else

namespace detail {

const std::string& elpa_refusal(mpi::CommunicatorView, bool) {
  static const std::string reason = "this library was built without ELPA";
  return reason;
}

void refuse_elpa(mpi::CommunicatorView, const std::string&) {}

template <Scalar T>
EigenSolution<T> eigen_by_elpa(EigenTask<T>& task) {
  throw ArgumentError(elpa_refusal(task.a.comm(), false));
}

}  // namespace detail

#endif

namespace detail {
#define ASHLAR_INSTANTIATE(T) template EigenSolution<T> eigen_by_elpa(EigenTask<T>&);
ASHLAR_FOR_ALL_SCALARS(ASHLAR_INSTANTIATE)
#undef ASHLAR_INSTANTIATE
}  // namespace detail

}  // namespace ashlar
