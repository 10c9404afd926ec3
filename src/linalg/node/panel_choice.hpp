// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <ashlar/base/index.hpp>
#include <ashlar/linalg/layout_for.hpp>

// Block width and team size of LU, QR and Cholesky on a node.

namespace ashlar::node {

/// Largest measured number of ranks; up to it, teams are slower.
constexpr int most_measured_ranks = 8;

/// Width of the block columns.
/// @param n  order of the matrix
Index block_width(Routine routine, Index n, int ranks);

/// Number of ranks that share a panel, at most `crew`.
/// @param ranks  of the node, as for block_width
/// @param crew  ranks with block columns
int team_size(Routine routine, Index n, int ranks, int crew);

}  // namespace ashlar::node
