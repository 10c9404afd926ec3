// SPDX-License-Identifier: BSD-3-Clause
#include "cholesky.hpp"

#include "linalg/local/blas.hpp"
#include "linalg/local/lapack.hpp"
#include "task_table.hpp"

namespace ashlar::node {
namespace {

// The lower triangle of C := C - V W^H for the rows [first, …) of V and the rows [first, last) of
// W = V: halves, until only the blocks on the diagonal are triangles.
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

}  // namespace

template <Scalar T>
Outcome factor_cholesky(Room& room, int crew, DistMatrix<T>& a) {
  const Board<T> board(room, a);
  room.begin(crew);
  const int panels = board.panels();
  SharedArray<int> infos(room, panels);
  const Index block = a.layout().cols().block;
  const auto factor = [&](int k) {
    const Tile<T> panel = board.below(k);
    const Index width = panel.cols;
    infos.data()[k] = local::potrf_lower(panel.row_range(0, width));
    local::trsm<T>(Side::Right, {Uplo::Lower, Op::ConjTrans, Diag::NonUnit}, T(1),
                   panel.row_range(0, width), panel.row_range(width, panel.rows));
  };
  const auto update = [&](int k, int first, int last) {
    subtract_lower<T>(board.panel(k), board.all_of(0), board.begin(first), board.end(last - 1),
                      block);
  };
  share_tasks(room, panels, factor, update);
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

#define ASHLAR_INSTANTIATE(T)                                   \
  template Outcome factor_cholesky(Room&, int, DistMatrix<T>&); \
  template void solve_cholesky(Room&, int, Uplo, const DistMatrix<T>&, DistMatrix<T>&);
ASHLAR_INSTANTIATE(float)
ASHLAR_INSTANTIATE(double)
ASHLAR_INSTANTIATE(c64)
ASHLAR_INSTANTIATE(c128)
#undef ASHLAR_INSTANTIATE

}  // namespace ashlar::node
