// SPDX-License-Identifier: BSD-3-Clause
#include <utility>

#include <ashlar/base/concat.hpp>
#include <ashlar/linalg/eigen.hpp>
#include <ashlar/move/copy.hpp>

#include "base/instantiate.hpp"
#include "linalg/factor.hpp"
#include "linalg/local/eigen.hpp"
#include "linalg/same_options.hpp"

namespace ashlar::detail {

template <Scalar T>
GeneralEigen<T> general_eigen(MatrixView<const T> a, bool vectors, const LinalgOptions& options) {
  const mpi::CollectiveCall call(a.comm(), vectors ? "general_eigen" : "eigenvalues",
                                 mpi::same("A", a), mpi::same("the options", options));
  using Complex = typename GeneralEigen<T>::Complex;
  const Shape shape = a.shape();
  check_square("eigenvalues", shape);
  const Layout home = section_layout(a.layout(), a.section());
  GeneralEigen<T> result;
  const Shape wanted{shape.rows, vectors ? shape.cols : 0};
  DistMatrix<T> whole = gathered_for(Routine::Eigenvalues, "eigenvalues", a, options);
  if (shape.empty()) {
    result.vectors = DistMatrix<Complex>(a.comm(), home.with_shape(wanted));
    return result;
  }
  DistMatrix<Complex> z(a.comm(), on_rank_zero(wanted), {.init = Init::Uninitialized});
  const int info = by_rank_zero(
      a.comm(), [&] { return local::geev(tile_of(whole), result.values, tile_of(z)); });
  if (info > 0)
    throw NotConverged(concat("eigenvalues: LAPACK's QR iteration found only the last ",
                              shape.rows - info, " of ", shape.rows, " eigenvalues"));
  result.values.resize(static_cast<std::size_t>(shape.rows));
  broadcast(a.comm(), result.values);
  result.vectors = redistribute(z, home.with_shape(wanted));
  return result;
}

#define ASHLAR_INSTANTIATE(T) \
  template GeneralEigen<T> general_eigen(MatrixView<const T>, bool, const LinalgOptions&);
ASHLAR_FOR_ALL_SCALARS(ASHLAR_INSTANTIATE)
#undef ASHLAR_INSTANTIATE

}  // namespace ashlar::detail
