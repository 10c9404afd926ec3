// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <ashlar/linalg/options.hpp>

#include "room.hpp"
#include "substitution.hpp"

namespace ashlar::node {

/// A = L L^H in the place of A's lower triangle (?potrf) by the first `crew` ranks; the upper one
/// is neither read nor written.
/// @param a  whole on rank 0, in panels of its block's width, in memory that all of the crew reach
/// @collective over the room's communicator
/// @cost no memory but the table of tasks, whatever the team and how far it looks ahead
template <Scalar T>
Outcome factor_cholesky(Room& room, int crew, DistMatrix<T>& a, Schedule schedule = {});

/// A X = B in X's place with the factor L, or with U = L^H.
/// @param x  B: its rows whole, its columns dealt to the crew, or all on rank 0
/// @collective over the room's communicator
template <Scalar T>
void solve_cholesky(Room& room, int crew, Uplo uplo, const DistMatrix<T>& factor, DistMatrix<T>& x);

/// Ranks that work on a matrix in this layout: one a panel at most. Where memory is not shared, it
/// is the owner alone.
int cholesky_crew(const Room& room, const Layout& layout);

}  // namespace ashlar::node
