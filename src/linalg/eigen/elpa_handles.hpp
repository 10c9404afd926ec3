// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <list>
#include <string>

#include <ashlar/mpi/context.hpp>

#include "linalg/fortran/elpa.hpp"

namespace ashlar::detail {

#ifdef ASHLAR_HAS_ELPA

/// Shape for ELPA's setup.
struct ElpaShape {
  int n = 0;
  int wanted = 0;  ///< number of vectors
  int block = 0;
  int local_rows = 0;  ///< leading dimension
  int local_cols = 0;
  int row = 0, col = 0;  ///< of this rank in the grid

  friend bool operator==(const ElpaShape&, const ElpaShape&) = default;
};

/// A cache of ELPA's handles, since each splits the communicator.
class ElpaHandles {
 public:
  explicit ElpaHandles(const mpi::Context& context);
  ElpaHandles(const ElpaHandles&) = delete;
  ElpaHandles& operator=(const ElpaHandles&) = delete;
  ~ElpaHandles();

  static ElpaHandles& of(mpi::CommunicatorView comm);

  /// The reason against ELPA; empty if usable. [same]
  /// @param is_single  in single precision, which ELPA builds may lack
  const std::string& refusal(bool is_single) const {
    return is_single && refusal_.empty() ? single_refusal_ : refusal_;
  }
  void refuse(const std::string& reason) { refusal_ = reason; }

  /// A handle with solver and kernels set.
  /// @throws ArgumentError on all ranks, if ELPA rejects settings
  /// @collective for a new shape
  elpa_t get(const ElpaShape& shape);

 private:
  struct Entry {
    ElpaShape shape;
    elpa_t handle;
  };

  elpa_t make(const ElpaShape& shape) const;

  mpi::CommunicatorView comm_;
  std::string refusal_;
  std::string single_refusal_;
  std::list<Entry> entries_;  // by last use
};

#endif

}  // namespace ashlar::detail
