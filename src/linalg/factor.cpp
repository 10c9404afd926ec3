// SPDX-License-Identifier: BSD-3-Clause
#include "factor.hpp"

#include <limits>

#include <ashlar/base/error.hpp>
#include <ashlar/mpi/context.hpp>

#include "mpi/collectives.hpp"

namespace ashlar::detail {

Outcome agreed_outcome(mpi::CommunicatorView comm, int info, const char* routine) {
  // The minimum: a refused argument, else the first bad pivot, else success.
  constexpr int success = std::numeric_limits<int>::max();
  const int verdict = mpi::all_min(mpi::Context::of(comm).comm(), info == 0 ? success : info);
  expect(verdict >= 0, routine, " refused its argument ", -verdict,
         " (counted as ScaLAPACK's INFO does); this is a fault of ashlar, please report it");
  if (verdict == success) return {};
  return {.first_bad_pivot = verdict - 1};
}

void check_square(const char* function, Shape shape) {
  expect(shape.rows == shape.cols, function, ": A is ", shape.rows, "x", shape.cols,
         ", but must be square");
}

LayoutAdvice advised(Routine routine, Shape shape, mpi::CommunicatorView comm,
                     const LinalgOptions& options) {
  LayoutAdvice advice = layout_for(routine, shape, machine_of(comm), options.algorithm);
  if (advice.algorithm == Algorithm::ScaLapack)
    advice.layout = legal_layout_for(routine, advice.layout).layout;
  note_algorithm(options, advice.algorithm,
                 concat(to_string(routine), " of ", shape.rows, "x", shape.cols, " by algorithm ",
                        to_string(advice.algorithm), ": ", advice.reason));
  return advice;
}

}  // namespace ashlar::detail
