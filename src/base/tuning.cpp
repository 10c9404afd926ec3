// SPDX-License-Identifier: BSD-3-Clause
#include "tuning.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

namespace ashlar::detail {
namespace {

constexpr double any_size = 1e15;

/// Numbers of one processor family that differ from the general defaults.
struct FamilyNumbers {
  std::string_view family;  ///< part of the processor's description
  void (*apply)(Tuning&);
};
constexpr FamilyNumbers families[] = {
    // Zen 5, 2026-11-27, random moves: 0.83 to 0.96 of the time of copies with panels of 2 columns
    // alone, 0.63 to 0.84 of transpositions.
    {", cpu family 26,",
     [](Tuning& numbers) {
       numbers.streamed_run_bytes = 4096;
       numbers.copy_bytes_ahead = 8192;
       numbers.band_lines_ahead = 4;
       numbers.band_rows = 128;
       numbers.band_lines = 4;
       numbers.prefetch_level = 1;
       numbers.shared_block_bytes = Index{2} << 20;
       // 2026-11-29, random moves in private memory.
       numbers.separate_run_bytes = 512;
       // 2026-11-28, while the processors exchange lines slowly; otherwise lower orders gain, too.
       numbers.one_rank_eigen_below = 600;
       numbers.one_rank_svd_below = 800;
       // Below, OpenBLAS has kernels for small matrices.
       numbers.packed_work_from = Index{1} << 20;
     }},
};

constexpr TuningField whole(const char* name, const char* unit, const char* meaning,
                            Index Tuning::*member, double least, double most) {
  return {name, unit, meaning, member, nullptr, least, most};
}
constexpr TuningField real(const char* name, const char* unit, const char* meaning,
                           double Tuning::*member, double least, double most) {
  return {name, unit, meaning, nullptr, member, least, most};
}

constexpr std::array fields = {
    whole("kernels", "number",
          "instruction set of moves: 0 the best, 1 portable, 2 AVX2, 3 AVX-512", &Tuning::kernels,
          0, 3),
    whole("stream_from_bytes", "bytes",
          "bytes that a rank writes from which stores are non-temporal; 0: twice the L2 cache",
          &Tuning::stream_from_bytes, 0, any_size),
    whole("columns_side_by_side", "columns", "columns of plain runs copied in one pass",
          &Tuning::columns_side_by_side, 1, 1024),
    whole("plain_run_bytes", "bytes", "mean run in cache from which runs are copied one by one",
          &Tuning::plain_run_bytes, 1, any_size),
    whole("streamed_run_bytes", "bytes",
          "mean run out of cache from which runs are streamed one by one",
          &Tuning::streamed_run_bytes, 1, any_size),
    whole("panel_columns", "columns", "columns of shorter runs written in one pass",
          &Tuning::panel_columns, 1, 32),
    whole("copy_bytes_ahead", "bytes",
          "prefetch distance of copies, in all columns of a panel or in a run; 0: none",
          &Tuning::copy_bytes_ahead, 0, any_size),
    whole("band_lines_ahead", "cache lines", "prefetch distance in each row of a band; 0: none",
          &Tuning::band_lines_ahead, 0, 1024),
    whole("band_rows", "rows", "rows of a transposed band", &Tuning::band_rows, 1, 512),
    whole("band_lines", "cache lines", "lines of a row of a band read before those of the next row",
          &Tuning::band_lines, 1, 8),
    whole("prefetch_level", "number", "level of the cache that lines are prefetched into",
          &Tuning::prefetch_level, 1, 2),
    whole("shared_block_bytes", "bytes",
          "bytes of consecutive columns of a source moved by one rank if ranks share a move",
          &Tuning::shared_block_bytes, 0, any_size),
    whole("timed_moves_from", "bytes",
          "bytes of a rank from which transports are timed; below, messages are used",
          &Tuning::timed_moves_from, 0, any_size),
    whole("large_moves_from", "bytes", "bytes of a rank from which a move exceeds the caches",
          &Tuning::large_moves_from, 0, any_size),
    whole("shortest_long_run", "bytes", "shortest run that counts as long",
          &Tuning::shortest_long_run, 1, any_size),
    real("faster_way", "ratio",
         "relative time at which another transport replaces the preferred one", &Tuning::faster_way,
         0.1, 1),
    whole("sequential_run_bytes", "bytes", "run from which any rank reads a source sequentially",
          &Tuning::sequential_run_bytes, 1, any_size),
    whole("uneven_move_bytes", "bytes",
          "mean bytes of a rank from which the ranks of a node share an uneven move",
          &Tuning::uneven_move_bytes, 0, any_size),
    whole("skipped_bytes", "bytes", "bytes of peer memory copied in the time of one more stretch",
          &Tuning::skipped_bytes, 1, any_size),
    whole("copied_pieces_bytes", "bytes",
          "bytes of all pieces up to which MPI copies them through shared memory",
          &Tuning::copied_pieces_bytes, 0, any_size),
    whole("bytes_between_looks", "bytes",
          "bytes packed and unpacked between two tests of pending messages",
          &Tuning::bytes_between_looks, 1, any_size),
    whole("combined_run_bytes", "bytes", "mean run from which values are combined in place",
          &Tuning::combined_run_bytes, 1, any_size),
    whole("gathered_column_bytes", "bytes",
          "column from which MPI gathers as fast as the library packs",
          &Tuning::gathered_column_bytes, 1, any_size),
    whole("typed_pair_bytes", "bytes",
          "bytes of a pair from which derived datatypes pay if ranks outnumber processors",
          &Tuning::typed_pair_bytes, 0, any_size),
    whole("typed_triangle_bytes", "bytes",
          "bytes of a pair from which derived datatypes of triangles pay",
          &Tuning::typed_triangle_bytes, 0, any_size),
    whole("typed_run_bytes", "bytes", "mean of the shortest runs with useful derived datatypes",
          &Tuning::typed_run_bytes, 1, any_size),
    whole("separate_run_bytes", "bytes",
          "mean run from which own and received elements are copied separately",
          &Tuning::separate_run_bytes, 1, any_size),
    whole("most_merged_runs", "runs", "runs whose table fits into the caches",
          &Tuning::most_merged_runs, 1, any_size),
    real("read_cost", "multiply-adds", "moving, reading and packing an element of A or B",
         &Tuning::read_cost, 0, any_size),
    real("meeting_cost", "multiply-adds", "synchronisation with one more rank",
         &Tuning::meeting_cost, 0, any_size),
    real("sum_cost", "multiply-adds", "sum of an element of C", &Tuning::sum_cost, 0, any_size),
    real("node_move_cost", "multiply-adds",
         "move of an element of C to even blocks and back, on a node", &Tuning::node_move_cost, 0,
         any_size),
    real("node_move_latency", "multiply-adds", "latency of this move", &Tuning::node_move_latency,
         0, any_size),
    real("nodes_move_cost", "multiply-adds",
         "move of an element of C to even blocks and back, between nodes", &Tuning::nodes_move_cost,
         0, any_size),
    real("nodes_move_latency", "multiply-adds", "latency of this move", &Tuning::nodes_move_latency,
         0, any_size),
    real("fetch_cost", "elements read", "fetching an element from another node",
         &Tuning::fetch_cost, 0, any_size),
    whole("pblas_below", "order", "order below which PBLAS products between nodes are faster",
          &Tuning::pblas_below, 0, any_size),
    whole("partial_c_elements", "elements", "largest partial C of a rank",
          &Tuning::partial_c_elements, 0, any_size),
    whole("product_terms", "terms", "terms below which a product of BLAS is slower",
          &Tuning::product_terms, 1, any_size),
    whole("rank_update_leaf", "columns", "columns of a rank-k update that one product computes",
          &Tuning::rank_update_leaf, 1, any_size),
    whole("square_update_leaf", "columns", "columns of a rank-k update by ?syrk or ?herk",
          &Tuning::square_update_leaf, 1, any_size),
    whole("triangle_leaf", "order", "order of triangles that ?trsm and ?trmm process",
          &Tuning::triangle_leaf, 1, any_size),
    whole("sweep_columns", "columns", "columns of a triangle between two barriers",
          &Tuning::sweep_columns, 1, any_size),
    whole("sweep_strip", "columns", "fewest right-hand sides of a rank", &Tuning::sweep_strip, 1,
          any_size),
    whole("inverse_columns", "columns", "right-hand sides from which small blocks are inverted",
          &Tuning::inverse_columns, 1, any_size),
    whole("inverse_order", "order", "order of the inverted diagonal blocks of small triangles",
          &Tuning::inverse_order, 1, 64),
    whole("solve_strip", "columns", "right-hand sides that small triangles process together",
          &Tuning::solve_strip, 1, 4096),
    whole("narrow_terms", "terms", "most terms of narrow products by kernels of the library",
          &Tuning::narrow_terms, 0, 256),
    whole("packed_work_from", "multiply-adds",
          "work from which kernels of the library replace ?gemm for AVX-512 in double precision",
          &Tuning::packed_work_from, 0, any_size),
    whole("replicated_columns", "columns",
          "columns of a stored triangle that stay in cache for their second use",
          &Tuning::replicated_columns, 1, any_size),
    whole("work_between_looks", "multiply-adds",
          "work between two tests of pending messages in products between nodes",
          &Tuning::work_between_looks, 1, any_size),
    whole("one_rank_lu_below", "order", "order below which one rank is fastest: LU",
          &Tuning::one_rank_lu_below, 0, any_size),
    whole("one_rank_cholesky_below", "order", "order below which one rank is fastest: Cholesky",
          &Tuning::one_rank_cholesky_below, 0, any_size),
    whole("one_rank_qr_below", "order", "order below which one rank is fastest: QR",
          &Tuning::one_rank_qr_below, 0, any_size),
    whole("one_rank_eigen_below", "order",
          "order below which one rank is fastest: symmetric eigenvalues",
          &Tuning::one_rank_eigen_below, 0, any_size),
    whole("one_rank_svd_below", "order", "order below which one rank is fastest: singular values",
          &Tuning::one_rank_svd_below, 0, any_size),
    whole("elpa_from", "order", "order from which ELPA is faster than ScaLAPACK",
          &Tuning::elpa_from, 0, any_size),
    whole("qr_panels_of_32_below", "order", "order below which panels of QR have 32 columns",
          &Tuning::qr_panels_of_32_below, 0, any_size),
    whole("panels_of_128_from", "order", "order from which panels have 128 columns",
          &Tuning::panels_of_128_from, 0, any_size),
    whole("panels_of_192_from", "order", "order from which panels have 192 columns",
          &Tuning::panels_of_192_from, 0, any_size),
    whole("laswp_threads", "threads", "threads of BLAS from which ?laswp swaps rows",
          &Tuning::laswp_threads, 1, any_size),
    whole("swap_columns_ahead", "columns", "prefetch distance of the library's row swaps",
          &Tuning::swap_columns_ahead, 0, 64),
    whole("shared_check_from", "order", "order from which all ranks look for NaN and infinity",
          &Tuning::shared_check_from, 0, any_size),
    whole("bidiagonal_svd_from", "order", "order from which ranks divide a bidiagonal SVD",
          &Tuning::bidiagonal_svd_from, 2, any_size),
    whole("svd_leaf", "rows", "fewest rows of a part of a bidiagonal SVD", &Tuning::svd_leaf, 26,
          any_size),
    whole("svd_merge_from", "roots", "roots from which all ranks merge two parts",
          &Tuning::svd_merge_from, 2, any_size),
    real("svd_qr_ratio", "rows per column", "ratio from which a QR precedes the SVD",
         &Tuning::svd_qr_ratio, 1, any_size),
};
static_assert(sizeof(Tuning) == fields.size() * sizeof(double));

Tuning in_force;

}  // namespace

std::span<const TuningField> tuning_fields() { return fields; }

const TuningField* find_tuning_field(const char* name) {
  const auto found = std::ranges::find_if(
      fields, [&](const TuningField& field) { return std::string_view(field.name) == name; });
  return found == fields.end() ? nullptr : &*found;
}

Tuning default_tuning(std::string_view processor) {
  Tuning numbers;
  for (const FamilyNumbers& known : families)
    if (processor.find(known.family) != std::string_view::npos) known.apply(numbers);
  return numbers;
}

std::vector<Tuning> known_defaults() {
  std::vector<Tuning> known(1);
  for (const FamilyNumbers& family : families) family.apply(known.emplace_back());
  return known;
}

const Tuning& tuning() noexcept { return in_force; }

void set_tuning(const Tuning& values) noexcept { in_force = values; }

}  // namespace ashlar::detail
