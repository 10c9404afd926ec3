// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string_view>

namespace ashlar {

/// Families of routines that have wishes about layouts.
enum class Routine {
  Gemm,            ///< products: p?gemm, p?symm, p?hemm
  Syrk,            ///< products with a triangle: p?syrk, p?syr2k, p?trmm, p?trsm
  Lu,              ///< p?getrf, p?getrs
  Cholesky,        ///< p?potrf, p?potrs
  Qr,              ///< p?geqrf, p?ormqr
  Ldlt,            ///< ?sytrf, ?hetrf
  SymmetricEigen,  ///< p?syevd, p?heevd
  Eigenvalues,     ///< of a matrix that is not symmetric: ?geev
  Svd,             ///< p?gebrd, p?ormbr
  PivotedQr,       ///< ?geqp3, ?gelsy
};

constexpr std::string_view to_string(Routine routine) {
  constexpr std::string_view names[] = {"gemm", "syrk", "lu",          "cholesky", "qr",
                                        "ldlt", "eig",  "eigenvalues", "svd",      "pivoted-qr"};
  return names[static_cast<int>(routine)];
}

}  // namespace ashlar
