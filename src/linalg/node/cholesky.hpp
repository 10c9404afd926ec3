// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <ashlar/linalg/options.hpp>

#include "room.hpp"
#include "substitution.hpp"

namespace ashlar::node {

/// A = L L^H in place of A's lower triangle (?potrf) by the first `crew` ranks; the upper triangle
/// is not accessed.
/// @param a  on rank 0, in panels of its block width, in memory that the crew can access
/// @collective over the room's communicator
/// @cost memory of the task table only, for any team size and look-ahead depth
template <Scalar T>
Outcome factor_cholesky(Room& room, int crew, DistMatrix<T>& a, Schedule schedule = {});

/// Solves A X = B in place with the factor L, or with U = L^H.
/// @param x  B: whole rows, columns distributed over the crew, or all on rank 0
/// @collective over the room's communicator
template <Scalar T>
void solve_cholesky(Room& room, int crew, Uplo uplo, const DistMatrix<T>& factor, DistMatrix<T>& x);

/// Number of ranks that work on a matrix in this layout, at most one per panel. Without shared
/// memory only the owner works.
int cholesky_crew(const Room& room, const Layout& layout);

}  // namespace ashlar::node
