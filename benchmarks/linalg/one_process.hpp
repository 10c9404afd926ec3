// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <sched.h>

#include <functional>
#include <string>

#include <ashlar/matrix/dist_matrix.hpp>

#include "linalg/setting.hpp"

namespace ashlar::bench {

/// What OpenBLAS calls its kernels here ("Haswell"); "unknown" where BLAS is not OpenBLAS.
std::string openblas_corename();

/// Rank 0 with several threads in OpenBLAS, which may use the processors of all ranks, while the
/// other ranks sleep.
class OneProcess {
 public:
  /// @collective
  explicit OneProcess(const Setting& setting);

  /// Calls `f` on rank 0; threads and affinity are as before when it is done. @collective
  void run(const std::function<void()>& f) const;

  /// Long enough for OpenBLAS's threads, which spin for a while, to fall asleep.
  void settle() const;

  /// Where rank 0 has the whole of a matrix.
  static Layout layout(Shape shape);

 private:
  void run_threaded(const std::function<void()>& f) const;

  mpi::CommunicatorView comm_;
  int threads_;
  cpu_set_t processors_;  // of all ranks of this node
};

}  // namespace ashlar::bench
