// SPDX-License-Identifier: BSD-3-Clause
#include "linalg/routines.hpp"

#include "linalg/eigen_case.hpp"
#include "linalg/products.hpp"
#include "linalg/qr_factor.hpp"
#include "linalg/solvers.hpp"
#include "linalg/svd_case.hpp"

namespace ashlar::bench {
namespace {

template <class Case>
TimedRoutine row(std::string_view name, double flops_per_cube) {
  const MakeCase make = [](const Setting& setting) -> std::shared_ptr<RoutineCase> {
    return std::make_shared<Case>(setting);
  };
  return {name, flops_per_cube, Case::family, make};
}

}  // namespace

template <Scalar T>
std::vector<TimedRoutine> routines() {
  return {
      row<ProductCase<T, Gemm<T>>>("gemm", 2.0),
      row<ProductCase<T, Symm<T>>>("symm", 2.0),
      row<ProductCase<T, Syrk<T>>>("syrk", 1.0),
      row<ProductCase<T, Trmm<T>>>("trmm", 1.0),
      row<ProductCase<T, Trsm<T>>>("trsm", 1.0),
      row<FactorCase<T, Lu<T>>>("lu", 2.0 / 3),
      row<SolveCase<T, Solve<T>>>("solve", 2.0 / 3),
      row<FactorCase<T, Cholesky<T>>>("cholesky", 1.0 / 3),
      row<SolveCase<T, CholeskySolve<T>>>("cholesky_solve", 1.0 / 3),
      row<SolveCase<T, MixedSolve<T>>>("mixed_solve", 2.0 / 3),
      row<FactorCase<T, Qr<T>>>("qr", 4.0 / 3),
      row<EigenCase<T>>("eig", 4.0),
      row<SvdCase<T>>("svd", 20.0 / 3),
  };
}

template std::vector<TimedRoutine> routines<float>();
template std::vector<TimedRoutine> routines<double>();
template std::vector<TimedRoutine> routines<c64>();
template std::vector<TimedRoutine> routines<c128>();

}  // namespace ashlar::bench
