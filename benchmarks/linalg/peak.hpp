// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>

#include <ashlar/base/checked_int.hpp>
#include <ashlar/matrix/dist_matrix.hpp>
#include <ashlar/matrix/generate.hpp>

#include "linalg/foreign/blas.hpp"
#include "linalg/setting.hpp"
#include "linalg/trial.hpp"
#include "support/huge_array.hpp"

namespace ashlar::bench {

/// The yardstick: every rank multiplies separate n x k by k x n/P matrices, with k = min(n, 4000),
/// all ranks at once.
template <Scalar T>
class Peak {
 public:
  explicit Peak(const Setting& setting)
      : n_(setting.n),
        k_(std::min<Index>(n_, 4000)),
        cols_(std::max<Index>(1, n_ / setting.comm.size())),
        ranks_(setting.comm.size()),
        ld_n_(detail::owned_ld({n_, k_})),
        ld_k_(detail::owned_ld({k_, cols_})),
        a_(ld_n_ * k_),
        b_(ld_k_ * cols_),
        c_(ld_n_ * cols_) {
    fill(a_.data(), ld_n_ * k_);
    fill(b_.data(), ld_k_ * cols_);
  }

  /// Operations of all ranks; a complex multiplication and addition count as four of each.
  double flops() const {
    return (is_complex<T> ? 8.0 : 2.0) * static_cast<double>(n_) * static_cast<double>(k_) *
           static_cast<double>(cols_) * ranks_;
  }

  Trial trial() {
    return {.name = "peak", .run = [this] { multiply(); }};
  }

 private:
  static void fill(T* data, Index size) {
    const Uniform<T> random(1, -0.5, 0.5);
    for (Index i = 0; i < size; ++i) data[i] = random(i, 0);
  }

  void multiply() {
    const int m = checked_int(n_, "rows"), n = checked_int(cols_, "columns"),
              k = checked_int(k_, "length"), lda = checked_int(ld_n_, "rows"),
              ldb = checked_int(ld_k_, "rows");
    const T one = 1, zero = 0;
    foreign::gemm<T>("N", "N", &m, &n, &k, &one, a_.data(), &lda, b_.data(), &ldb, &zero, c_.data(),
                     &lda, 1, 1);
  }

  Index n_, k_, cols_;
  int ranks_;
  Index ld_n_, ld_k_;
  HugeArray<T> a_, b_, c_;
};

}  // namespace ashlar::bench
