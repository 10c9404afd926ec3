// SPDX-License-Identifier: BSD-3-Clause
#include "linalg/routines.hpp"

#include "linalg/eigen_case.hpp"
#include "linalg/products.hpp"
#include "linalg/qr_factor.hpp"
#include "linalg/solvers.hpp"
#include "linalg/svd_case.hpp"

namespace ashlar::bench {

template <Scalar T>
std::vector<TimedRoutine> routines() {
  return {
      {"gemm", 2.0, trials_of<ProductCase<T, Gemm<T>>>},
      {"symm", 2.0, trials_of<ProductCase<T, Symm<T>>>},
      {"syrk", 1.0, trials_of<ProductCase<T, Syrk<T>>>},
      {"trmm", 1.0, trials_of<ProductCase<T, Trmm<T>>>},
      {"trsm", 1.0, trials_of<ProductCase<T, Trsm<T>>>},
      {"lu", 2.0 / 3, trials_of<FactorCase<T, Lu<T>>>},
      {"solve", 2.0 / 3, trials_of<SolveCase<T, Solve<T>>>},
      {"cholesky", 1.0 / 3, trials_of<FactorCase<T, Cholesky<T>>>},
      {"cholesky_solve", 1.0 / 3, trials_of<SolveCase<T, CholeskySolve<T>>>},
      {"mixed_solve", 2.0 / 3, trials_of<SolveCase<T, MixedSolve<T>>>},
      {"qr", 4.0 / 3, trials_of<FactorCase<T, Qr<T>>>},
      {"eig", 4.0, trials_of<EigenCase<T>>},
      {"svd", 20.0 / 3, trials_of<SvdCase<T>>},
  };
}

template std::vector<TimedRoutine> routines<float>();
template std::vector<TimedRoutine> routines<double>();
template std::vector<TimedRoutine> routines<c64>();
template std::vector<TimedRoutine> routines<c128>();

}  // namespace ashlar::bench
