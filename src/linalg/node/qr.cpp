// SPDX-License-Identifier: BSD-3-Clause
#include "qr.hpp"

#include <optional>
#include <vector>

#include "base/instantiate.hpp"
#include "linalg/local/blas.hpp"
#include "linalg/local/lapack.hpp"
#include "sweep.hpp"
#include "team_reflectors.hpp"

namespace ashlar::node {
namespace {

// A panel's part of Q: I - V T V^H, with a unit lower triangle in V's upper square.
template <class T>
struct Reflectors {
  Tile<const T> v;
  Tile<const T> t;

  Tile<const T> top() const { return v.row_range(0, v.cols); }
  Tile<const T> rest() const { return v.row_range(v.cols, v.rows); }
};

// C := op(I - V T V^H) C. `memory` holds at least (columns of V) x (columns of C).
template <class T>
void apply(const Reflectors<T>& q, Op op, Tile<T> c, std::vector<T>& memory) {
  const Index k = q.v.cols;
  const Tile<T> upper = c.row_range(0, k), lower = c.row_range(k, c.rows);
  memory.resize(std::max(memory.size(), static_cast<std::size_t>(k * c.cols)));
  const Tile<T> w{memory.data(), k, c.cols, k};
  constexpr local::Triangle unit{Uplo::Lower, Op::None, Diag::Unit};
  constexpr local::Triangle unit_turned{Uplo::Lower, Op::ConjTrans, Diag::Unit};
  for (Index j = 0; j < c.cols; ++j) std::copy_n(upper.at(0, j), k, w.at(0, j));
  local::trmm<T>(Side::Left, unit_turned, T(1), q.top(), w);
  if (lower.rows > 0)
    local::gemm<T>(T(1), local::conj_trans(q.rest()), local::plain(lower), T(1), w);
  local::trmm<T>(Side::Left, {Uplo::Upper, op, Diag::NonUnit}, T(1), q.t, w);
  if (lower.rows > 0) local::gemm<T>(T(-1), local::plain(q.rest()), local::plain(w), T(1), lower);
  local::trmm<T>(Side::Left, unit, T(1), q.top(), w);
  for (Index j = 0; j < c.cols; ++j)
    for (Index i = 0; i < k; ++i) upper(i, j) -= w(i, j);
}

template <class T>
Reflectors<T> reflectors(const Board<T>& board, const Board<T>& triangles, int k) {
  const Index width = board.width(k);
  return {board.below(k), triangles.block_column(k, width).row_range(0, width)};
}

// Empty outside the crew.
template <class T>
Tile<T> my_columns(const Room& room, const Board<T>& c) {
  return room.rank() < c.ranks() ? c.mine_from(0) : Tile<T>{};
}

}  // namespace

template <Scalar T>
void factor_qr(Room& room, DistMatrix<T>& a, DistMatrix<T>& triangles, Schedule schedule) {
  const Board<T> board(room, a);
  const Board<T> ts(room, triangles);
  room.begin(board.ranks());
  const CrewPlan plan = plan_for(room, Routine::Qr, a.layout(), schedule);
  std::optional<TeamReflectors<T>> shared_panel;
  if (plan.teams.size > 1) shared_panel.emplace(room, board, plan.teams);
  std::vector<T> memory;
  const auto update = [&](int k, Tile<T> columns) {
    apply(reflectors(board, ts, k), Op::ConjTrans, columns.row_range(board.begin(k), board.rows()),
          memory);
  };
  const auto advance = [&](int k, int j, TeamMeetings& team) {
    team.meet();
    const Tile<T> panel = board.panel(j);
    const Range columns = team.teams().share({0, panel.cols}, team.place());
    if (!columns.empty()) update(k, panel.col_range(columns.first, columns.last));
    team.meet();
  };
  const auto factor = [&](int k, TeamMeetings& team) {
    const Index width = board.width(k);
    const Tile<T> t = ts.block_column(k, width).row_range(0, width);
    if (shared_panel) shared_panel->factor(k, t, team);
    else local::geqrt(board.below(k), t);
  };
  room.ready();
  guarded(room, [&] { sweep(room, Routine::Qr, board, plan, advance, factor, update); });
  room.end();
}

template <Scalar T>
void apply_q(Room& room, const DistMatrix<T>& factors, const DistMatrix<T>& triangles, Op op,
             DistMatrix<T>& c) {
  const Board<T> board(room, factors);
  const Board<T> ts(room, triangles);
  const Board<T> target(room, c);
  room.begin(board.ranks());
  room.ready();
  guarded(room, [&] {
    const Tile<T> mine = my_columns(room, target);
    if (mine.empty()) return;
    std::vector<T> memory;
    for (int step = 0; step < board.panels(); ++step) {
      const int k = op == Op::None ? board.panels() - 1 - step : step;
      apply(reflectors(board, ts, k), op, mine.row_range(board.begin(k), board.rows()), memory);
    }
  });
  room.end();
}

template <Scalar T>
void solve_r(Room& room, const DistMatrix<T>& factors, DistMatrix<T>& b) {
  const Board<T> board(room, factors);
  const Board<T> sides(room, b);
  room.begin(board.ranks());
  room.ready();
  guarded(room, [&] {
    const Tile<T> mine = my_columns(room, sides);
    if (!mine.empty())
      substitute<T>(room, board, {Uplo::Upper, Op::None, Diag::NonUnit}, mine, Share::Alone);
  });
  room.end();
}

#define ASHLAR_INSTANTIATE(T)                                                                   \
  template void factor_qr(Room&, DistMatrix<T>&, DistMatrix<T>&, Schedule);                     \
  template void apply_q(Room&, const DistMatrix<T>&, const DistMatrix<T>&, Op, DistMatrix<T>&); \
  template void solve_r(Room&, const DistMatrix<T>&, DistMatrix<T>&);
ASHLAR_FOR_ALL_SCALARS(ASHLAR_INSTANTIATE)
#undef ASHLAR_INSTANTIATE

}  // namespace ashlar::node
