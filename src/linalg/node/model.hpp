// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "dry_run.hpp"

namespace ashlar::node {

/// Rates of double precision on one core with AVX2 kernels, as fitted by bench_model. Not measured
/// but assumed: the traffic of a node's memory, 200 GB/s, and what a meeting costs on many cores.
const KernelRates& common_rates();

/// True if the model chooses for as many ranks; for fewer, blocks were measured, and no teams
/// pay.
bool is_modelled(int ranks);

/// Best division of LU, QR or Cholesky of order n among `ranks`, as a dry run at the common
/// rates predicts: in teams only where they gain.
CrewPlan best_plan(Routine routine, Index n, Index block, int ranks);

/// The width of its block columns, likewise.
Index best_block(Routine routine, Index n, int ranks);

}  // namespace ashlar::node
