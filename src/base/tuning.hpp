// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <ashlar/base/index.hpp>

// Thresholds measured on machines with 2 cores and 2 ranks; figures stand in docs/decisions/017 and
// 018. Each group has machine and date.

namespace ashlar::tuning {

// Moves of private memory: cloud Zen 4, 1 MiB of L2 cache a core, 2026-11-22.

/// Bytes of a rank from which transports are timed; below, messages are used.
inline constexpr Index timed_moves_from = Index{512} << 10;
/// Bytes of a rank from which a move exceeds the caches.
inline constexpr Index large_moves_from = Index{12} << 20;
/// Bytes of the shortest run that counts as long.
inline constexpr Index shortest_long_run = 256;
/// Relative time at which another transport replaces the preferred one.
inline constexpr double faster_way = 0.9;

// Packing: the same machine, 2026-11-21; own parts: Zen 3, 512 KiB of L2 cache a core, 2026-11-24.

/// Bytes of a column from which MPI gathers as fast as the library packs.
inline constexpr Index gathered_column_bytes = 1024;
/// Bytes of a pair from which derived datatypes pay, if ranks outnumber processors.
inline constexpr Index typed_pair_bytes = 4000;
/// Bytes of a pair from which derived datatypes of triangles pay.
inline constexpr Index typed_triangle_bytes = 2000;
/// Mean bytes of the shortest runs with useful derived datatypes.
inline constexpr Index typed_run_bytes = 128;
/// Mean bytes of runs from which own and received elements are copied separately.
inline constexpr Index separate_run_bytes = 192;
/// Runs whose table fits into the caches.
inline constexpr Index most_merged_runs = 16384;

// Products: Zen 4, 32 MiB of L3 cache, 2026-11-22. Costs in multiply-adds of the local kernel.

/// Moving, reading and packing an element of A or B.
inline constexpr double read_cost = 16;
/// Synchronisation with one more rank.
inline constexpr double meeting_cost = 1000;
/// Sum of an element of C.
inline constexpr double sum_cost = 16;
/// Move of an element of C to even blocks and back, on a node.
inline constexpr double node_move_cost = 15;
/// Its latency.
inline constexpr double node_move_latency = 130000;
/// Move of an element of C to even blocks and back, between nodes.
inline constexpr double nodes_move_cost = 100;
/// Its latency.
inline constexpr double nodes_move_latency = 1e6;
/// Fetching an element from another node, in elements read.
inline constexpr double fetch_cost = 8;
/// Order below which PBLAS products between nodes are faster.
inline constexpr Index pblas_below = 200;

// Factorisations, eigenvalues and singular values: same machine and date. Orders below which one
// rank is fastest.

inline constexpr Index one_rank_lu_below = 140;
inline constexpr Index one_rank_cholesky_below = 320;
inline constexpr Index one_rank_qr_below = 128;
inline constexpr Index one_rank_eigen_below = 448;
inline constexpr Index one_rank_svd_below = 480;
/// Order from which ELPA is faster than ScaLAPACK.
inline constexpr Index elpa_from = 448;

}  // namespace ashlar::tuning
