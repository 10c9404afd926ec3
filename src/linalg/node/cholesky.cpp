// SPDX-License-Identifier: BSD-3-Clause
#include "cholesky.hpp"

#include "base/instantiate.hpp"
#include "linalg/local/blas.hpp"
#include "linalg/local/lapack.hpp"
#include "sweep.hpp"
#include "task_table.hpp"

namespace ashlar::node {
namespace {

// The lower triangle of C := C - V W^H, for rows [first, …) of V and [first, last) of W = V, by
// recursive halving to diagonal blocks.
template <class T>
void subtract_lower(Tile<const T> v, Tile<T> c, Index first, Index last, Index block) {
  const Index rows = c.rows;
  const auto factor = [&](Index from, Index to) { return v.row_range(from, to); };
  const auto subtract_full = [&](Index row, Index col, Index end) {
    local::gemm<T>(T(-1), local::plain(factor(row, rows)), local::conj_trans(factor(col, end)),
                   T(1), c.part(row, col, rows - row, end - col));
  };
  if (last - first <= block) {
    local::herk_lower<T>(-1.0, factor(first, last),
                         c.part(first, first, last - first, last - first));
    return subtract_full(last, first, last);
  }
  const Index middle = first + ((last - first) / block + 1) / 2 * block;
  subtract_lower(v.row_range(0, middle), c.row_range(0, middle), first, middle, block);
  subtract_full(middle, first, middle);
  subtract_lower(v, c, middle, last, block);
}

// Tasks of a Cholesky factorisation. A team divides the rows below a diagonal block.
template <class T>
class CholeskyTasks {
 public:
  CholeskyTasks(const Board<T>& board, Index block, const Teams& teams, int* infos)
      : board_(board), block_(block), teams_(teams), infos_(infos) {}

  void operator()(const Task& task) const {
    switch (task.kind) {
      case Task::Kind::Advance: return advance(task);
      case Task::Kind::Factor: infos_[task.panel] = local::potrf_lower(square(task.panel)); return;
      case Task::Kind::Solve: return solve(task);
      case Task::Kind::Update:
        return subtract_lower<T>(board_.panel(task.panel), board_.all_of(0),
                                 board_.begin(task.first), board_.end(task.last - 1), block_);
      case Task::Kind::Nothing:
      case Task::Kind::End: return;
    }
  }

 private:
  Tile<T> square(int k) const { return board_.below(k).row_range(0, board_.width(k)); }

  void advance(const Task& task) const {
    const Range columns{board_.begin(task.first), board_.end(task.first)};
    const Range rows = lower_share(columns, board_.rows(), task.part, teams_.size);
    const Tile<T> v = board_.panel(task.panel), c = board_.all_of(0);
    if (task.part == 0)
      return subtract_lower<T>(v.row_range(0, rows.last), c.row_range(0, rows.last), columns.first,
                               columns.last, block_);
    local::gemm<T>(T(-1), local::plain(v.row_range(rows.first, rows.last)),
                   local::conj_trans(v.row_range(columns.first, columns.last)), T(1),
                   c.part(rows.first, columns.first, rows.size(), columns.size()));
  }

  void solve(const Task& task) const {
    const Range rows = teams_.share({board_.end(task.panel), board_.rows()}, task.part);
    local::trsm<T>(Side::Right, {Uplo::Lower, Op::ConjTrans, Diag::NonUnit}, T(1),
                   square(task.panel), board_.panel(task.panel).row_range(rows.first, rows.last));
  }

  const Board<T>& board_;
  Index block_;
  Teams teams_;
  int* infos_;
};

}  // namespace

template <Scalar T>
Outcome factor_cholesky(Room& room, int crew, DistMatrix<T>& a, Schedule schedule) {
  const Board<T> board(room, a);
  room.begin(crew);
  const int panels = board.panels();
  SharedArray<int> infos(room, panels);
  const CrewPlan plan = plan_for(room, Routine::Cholesky, a.layout(), schedule);
  const CholeskyTasks<T> tasks(board, a.layout().cols().block, plan.teams, infos.data());
  PanelMeter meter(room, Routine::Cholesky, board);
  share_tasks(room, panels, plan, [&](const Task& task) {
    tasks(task);
    meter.reached(board.begin(task.panel));
  });
  meter.reached(board.cols());
  room.end();
  infos.tell_all();
  Outcome outcome;
  for (int k = panels - 1; k >= 0; --k)
    if (infos.data()[k] > 0) outcome.first_bad_pivot = board.begin(k) + infos.data()[k] - 1;
  return outcome;
}

template <Scalar T>
void solve_cholesky(Room& room, int crew, Uplo uplo, const DistMatrix<T>& factor,
                    DistMatrix<T>& x) {
  const Board<T> board(room, factor);
  const Board<T> sides(room, x);
  room.begin(crew);
  room.ready();
  guarded(room, [&] {
    if (!room.is_in_crew()) return;
    const Share share = sides.ranks() == 1 ? Share::Together : Share::Alone;
    const Tile<T> mine = share == Share::Together ? sides.all_of(0) : sides.mine_from(0);
    const bool is_lower = uplo == Uplo::Lower;
    substitute<T>(room, board, {uplo, is_lower ? Op::None : Op::ConjTrans}, mine, share);
    substitute<T>(room, board, {uplo, is_lower ? Op::ConjTrans : Op::None}, mine, share);
  });
  room.end();
}

int cholesky_crew(const Room& room, const Layout& layout) {
  if (!room.is_available()) return 1;
  const Axis& cols = layout.cols();
  return static_cast<int>(std::clamp<Index>(cols.extent / cols.block, 1, room.ranks()));
}

#define ASHLAR_INSTANTIATE(T)                                             \
  template Outcome factor_cholesky(Room&, int, DistMatrix<T>&, Schedule); \
  template void solve_cholesky(Room&, int, Uplo, const DistMatrix<T>&, DistMatrix<T>&);
ASHLAR_FOR_ALL_SCALARS(ASHLAR_INSTANTIATE)
#undef ASHLAR_INSTANTIATE

}  // namespace ashlar::node
