// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace ashlar::local {

/// During its lifetime OpenBLAS uses ASHLAR_NUM_THREADS threads in this rank, if set. The user
/// binds threads. [local]
class BlasThreads {
 public:
  BlasThreads() noexcept;
  BlasThreads(const BlasThreads&) = delete;
  BlasThreads& operator=(const BlasThreads&) = delete;
  ~BlasThreads();

 private:
  int before_ = 0;  // 0: unchanged
};

/// Number of BLAS threads; 1 if unknown. [local]
int blas_threads() noexcept;

}  // namespace ashlar::local
