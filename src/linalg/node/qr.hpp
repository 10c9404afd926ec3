// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "room.hpp"
#include "substitution.hpp"

namespace ashlar::node {

/// A = Q R in A's place by the ranks that have columns of A (?geqrf): R, and below it the vectors V
/// of Q = H(0) H(1) …, which are taken together panel by panel as I - V T V^H.
/// @param a          on a 1 x Q grid of the ranks 0 … Q-1, see Board
/// @param triangles  becomes the T of all panels side by side: as many rows as A's blocks have
/// columns, A's column blocks
/// @collective over the room's communicator
/// @cost W = V^H C of the columns of each rank, a panel wide; in teams also T of a panel for each
/// member, and twice its inner blocks. Panels are read where they lie, so that looking further
/// ahead takes no memory.
template <Scalar T>
void factor_qr(Room& room, DistMatrix<T>& a, DistMatrix<T>& triangles, Schedule schedule = {});

/// C := op(Q) C for None and ConjTrans; every rank of the crew has columns of its own.
/// @param c  its rows whole, its columns dealt to the crew, or all on rank 0, which then works
/// alone
/// @collective over the room's communicator
template <Scalar T>
void apply_q(Room& room, const DistMatrix<T>& factors, const DistMatrix<T>& triangles, Op op,
             DistMatrix<T>& c);

/// X with R X = B in place of B's first rows, for A with at least as many rows as columns.
/// @param b  as `c` of apply_q
/// @collective over the room's communicator
template <Scalar T>
void solve_r(Room& room, const DistMatrix<T>& factors, DistMatrix<T>& b);

}  // namespace ashlar::node
