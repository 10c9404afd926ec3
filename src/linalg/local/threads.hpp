// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace ashlar::local {

/// Lets BLAS use ASHLAR_NUM_THREADS threads in this rank during its lifetime, if the variable is
/// set and BLAS is OpenBLAS; then restores the number. Binding of threads is left to the user.
/// [local]
class BlasThreads {
 public:
  BlasThreads() noexcept;
  BlasThreads(const BlasThreads&) = delete;
  BlasThreads& operator=(const BlasThreads&) = delete;
  ~BlasThreads();

 private:
  int before_ = 0;  // 0: unchanged
};

/// Number of BLAS threads; 1 if BLAS has no query. [local]
int blas_threads() noexcept;

}  // namespace ashlar::local
