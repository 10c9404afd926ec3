// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include <ashlar/base/index.hpp>

namespace ashlar::detail {

/// Numbers found by measurement; tuning_fields() describes each. `ashlar tune` measures some of
/// them on a machine; the others come from the benchmarks of docs/decisions/017 and 018.
struct Tuning {
  // Kernels of moves: Zen 3, Zen 4 and Granite Rapids with 2 ranks, 2026-11-20 to 2026-11-24;
  // runs from which single columns are streamed: Zen 5, 2026-11-26.
  Index kernels = 0;
  Index stream_from_bytes = 0;
  Index columns_side_by_side = 16;
  Index plain_run_bytes = 128;
  Index streamed_run_bytes = Index{24} << 10;
  Index panel_columns = 8;
  Index copy_bytes_ahead = 16384;
  Index band_lines_ahead = 16;
  Index band_rows = 16;
  Index band_lines = 1;
  Index prefetch_level = 2;
  Index shared_block_bytes = 0;

  // Moves of private memory: cloud Zen 4, 1 MiB of L2 cache a core, 2026-11-22.
  Index timed_moves_from = Index{512} << 10;
  Index large_moves_from = Index{12} << 20;
  Index shortest_long_run = 256;
  double faster_way = 0.9;
  Index sequential_run_bytes = 4096;
  Index uneven_move_bytes = Index{128} << 10;  // Zen 4, 2026-11-26
  Index skipped_bytes = 2048;
  Index copied_pieces_bytes = Index{2} << 20;
  Index bytes_between_looks = Index{64} << 10;
  Index combined_run_bytes = 256;

  // Packing: the same machine, 2026-11-21; own parts: Zen 3, 512 KiB of L2 cache a core,
  // 2026-11-24.
  Index gathered_column_bytes = 1024;
  Index typed_pair_bytes = 4000;
  Index typed_triangle_bytes = 2000;
  Index typed_run_bytes = 128;
  Index separate_run_bytes = 192;
  Index most_merged_runs = 16384;

  // Products: Zen 4, 32 MiB of L3 cache, 2026-11-22.
  double read_cost = 16;
  double meeting_cost = 1000;
  double sum_cost = 16;
  double node_move_cost = 15;
  double node_move_latency = 130000;
  double nodes_move_cost = 100;
  double nodes_move_latency = 1e6;
  double fetch_cost = 8;
  Index pblas_below = 200;
  Index partial_c_elements = Index{1} << 20;
  Index product_terms = 128;
  Index rank_update_leaf = 64;
  Index square_update_leaf = 256;
  Index triangle_leaf = 64;
  Index sweep_columns = 512;
  Index sweep_strip = 8;
  Index inverse_columns = 32;
  Index inverse_order = 16;
  Index solve_strip = 256;
  Index narrow_terms = 256;
  Index packed_work_from = 1'000'000'000'000'000;  // never
  Index replicated_columns = 32;
  Index work_between_looks = Index{40} << 20;

  // Factorisations, eigenvalues and singular values: the same machine and date; orders of LU and
  // Cholesky: Zen 4 and Zen 5, 2026-11-27.
  Index one_rank_lu_below = 170;
  Index one_rank_cholesky_below = 222;
  Index one_rank_qr_below = 128;
  Index one_rank_eigen_below = 448;
  Index one_rank_svd_below = 480;
  Index elpa_from = 448;
  Index qr_panels_of_32_below = 512;
  Index panels_of_128_from = 2049;
  Index panels_of_192_from = 6000;
  Index laswp_threads = 4;
  Index swap_columns_ahead = 4;
  Index shared_check_from = 256;
  Index bidiagonal_svd_from = 200;
  Index svd_leaf = 50;
  Index svd_merge_from = 64;
  double svd_qr_ratio = 1.6;

  friend bool operator==(const Tuning&, const Tuning&) = default;
};

/// Description of a number: exactly one of the two members is set.
struct TuningField {
  const char* name;
  const char* unit;
  const char* meaning;
  Index Tuning::*whole;
  double Tuning::*real;
  double least, most;  ///< of accepted values

  double value(const Tuning& tuning) const {
    return whole != nullptr ? static_cast<double>(tuning.*whole) : tuning.*real;
  }
  void set(Tuning& tuning, double value) const {
    if (whole != nullptr) tuning.*whole = static_cast<Index>(value);
    else tuning.*real = value;
  }
};

/// All numbers, in the order of the members.
std::span<const TuningField> tuning_fields();
/// Field of that name, or null.
const TuningField* find_tuning_field(const char* name);

/// Defaults of a processor as described by a profile, "AMD EPYC, cpu family 26, model 2".
Tuning default_tuning(std::string_view processor);
/// General defaults, then those of each measured family.
std::vector<Tuning> known_defaults();

/// Numbers in force in this process: those of rank 0 of the last communicator with a context, from
/// its profile; defaults before.
const Tuning& tuning() noexcept;
/// Replaces them. Plans keep the choices made before.
void set_tuning(const Tuning& values) noexcept;

}  // namespace ashlar::detail
