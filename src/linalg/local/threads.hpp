// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace ashlar::local {

/// While it lives, BLAS may use ASHLAR_NUM_THREADS threads of this rank, if that is set and BLAS is
/// one that can be told (OpenBLAS); then as many as before. To which processors they are bound is
/// the user's affair. [local]
class BlasThreads {
 public:
  BlasThreads() noexcept;
  BlasThreads(const BlasThreads&) = delete;
  BlasThreads& operator=(const BlasThreads&) = delete;
  ~BlasThreads();

 private:
  int before_ = 0;  // 0: nothing was changed
};

/// The threads that BLAS uses now; 1 where it does not tell. [local]
int blas_threads() noexcept;

}  // namespace ashlar::local
