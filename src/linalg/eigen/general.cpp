// SPDX-License-Identifier: BSD-3-Clause
#include <utility>

#include <ashlar/base/expect.hpp>
#include <ashlar/linalg/general_eigen.hpp>
#include <ashlar/linalg/layout_for.hpp>
#include <ashlar/move/copy.hpp>

#include "base/instantiate.hpp"
#include "linalg/factor.hpp"
#include "linalg/finite.hpp"
#include "linalg/local/eigen.hpp"
#include "linalg/one_rank.hpp"
#include "linalg/same_options.hpp"
#include "task.hpp"

namespace ashlar::detail {

template <Scalar T>
GeneralEigen<T> general_eigen(MatrixView<const T> a, bool vectors, const LinalgOptions& options) {
  const mpi::CollectiveCall call(a.comm(), vectors ? "general_eigen" : "eigenvalues",
                                 mpi::same("A", a), mpi::same("the options", options));
  using Complex = typename GeneralEigen<T>::Complex;
  const Shape shape = a.shape();
  check_square("eigenvalues", shape);
  const LayoutAdvice advice =
      layout_for(Routine::Eigenvalues, shape, machine_of(a.comm()), options.algorithm);
  const Layout home = section_layout(a.layout(), a.section());
  if (options.note)
    *options.note +=
        concat("eigenvalues by ", to_string(advice.algorithm), ": ", advice.reason, ".\n");
  GeneralEigen<T> result;
  const Shape wanted{shape.rows, vectors ? shape.cols : 0};
  if (shape.empty()) {
    result.vectors = DistMatrix<Complex>(a.comm(), home.with_shape(wanted));
    return result;
  }
  DistMatrix<T> whole = redistribute(a, advice.layout);
  check_finite(whole, "eigenvalues", "A");
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
