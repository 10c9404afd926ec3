// SPDX-License-Identifier: BSD-3-Clause
#include "panel_choice.hpp"

#include <algorithm>
#include <span>

#include "base/tuning.hpp"

namespace ashlar::node {
namespace {

/// Valid from `ranks` ranks and order `order` on.
struct PanelRow {
  int ranks;
  Index order;
  Index block;
  int team;
};

// The last row with at most these ranks and this order applies. Simulated with kernel rates of one
// AVX2 core, 200 GB/s of memory traffic and 5 us per barrier
// (docs/decisions/014-schedules-of-the-node-engine.md); measured up to 8 ranks.

constexpr PanelRow lu_rows[] = {{9, 0, 192, 1},      {9, 400, 64, 1},     {40, 2500, 64, 4},
                                {40, 3000, 96, 4},   {40, 4500, 64, 1},   {40, 7000, 96, 4},
                                {40, 9000, 96, 1},   {48, 2500, 64, 4},   {48, 4000, 96, 4},
                                {48, 12000, 96, 1},  {64, 7000, 128, 4},  {64, 20000, 128, 1},
                                {80, 7000, 128, 4},  {80, 12000, 192, 4}, {80, 17000, 128, 2},
                                {80, 24000, 192, 4}, {96, 10000, 128, 2}, {96, 14000, 192, 2}};

constexpr PanelRow qr_rows[] = {{9, 0, 192, 1},      {9, 200, 128, 1},     {9, 300, 64, 1},
                                {9, 28000, 96, 1},   {20, 1250, 64, 4},    {20, 5000, 64, 1},
                                {40, 1250, 64, 4},   {40, 4000, 96, 4},    {40, 4500, 64, 4},
                                {40, 14000, 96, 1},  {48, 4500, 96, 4},    {48, 17000, 96, 1},
                                {64, 1250, 64, 4},   {64, 4500, 96, 4},    {64, 7000, 128, 4},
                                {80, 5000, 96, 4},   {80, 9000, 128, 4},   {96, 14000, 192, 4},
                                {112, 9000, 128, 4}, {112, 17000, 192, 4}, {112, 28000, 192, 2}};

constexpr PanelRow cholesky_rows[] = {
    {9, 0, 192, 1},      {9, 200, 64, 4},    {9, 3000, 128, 8},   {9, 12000, 192, 1},
    {10, 700, 64, 8},    {10, 5000, 96, 8},  {10, 20000, 192, 1}, {20, 700, 64, 8},
    {20, 24000, 96, 1},  {40, 700, 64, 8},   {40, 7000, 96, 8},   {56, 3000, 96, 8},
    {64, 17000, 128, 8}, {80, 7000, 128, 8}, {80, 33000, 192, 8}, {112, 12000, 192, 8}};

std::span<const PanelRow> rows_of(Routine routine) {
  switch (routine) {
    case Routine::Qr: return qr_rows;
    case Routine::Cholesky: return cholesky_rows;
    default: return lu_rows;
  }
}

PanelRow row_for(Routine routine, Index n, int ranks) {
  const auto rows = rows_of(routine);
  return *std::find_if(rows.rbegin(), rows.rend(),
                       [&](const PanelRow& row) { return row.ranks <= ranks && row.order <= n; });
}

// Narrow columns give all ranks work on small matrices; on large ones BLAS needs wide panels.
Index measured_width(Routine routine, Index n) {
  const ashlar::detail::Tuning& tuned = ashlar::detail::tuning();
  if (routine == Routine::Qr && n < tuned.qr_panels_of_32_below) return 32;
  return n < tuned.panels_of_128_from ? 64 : n < tuned.panels_of_192_from ? 128 : 192;
}

}  // namespace

Index block_width(Routine routine, Index n, int ranks) {
  if (ranks <= most_measured_ranks) return measured_width(routine, n);
  return row_for(routine, n, ranks).block;
}

int team_size(Routine routine, Index n, int ranks, int crew) {
  if (crew <= most_measured_ranks) return 1;
  return std::min(row_for(routine, n, ranks).team, crew);
}

}  // namespace ashlar::node
