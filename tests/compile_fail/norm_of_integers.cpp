// SPDX-License-Identifier: BSD-3-Clause
// Linear algebra supports the types of BLAS only.
// error: convert<double>\(a\) makes
#include <ashlar/linalg/norm.hpp>

using namespace ashlar;

double size_of_numbers(const DistMatrix<int>& a, const DistMatrix<double>& b) {
#ifdef MISTAKE
  return norm(a, Norm::Frobenius) + norm(b, Norm::Frobenius);
#else
  (void)a;
  return norm(b, Norm::Frobenius);
#endif
}
