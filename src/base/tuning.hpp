// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <ashlar/base/index.hpp>

// Thresholds that measurements on one machine set for all. Each group has the machine and the date;
// the figures stand in docs/decisions/017 and 018. All machines had 2 cores and 2 ranks.

namespace ashlar::tuning {

// Moves of private memory: Zen 4 in the cloud, 1 MiB of second-level cache a core, 2026-11-22.

/// Bytes of a rank from which the ways of private memory are timed; fewer bytes go by messages.
inline constexpr Index timed_moves_from = Index{512} << 10;
/// Bytes of a rank from which a move no longer stays in the caches.
inline constexpr Index large_moves_from = Index{12} << 20;
/// Bytes of the shortest runs of a move that counts as one of contiguous runs.
inline constexpr Index shortest_long_run = 256;
/// Part of the time of the preferred way below which another way is taken.
inline constexpr double faster_way = 0.9;

// Packing: the same machine, 2026-11-21; own parts: Zen 3 with 512 KiB of second-level cache a
// core, 2026-11-24.

/// Bytes of a column from which MPI gathers columns as fast as the library packs them.
inline constexpr Index gathered_column_bytes = 1024;
/// Bytes of a pair of ranks from which derived datatypes pay, where ranks outnumber processors.
inline constexpr Index typed_pair_bytes = 4000;
/// The same of a triangle.
inline constexpr Index typed_triangle_bytes = 2000;
/// Mean bytes of the shortest runs for which derived datatypes pay.
inline constexpr Index typed_run_bytes = 128;
/// Mean bytes of runs from which own and received elements are copied in two passes.
inline constexpr Index separate_run_bytes = 192;
/// Number of runs whose table stays in the caches.
inline constexpr Index most_merged_runs = 16384;

// Products: Zen 4 with 32 MiB of common third-level cache, 2026-11-22. Costs are in multiply-adds
// of the local kernel.

/// An element of a factor, moved, read and packed.
inline constexpr double read_cost = 16;
/// A further rank to meet.
inline constexpr double meeting_cost = 1000;
/// An element of C that is summed.
inline constexpr double sum_cost = 16;
/// An element of C that moves to even blocks and back, on one node.
inline constexpr double node_move_cost = 15;
/// Such a move of any size, on one node.
inline constexpr double node_move_latency = 130000;
/// An element of C that moves to even blocks and back, between nodes.
inline constexpr double nodes_move_cost = 100;
/// Such a move of any size, between nodes.
inline constexpr double nodes_move_latency = 1e6;
/// An element that a node fetches from another, in elements that a rank reads.
inline constexpr double fetch_cost = 8;
/// Order below which PBLAS multiplies faster between nodes.
inline constexpr Index pblas_below = 200;

// Factorisations, eigenvalues and singular values: the same machine and date. Orders below which
// one rank is faster than several.

inline constexpr Index one_rank_lu_below = 140;
inline constexpr Index one_rank_cholesky_below = 320;
inline constexpr Index one_rank_qr_below = 128;
inline constexpr Index one_rank_eigen_below = 448;
inline constexpr Index one_rank_svd_below = 480;
/// Order from which ELPA is faster than ScaLAPACK.
inline constexpr Index elpa_from = 448;

}  // namespace ashlar::tuning
