// SPDX-License-Identifier: BSD-3-Clause
#include "finite.hpp"

#include <cmath>
#include <limits>

#include <ashlar/base/expect.hpp>
#include <ashlar/matrix/compare.hpp>
#include <ashlar/move/copy.hpp>
#include <ashlar/mpi/check.hpp>
#include <ashlar/mpi/context.hpp>

namespace ashlar::detail {
namespace {

template <Scalar T>
bool is_finite(T x) {
  if constexpr (is_complex<T>) return std::isfinite(x.real()) && std::isfinite(x.imag());
  else return std::isfinite(x);
}

constexpr Index nowhere = std::numeric_limits<Index>::max();

// Position of this rank's first bad element, counted column by column in the whole matrix. The
// matrix fits ScaLAPACK, so that rows * cols fits an Index.
template <Scalar T>
Index first_bad(const DistMatrix<T>& a) {
  const LocalView<const T> local = a.local();
  for (Index jl = 0; jl < local.cols; ++jl)
    for (Index il = 0; il < local.rows; ++il)
      if (!is_finite(local(il, jl))) return a.global_col(jl) * a.rows() + a.global_row(il);
  return nowhere;
}

}  // namespace

template <Scalar T>
void check_finite(const DistMatrix<T>& a, const char* function, const char* name) {
  if (all_finite(a)) return;
  Index place = first_bad(a);
  mpi::check(MPI_Allreduce(MPI_IN_PLACE, &place, 1, MPI_INT64_T, MPI_MIN,
                           mpi::Context::of(a.comm()).comm().native()),
             "MPI_Allreduce");
  throw ArgumentError(concat(function, ": ", name, "(", place % a.rows(), ", ", place / a.rows(),
                             ") is NaN or infinite; the solvers take finite numbers only"));
}

template <Scalar T>
void check_finite(MatrixView<const T> a, const char* function, const char* name) {
  if (all_finite(a)) return;
  check_finite(redistribute(a, a.layout().with_shape(a.shape())), function, name);
}

#define ASHLAR_INSTANTIATE(T)                                                 \
  template void check_finite(const DistMatrix<T>&, const char*, const char*); \
  template void check_finite(MatrixView<const T>, const char*, const char*);
ASHLAR_INSTANTIATE(float)
ASHLAR_INSTANTIATE(double)
ASHLAR_INSTANTIATE(c64)
ASHLAR_INSTANTIATE(c128)
#undef ASHLAR_INSTANTIATE

}  // namespace ashlar::detail
