// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <ashlar/linalg/options.hpp>

#include "room.hpp"
#include "substitution.hpp"

namespace ashlar::node {

/// A = L L^H in A's lower triangle (?potrf) by the first `crew` ranks; the upper one is not
/// accessed.
/// @param a  on rank 0, in panels of its block width, in memory that the crew can access
/// @collective over `room`
/// @cost memory of the task table only
template <Scalar T>
Outcome factor_cholesky(Room& room, int crew, DistMatrix<T>& a, Schedule schedule = {});

/// Solves A X = B in place with L or U = L^H.
/// @param x  B: whole rows, columns distributed over the crew, or on rank 0
/// @collective over `room`
template <Scalar T>
void solve_cholesky(Room& room, int crew, Uplo uplo, const DistMatrix<T>& factor, DistMatrix<T>& x);

/// Number of ranks for a matrix in this layout, at most one per panel; one without shared memory.
int cholesky_crew(const Room& room, const Layout& layout);

}  // namespace ashlar::node
