// SPDX-License-Identifier: BSD-3-Clause
#include "lu.hpp"

#include <numeric>
#include <optional>

#include <ashlar/mpi/check.hpp>

#include "base/instantiate.hpp"
#include "linalg/local/blas.hpp"
#include "linalg/local/lapack.hpp"
#include "shared_array.hpp"
#include "sweep.hpp"
#include "team_panel.hpp"

namespace ashlar::node {
namespace {

// The row permutation of panels k + 1, k + 2, …: final row i is row order[i]. Panels are added from
// the last, since earlier exchanges precede later ones.
class LateExchanges {
 public:
  explicit LateExchanges(Index rows) : order_(static_cast<std::size_t>(rows)), next_(order_) {
    std::iota(order_.begin(), order_.end(), Index{0});
  }

  // `pivots`: 1-based, relative to row `first`.
  void add_before(const int* pivots, Index first, Index count) {
    const auto begin = order_.begin() + first;
    std::iota(next_.begin() + first, next_.end(), first);
    for (Index i = 0; i < count; ++i)
      std::swap(next_[static_cast<std::size_t>(first + i)],
                next_[static_cast<std::size_t>(first + pivots[i] - 1)]);
    std::transform(begin, order_.end(), begin,
                   [&](Index row) { return next_[static_cast<std::size_t>(row)]; });
  }

  // Permutes rows from `first` on; earlier ones are unchanged.
  template <class T>
  void apply(Tile<T> columns, Index first, std::vector<T>& scratch) const {
    const Index rows = static_cast<Index>(order_.size());
    for (Index j = 0; j < columns.cols; ++j) {
      T* column = columns.at(0, j);
      for (Index i = first; i < rows; ++i)
        scratch[static_cast<std::size_t>(i)] = column[order_[static_cast<std::size_t>(i)]];
      std::copy(scratch.begin() + first, scratch.begin() + rows, column + first);
    }
  }

 private:
  std::vector<Index> order_;
  std::vector<Index> next_;
};

// Exchanges rows left of each panel after the sweep, which reads them, in one pass by columns.
template <class T>
void exchange_left(const Board<T>& board, const int* pivots) {
  LateExchanges late(board.rows());
  std::vector<T> scratch(static_cast<std::size_t>(board.rows()));
  for (int k = board.panels() - 2; k >= 0; --k) {
    late.add_before(pivots + board.begin(k + 1), board.begin(k + 1), board.width(k + 1));
    if (board.is_mine(k)) late.apply(board.panel(k), board.begin(k + 1), scratch);
  }
}

template <class T>
void apply_panel(const Board<T>& board, int k, const int* pivots, Tile<T> columns) {
  const Index first = board.begin(k), last = board.end(k);
  const Tile<const T> panel = board.panel(k);
  local::swap_rows(columns.row_range(first, board.rows()), pivots + first, last - first);
  const Tile<T> top = columns.row_range(first, last);
  local::trsm<T>(Side::Left, {Uplo::Lower, Op::None, Diag::Unit}, T(1),
                 panel.part(first, 0, last - first, last - first), top);
  local::gemm<T>(T(-1), local::plain(panel.row_range(last, board.rows())), local::plain(top), T(1),
                 columns.row_range(last, board.rows()));
}

// Permutes B's rows to elimination order, or back.
template <class T>
void permute_rows(Tile<T> x, const std::vector<int>& pivots, bool forward) {
  const Index n = static_cast<Index>(pivots.size());
  for (Index j = 0; j < x.cols; ++j) {
    T* column = x.at(0, j);
    for (Index step = 0; step < n; ++step) {
      const Index i = forward ? step : n - 1 - step;
      std::swap(column[i], column[pivots[static_cast<std::size_t>(i)] - 1]);
    }
  }
}

}  // namespace

template <Scalar T>
Outcome factor_lu(Room& room, DistMatrix<T>& a, std::vector<int>& pivots, Schedule schedule) {
  const Board<T> board(room, a);
  room.begin(board.ranks());
  // Pivots relative to each panel's first row, then INFO of every panel.
  SharedArray<int> shared(room, a.rows() + board.panels());
  int* const exchanges = shared.data();
  int* const infos = exchanges + a.rows();
  const CrewPlan plan = plan_for(room, Routine::Lu, a.layout(), schedule);
  std::optional<TeamPanel<T>> shared_panel;
  if (plan.teams.size > 1) shared_panel.emplace(room, board, plan.teams);
  const auto pivots_of = [&](int k) { return exchanges + board.begin(k); };
  const auto update = [&](int k, Tile<T> columns) { apply_panel(board, k, exchanges, columns); };
  const auto advance = [&](int k, int j, TeamMeetings& team) {
    if (shared_panel) shared_panel->update(k, j, pivots_of(k), team);
    else update(k, board.panel(j));
  };
  const auto factor = [&](int k, TeamMeetings& team) {
    const int info = shared_panel ? shared_panel->factor(k, pivots_of(k), team)
                                  : local::getrf(board.below(k), pivots_of(k));
    if (board.is_mine(k)) infos[k] = info;
  };
  room.ready();
  guarded(room, [&] {
    sweep(room, Routine::Lu, board, plan, advance, factor, update);
    if (!room.is_in_crew()) return;
    room.meet();
    exchange_left(board, exchanges);
  });
  room.end();
  shared.tell_all();

  pivots.assign(exchanges, exchanges + a.rows());
  Outcome outcome;
  for (int k = board.panels() - 1; k >= 0; --k) {
    for (Index i = board.begin(k); i < board.end(k); ++i)
      pivots[static_cast<std::size_t>(i)] += static_cast<int>(board.begin(k));
    if (infos[k] > 0) outcome.first_bad_pivot = board.begin(k) + infos[k] - 1;
  }
  return outcome;
}

template <Scalar T>
void solve_lu(Room& room, const DistMatrix<T>& factors, const std::vector<int>& pivots, Op op,
              DistMatrix<T>& x) {
  const Board<T> board(room, factors);
  const Board<T> sides(room, x);
  room.begin(board.ranks());
  room.ready();
  guarded(room, [&] {
    if (!room.is_in_crew()) return;
    const Share share = sides.ranks() == 1 ? Share::Together : Share::Alone;
    const Tile<T> mine = share == Share::Together ? sides.all_of(0) : sides.mine_from(0);
    const bool permutes = share == Share::Alone || room.rank() == 0;
    const local::Triangle lower{Uplo::Lower, op, Diag::Unit}, upper{Uplo::Upper, op, Diag::NonUnit};
    if (op == Op::None && permutes) permute_rows(mine, pivots, true);
    if (share == Share::Together) room.meet();
    substitute(room, board, op == Op::None ? lower : upper, mine, share);
    substitute(room, board, op == Op::None ? upper : lower, mine, share);
    if (op != Op::None && permutes) permute_rows(mine, pivots, false);
  });
  room.end();
}

#define ASHLAR_INSTANTIATE(T)                                                     \
  template Outcome factor_lu(Room&, DistMatrix<T>&, std::vector<int>&, Schedule); \
  template void solve_lu(Room&, const DistMatrix<T>&, const std::vector<int>&, Op, DistMatrix<T>&);
ASHLAR_FOR_ALL_SCALARS(ASHLAR_INSTANTIATE)
#undef ASHLAR_INSTANTIATE

}  // namespace ashlar::node
