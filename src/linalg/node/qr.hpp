// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "room.hpp"
#include "substitution.hpp"

namespace ashlar::node {

/// A = Q R in place by the ranks that have columns of A (?geqrf): R, and below it the vectors V of
/// Q = H(0) H(1) …, combined per panel as I - V T V^H.
/// @param a  on a 1 x Q grid of the ranks 0 … Q-1, see Board
/// @param triangles  becomes the T of all panels side by side: one row per column of a block, A's
/// column blocks
/// @collective over the room's communicator
/// @cost W = V^H C of the columns of each rank, a panel wide; in teams also one T of a panel per
/// member, and two of its inner blocks. Panels are read without a copy, so a larger look-ahead
/// takes no memory.
template <Scalar T>
void factor_qr(Room& room, DistMatrix<T>& a, DistMatrix<T>& triangles, Schedule schedule = {});

/// C := op(Q) C for None and ConjTrans; the crew's ranks have separate columns.
/// @param c  whole rows, columns distributed over the crew, or all on rank 0, which then works
/// alone
/// @collective over the room's communicator
template <Scalar T>
void apply_q(Room& room, const DistMatrix<T>& factors, const DistMatrix<T>& triangles, Op op,
             DistMatrix<T>& c);

/// Solves R X = B in place of B's first rows, for A with at least as many rows as columns.
/// @param b  as `c` of apply_q
/// @collective over the room's communicator
template <Scalar T>
void solve_r(Room& room, const DistMatrix<T>& factors, DistMatrix<T>& b);

}  // namespace ashlar::node
