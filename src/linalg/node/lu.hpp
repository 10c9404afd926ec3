// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include <ashlar/linalg/options.hpp>

#include "room.hpp"
#include "substitution.hpp"

namespace ashlar::node {

/// P A = L U in place by the ranks that have columns of A (?getrf).
/// @param a  as for Board
/// @param pivots  gets ScaLAPACK's IPIV on all ranks: row i was exchanged with row pivots[i] - 1
/// @collective over `room`
/// @cost the pivots, and one column per rank; in teams two rows of a panel per member. Look-ahead
/// reads panels without a copy.
template <Scalar T>
Outcome factor_lu(Room& room, DistMatrix<T>& a, std::vector<int>& pivots, Schedule schedule = {});

/// Solves op(A) X = B in place with factors and pivots of factor_lu.
/// @param x  B: whole rows, columns distributed over the crew, or on rank 0
/// @collective over `room`
template <Scalar T>
void solve_lu(Room& room, const DistMatrix<T>& factors, const std::vector<int>& pivots, Op op,
              DistMatrix<T>& x);

}  // namespace ashlar::node
