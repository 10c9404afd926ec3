// SPDX-License-Identifier: BSD-3-Clause
#include "conquest.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/tuning.hpp"
#include "linalg/fortran/lapack_spectral.hpp"
#include "linalg/local/blas.hpp"

namespace ashlar::detail {
namespace {

constexpr int smallest_divide = 25;  // LAPACK's SMLSIZ

int as_int(Index x) { return static_cast<int>(x); }  // n_ is far below 2^31

// 0-based positions of values[first, first + count) in the order `before`.
template <class R, class Before>
std::vector<int> order_of(const R* values, Index count, Before&& before) {
  std::vector<int> order(static_cast<std::size_t>(count));
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](int i, int j) { return before(values[i], values[j]); });
  return order;
}

}  // namespace

template <class R>
Conquest<R>::Conquest(mpi::CommunicatorView comm, const Bidiagonal<R>& b)
    : room_(node::Room::of(comm)),
      n_(static_cast<Index>(b.d.size())),
      merge_from_(tuning().svd_merge_from),
      d_(b.d),
      e_(b.e),
      u_(comm, {n_, n_}),
      vt_(comm, {n_, n_}),
      u2_(comm, {n_, n_}),
      vt2_(comm, {n_, n_}),
      numbers_(comm, {n_ + 1, Column::first_product + room_.ranks()}),
      integers_(comm, {std::max<Index>(n_, Fact::first_info + room_.ranks()), 2}) {
  int levels = 0;
  while ((Index{2} << levels) <= room_.ranks() && (n_ >> (levels + 1)) >= tuning().svd_leaf)
    ++levels;
  plan({0, n_, 0, 0}, levels);
  Index largest_leaf = 0;
  for (const Subproblem& leaf : leaves_)
    largest_leaf = std::max(largest_leaf, leaf.rows + leaf.extra);
  mpi::together(room_.context().comm(), [&] {
    const std::size_t n = static_cast<std::size_t>(n_);
    // ?lasd3 in finish_small() needs a square of its order.
    const Index small = std::min(n_, merge_from_);
    secular_.reserve(n_, std::max(n_ / room_.ranks() + 1, small * small / n_ + 1));
    z_.resize(n);
    work_.resize(static_cast<std::size_t>(
        std::max(3 * largest_leaf * largest_leaf + 2 * largest_leaf, 2 * n_)));
    iwork_.resize(8 * n);
    sorted_.resize(n);
  });
}

template <class R>
bool Conquest<R>::is_possible() const {
  return u_.is_shared() && vt_.is_shared() && u2_.is_shared() && vt2_.is_shared() &&
         numbers_.is_shared() && integers_.is_shared();
}

template <class R>
void Conquest<R>::plan(Subproblem problem, int levels) {
  if (levels == 0) return leaves_.push_back(problem);
  problem.left = problem.rows / 2;
  const Index between = problem.first + problem.left;
  plan({problem.first, problem.left, 1, 0}, levels - 1);
  plan({between + 1, problem.rows - problem.left - 1, problem.extra, 0}, levels - 1);
  merges_.push_back(problem);
}

template <class R>
Range Conquest<R>::share(Index count) const {
  return {count * room_.rank() / room_.ranks(), count * (room_.rank() + 1) / room_.ranks()};
}

template <class R>
bool Conquest<R>::has_failed() {
  for (int r = 0; r < room_.ranks(); ++r)
    if (fact(Fact::first_info + r) != 0) return true;
  return false;
}

template <class R>
std::optional<Svd<R>> Conquest<R>::run() {
  bool has_converged = true;
  room_.begin(room_.ranks());
  node::guarded(room_, [&] {
    clear_vectors();
    fact(Fact::first_info + room_.rank()) = 0;
    room_.meet();
    for (std::size_t k = 0; k < leaves_.size(); ++k)
      if (static_cast<int>(k) % room_.ranks() == room_.rank()) solve_leaf(leaves_[k]);
    room_.meet();
    has_converged = !has_failed();
    for (const Subproblem& m : merges_) {
      if (!has_converged) break;
      merge(m);
      has_converged = !has_failed();
    }
    if (has_converged) put_in_order();
    room_.end();
  });
  if (!has_converged) return std::nullopt;
  Svd<R> result;
  result.values = std::move(d_);
  result.u = std::move(u2_).release();
  result.vh = std::move(vt2_).release();
  return result;
}

template <class R>
void Conquest<R>::clear_vectors() {
  const Range mine = share(n_);
  for (const local::Tile<R>& x : {u_.tile(), vt_.tile()})
    for (Index j = mine.first; j < mine.last; ++j) {
      std::fill_n(x.at(0, j), n_, R(0));
      x(j, j) = R(1);
    }
  std::copy(d_.begin() + mine.first, d_.begin() + mine.last, column(Column::d) + mine.first);
}

template <class R>
void Conquest<R>::solve_leaf(const Subproblem& leaf) {
  const int n = as_int(leaf.rows), ldu = as_int(u_.tile().ld), ldvt = as_int(vt_.tile().ld);
  const Index f = leaf.first;
  int info = 0;
  fortran::lasd0<R>(&n, &leaf.extra, column(Column::d) + f, e_.data() + f, u_.tile().at(f, f), &ldu,
                    vt_.tile().at(f, f), &ldvt, &smallest_divide, iwork_.data(), work_.data(),
                    &info);
  if (info != 0) fact(Fact::first_info + room_.rank()) = info;
}

template <class R>
void Conquest<R>::merge(const Subproblem& m) {
  if (room_.rank() == 0) {
    deflate(m);
    if (fact(Fact::order) < merge_from_) finish_small(m);
  }
  room_.meet();
  if (fact(Fact::is_done) == 0) {
    find_roots(m);
    room_.meet();
    if (has_failed()) return;
    compute_vectors(m);
  }
  room_.meet();
  if (room_.rank() != 0) return;
  R* const d = column(Column::d) + m.first;
  for (Index i = 0; i < m.rows; ++i) d[i] *= scale_;
}

// Rank 0: sorts the values of both halves and deflates.
template <class R>
void Conquest<R>::deflate(const Subproblem& m) {
  const Index f = m.first, n = m.rows, middle = f + m.left;
  const int nl = as_int(m.left), nr = as_int(n - m.left - 1);
  R* const d = column(Column::d) + f;
  R alpha = d_[static_cast<std::size_t>(middle)];
  R beta = e_[static_cast<std::size_t>(middle)];
  d[m.left] = 0;
  scale_ = std::max(std::abs(alpha), std::abs(beta));
  for (Index i = 0; i < n; ++i) scale_ = std::max(scale_, std::abs(d[i]));
  for (Index i = 0; i < n; ++i) d[i] /= scale_;
  alpha /= scale_;
  beta /= scale_;

  const auto rising = [](R x, R y) { return x < y; };
  const auto upper = order_of(d, m.left, rising);
  const auto lower = order_of(d + m.left + 1, n - m.left - 1, rising);
  for (std::size_t i = 0; i < upper.size(); ++i) sorted_[i] = upper[i] + 1;
  for (std::size_t i = 0; i < lower.size(); ++i) sorted_[upper.size() + 1 + i] = lower[i] + 1;

  const int ldu = as_int(u_.tile().ld), ldvt = as_int(vt_.tile().ld);
  int* const idxp = iwork_.data();
  int* const idx = idxp + n;
  int* const types = idx + n;
  int k = 0, info = 0;
  fortran::lasd2<R>(&nl, &nr, &m.extra, &k, d, column(Column::z), &alpha, &beta, u_.tile().at(f, f),
                    &ldu, vt_.tile().at(f, f), &ldvt, column(Column::poles), u2_.tile().at(f, f),
                    &ldu, vt2_.tile().at(f, f), &ldvt, idxp, idx, integers_.tile().at(0, 0),
                    sorted_.data(), types, &info);
  // compute_vectors() reads V^T's first row after the upper rows right of the middle, which are
  // zero there.
  if (k >= merge_from_ && types[0] > 0)
    for (Index j = m.left + 1; j < n + m.extra; ++j)
      vt2_.tile()(f + types[0], f + j) = vt2_.tile()(f, f + j);
  fact(Fact::order) = k;
  for (int type = 0; type < 3; ++type) fact(Fact::upper + type) = types[type];
  fact(Fact::is_done) = 0;
  fact(Fact::first_info) = info;
}

// Rank 0: completes a small merge.
template <class R>
void Conquest<R>::finish_small(const Subproblem& m) {
  const Index f = m.first;
  const int nl = as_int(m.left), nr = as_int(m.rows - m.left - 1), k = fact(Fact::order);
  const int ldu = as_int(u_.tile().ld), ldvt = as_int(vt_.tile().ld);
  const int types[] = {fact(Fact::upper), fact(Fact::lower), fact(Fact::dense), 0};
  int info = 0;
  fortran::lasd3<R>(&nl, &nr, &m.extra, &k, column(Column::d) + f, secular_.scratch(), &k,
                    column(Column::poles), u_.tile().at(f, f), &ldu, u2_.tile().at(f, f), &ldu,
                    vt_.tile().at(f, f), &ldvt, vt2_.tile().at(f, f), &ldvt,
                    integers_.tile().at(0, 0), types, column(Column::z), &info);
  fact(Fact::is_done) = 1;
  if (info != 0) fact(Fact::first_info) = info;
}

template <class R>
void Conquest<R>::find_roots(const Subproblem& m) {
  const Index k = fact(Fact::order);
  const int info = secular_.find_roots(k, share(k), column(Column::poles), column(Column::z),
                                       column(Column::d) + m.first,
                                       column(Column::first_product + room_.rank()));
  if (info != 0) fact(Fact::first_info + room_.rank()) = info;
}

// Each rank computes the columns of U and rows of V^T of its roots. Old vectors are sorted: zero
// below the middle, zero above it, dense.
template <class R>
void Conquest<R>::compute_vectors(const Subproblem& m) {
  const Index k = fact(Fact::order), upper = fact(Fact::upper), lower = fact(Fact::lower),
              dense = fact(Fact::dense);
  const Range mine = share(k);
  std::fill_n(z_.data(), k, R(1));
  for (int r = 0; r < room_.ranks(); ++r) {
    const R* const products = column(Column::first_product + r);
    for (Index i = 0; i < k; ++i) z_[static_cast<std::size_t>(i)] *= products[i];
  }
  secular_.make_vectors(column(Column::poles), z_.data(), column(Column::z),
                        integers_.tile().at(0, 0));

  const Index n = m.rows, half = m.left, f = m.first;
  const Index cols = n + m.extra, first_dense = 1 + upper + lower;
  const auto sub = [&](CommonMatrix<R>& x) { return x.tile().part(f, f, n, cols); };
  const auto with = [](local::Tile<const R> x) { return local::plain(x); };

  const local::Tile<const R> left = secular_.left();
  const local::Tile<R> u = sub(u_).col_range(mine.first, mine.last), u2 = sub(u2_);
  local::gemm<R>(1, with(u2.part(0, 1, half, upper)), with(left.row_range(1, 1 + upper)), 0,
                 u.row_range(0, half));
  local::gemm<R>(1, with(u2.part(0, first_dense, half, dense)),
                 with(left.row_range(first_dense, first_dense + dense)), 1, u.row_range(0, half));
  for (Index j = 0; j < u.cols; ++j) u(half, j) = left(0, j);
  local::gemm<R>(1, with(u2.part(half + 1, 1 + upper, n - half - 1, lower + dense)),
                 with(left.row_range(1 + upper, k)), 0, u.row_range(half + 1, n));

  const local::Tile<R> right = secular_.right();
  const local::Tile<R> vt = sub(vt_).row_range(mine.first, mine.last), vt2 = sub(vt2_);
  const auto turned = [](local::Tile<const R> x) { return local::trans(x); };
  local::gemm<R>(1, turned(right.row_range(0, 1 + upper)),
                 with(vt2.part(0, 0, 1 + upper, half + 1)), 0, vt.col_range(0, half + 1));
  local::gemm<R>(1, turned(right.row_range(first_dense, first_dense + dense)),
                 with(vt2.part(first_dense, 0, dense, half + 1)), 1, vt.col_range(0, half + 1));
  // The dense first row, copied by deflate().
  for (Index j = 0; j < right.cols; ++j) right(upper, j) = right(0, j);
  local::gemm<R>(1, turned(right.row_range(upper, k)),
                 with(vt2.part(upper, half + 1, k - upper, cols - half - 1)), 0,
                 vt.col_range(half + 1, cols));
}

// Sorts U and V^T by descending values, into the other matrices.
template <class R>
void Conquest<R>::put_in_order() {
  room_.meet();
  const R* const d = column(Column::d);
  const auto order = order_of(d, n_, [](R x, R y) { return x > y; });
  for (std::size_t i = 0; i < order.size(); ++i) d_[i] = d[order[i]];
  const local::Tile<R> u = u_.tile(), vt = vt_.tile(), u2 = u2_.tile(), vt2 = vt2_.tile();
  const Range mine = share(n_);
  for (Index j = mine.first; j < mine.last; ++j) {
    std::copy_n(u.at(0, order[static_cast<std::size_t>(j)]), n_, u2.at(0, j));
    const R* const from = vt.at(0, j);
    R* const to = vt2.at(0, j);
    for (std::size_t i = 0; i < order.size(); ++i) to[i] = from[order[i]];
  }
}

template class Conquest<float>;
template class Conquest<double>;

}  // namespace ashlar::detail
