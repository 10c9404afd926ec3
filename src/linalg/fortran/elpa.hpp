// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// ELPA's C interface, if CMake found it.

#ifdef ASHLAR_HAS_ELPA
#include <elpa/elpa.h>

#include "pick.hpp"

namespace ashlar::fortran {

template <Scalar T>
inline constexpr auto elpa_solve = pick<T>(elpa_eigenvectors_a_h_a_f, elpa_eigenvectors_a_h_a_d,
                                           elpa_eigenvectors_a_h_a_fc, elpa_eigenvectors_a_h_a_dc);
template <Scalar T>
inline constexpr auto elpa_values = pick<T>(elpa_eigenvalues_a_h_a_f, elpa_eigenvalues_a_h_a_d,
                                            elpa_eigenvalues_a_h_a_fc, elpa_eigenvalues_a_h_a_dc);

}  // namespace ashlar::fortran
#endif
