// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <sched.h>

#include <functional>
#include <string>

#include <ashlar/matrix/dist_matrix.hpp>

#include "linalg/setting.hpp"

namespace ashlar::bench {

/// OpenBLAS's name of its kernels on this machine ("Haswell"); "unknown" for another BLAS.
std::string openblas_corename();

/// Rank 0 with several OpenBLAS threads on the processors of all ranks, while the other ranks
/// sleep.
class OneProcess {
 public:
  /// @collective
  explicit OneProcess(const Setting& setting);

  /// Calls `f` on rank 0; restores threads and affinity afterwards. @collective
  void run(const std::function<void()>& f) const;

  /// Waits until OpenBLAS's threads, which spin for a while, are asleep.
  void settle() const;

  /// Layout with the whole matrix on rank 0.
  static Layout layout(Shape shape);

 private:
  void run_threaded(const std::function<void()>& f) const;

  mpi::CommunicatorView comm_;
  int threads_;
  cpu_set_t processors_;  // of all ranks of this node
};

}  // namespace ashlar::bench
