// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>

#include <ashlar/layout/layout.hpp>
#include <ashlar/linalg/layout_for.hpp>

#include "linalg/setting.hpp"
#include "linalg/trial.hpp"

namespace ashlar::bench {

/// The user's operands of a routine, and the trials on them. All functions are collective.
class RoutineCase {
 public:
  RoutineCase() = default;
  RoutineCase(const RoutineCase&) = delete;
  RoutineCase& operator=(const RoutineCase&) = delete;
  virtual ~RoutineCase() = default;

  virtual Trial ours(Algorithm, const Layout& advised) = 0;  ///< without `run` if unsupported
  virtual Trial scalapack(const Layout&) = 0;                ///< on matrices with this layout
  virtual Trial gathered() = 0;                              ///< moved to rank 0 and back
};

using MakeCase = std::shared_ptr<RoutineCase> (*)(const Setting&);

/// All selected methods of a routine.
/// @collective
TrialList trials_of(Routine family, MakeCase make, const Setting& setting);

}  // namespace ashlar::bench
