// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "room.hpp"
#include "substitution.hpp"

namespace ashlar::node {

/// A = Q R in place by the ranks that have columns of A (?geqrf): R, and below it the vectors V of
/// Q = H(0) H(1) …, combined per panel as I - V T V^H.
/// @param a  as for Board
/// @param triangles  gets the T of all panels side by side: as many rows as a block has columns,
/// A's column blocks
/// @collective over `room`
/// @cost W = V^H C per rank, a panel wide; in teams also one T of a panel per member, and two of
/// its inner blocks. Look-ahead reads panels without a copy.
template <Scalar T>
void factor_qr(Room& room, DistMatrix<T>& a, DistMatrix<T>& triangles, Schedule schedule = {});

/// C := op(Q) C for None and ConjTrans.
/// @param c  whole rows, columns distributed over the crew, or on rank 0, which then works alone
/// @collective over `room`
template <Scalar T>
void apply_q(Room& room, const DistMatrix<T>& factors, const DistMatrix<T>& triangles, Op op,
             DistMatrix<T>& c);

/// Solves R X = B in B's first rows, for A with at least as many rows as columns.
/// @param b  as `c` of apply_q
/// @collective over `room`
template <Scalar T>
void solve_r(Room& room, const DistMatrix<T>& factors, DistMatrix<T>& b);

}  // namespace ashlar::node
