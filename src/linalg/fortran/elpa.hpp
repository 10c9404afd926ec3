// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// ELPA's C interface, if CMake found it.

#ifdef ASHLAR_HAS_ELPA
#include <elpa/elpa.h>

#include <ashlar/base/scalar.hpp>

namespace ashlar::fortran {

inline void elpa_solve(elpa_t handle, float* a, float* values, float* z, int* error) {
  elpa_eigenvectors_a_h_a_f(handle, a, values, z, error);
}
inline void elpa_solve(elpa_t handle, double* a, double* values, double* z, int* error) {
  elpa_eigenvectors_a_h_a_d(handle, a, values, z, error);
}
inline void elpa_solve(elpa_t handle, c64* a, float* values, c64* z, int* error) {
  elpa_eigenvectors_a_h_a_fc(handle, a, values, z, error);
}
inline void elpa_solve(elpa_t handle, c128* a, double* values, c128* z, int* error) {
  elpa_eigenvectors_a_h_a_dc(handle, a, values, z, error);
}

inline void elpa_values(elpa_t handle, float* a, float* values, int* error) {
  elpa_eigenvalues_a_h_a_f(handle, a, values, error);
}
inline void elpa_values(elpa_t handle, double* a, double* values, int* error) {
  elpa_eigenvalues_a_h_a_d(handle, a, values, error);
}
inline void elpa_values(elpa_t handle, c64* a, float* values, int* error) {
  elpa_eigenvalues_a_h_a_fc(handle, a, values, error);
}
inline void elpa_values(elpa_t handle, c128* a, double* values, int* error) {
  elpa_eigenvalues_a_h_a_dc(handle, a, values, error);
}

}  // namespace ashlar::fortran
#endif
