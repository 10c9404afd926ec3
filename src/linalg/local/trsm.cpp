// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>
#include <complex>
#include <vector>

#include <ashlar/base/scalar.hpp>

#include "base/instantiate.hpp"
#include "base/tuning.hpp"
#include "blas.hpp"
#include "openblas.hpp"

namespace ashlar::local {
namespace {

// The residual grows with a block's |A| |A^-1| in the Frobenius norm, about 20 after partial
// pivoting. Up to this limit errors are invisible.
constexpr double largest_condition = 1000;

template <class T>
double squared(T x) {
  return static_cast<double>(std::norm(x));
}

// op(A)^-1 applied to strips of B by recursive halving: products, also with inverses of small
// diagonal blocks if safe.
template <class T>
class BlockedTriangle {
 public:
  BlockedTriangle(Side side, Triangle triangle, Tile<const T> a)
      : side_(side),
        triangle_(triangle),
        a_(a),
        inverses_(static_cast<std::size_t>(block_ * a.rows)),
        scratch_(static_cast<std::size_t>(block_ * strip_)) {
    for (Index first = 0; first < a.rows; first += block_) {
      const Range k{first, std::min(a.rows, first + block_)};
      is_safe_.push_back(invert(k) <= largest_condition);
    }
  }

  // Columns (or rows) of B that fit a core's cache, the most that solve() takes.
  Index strip() const { return strip_; }
  void solve(Tile<T> b) { solve(b, {0, a_.rows}); }

 private:
  bool is_left() const { return side_ == Side::Left; }
  // True if unknowns are eliminated in ascending order.
  bool is_forward() const {
    return ((triangle_.uplo == Uplo::Lower) == (triangle_.op == Op::None)) == is_left();
  }

  Tile<T> along(Tile<T> b, Range k) const {
    return is_left() ? b.row_range(k.first, k.last) : b.col_range(k.first, k.last);
  }
  Tile<T> inverse(Range k) {
    return {inverses_.data() + k.first * block_, k.size(), k.size(), block_};
  }

  void solve(Tile<T> b, Range k) {
    if (k.size() <= block_) return solve_block(along(b, k), k);
    const Index middle = k.first + (k.size() / block_ + 1) / 2 * block_;
    const Range low{k.first, middle}, high{middle, k.last};
    const Range giving = is_forward() ? low : high, taking = is_forward() ? high : low;
    solve(b, giving);
    const Factor<T> whole{a_, triangle_.op}, given = plain(along(b, giving));
    if (is_left())
      gemm(T(-1), whole.part(taking.first, giving.first, taking.size(), giving.size()), given, T(1),
           along(b, taking));
    else
      gemm(T(-1), given, whole.part(giving.first, taking.first, giving.size(), taking.size()), T(1),
           along(b, taking));
    solve(b, taking);
  }

  void solve_block(Tile<T> b, Range k) {
    if (!is_safe_[static_cast<std::size_t>(k.first / block_)])
      return plain_trsm(side_, triangle_, T(1), a_.part(k.first, k.first, k.size(), k.size()), b);
    const Tile<T> before{scratch_.data(), b.rows, b.cols, b.rows};
    for (Index j = 0; j < b.cols; ++j) std::copy_n(b.at(0, j), b.rows, before.at(0, j));
    const Factor<T> inverted{inverse(k), triangle_.op};
    if (is_left()) gemm(T(1), inverted, plain(before), T(0), b);
    else gemm(T(1), plain(before), inverted, T(0), b);
  }

  // Returns the block's condition in the Frobenius norm; NaN or infinity if singular.
  double invert(Range k) {
    const Tile<T> result = inverse(k);
    const bool is_lower = triangle_.uplo == Uplo::Lower;
    // Blocks as lower triangles; an upper one is transposed.
    const auto given = [&](Index i, Index j) {
      if (i == j && triangle_.diag == Diag::Unit) return T(1);
      return is_lower ? a_(k.first + i, k.first + j) : a_(k.first + j, k.first + i);
    };
    const auto made = [&](Index i, Index j) -> T& {
      return is_lower ? result(i, j) : result(j, i);
    };
    double size = 0, inverse_size = 0;
    for (Index j = 0; j < k.size(); ++j)
      for (Index i = j; i < k.size(); ++i) {
        T sum(i == j ? 1 : 0);
        for (Index l = j; l < i; ++l) sum -= given(i, l) * made(l, j);
        made(i, j) = sum / given(i, i);
        size += squared(given(i, j));
        inverse_size += squared(made(i, j));
      }
    return std::sqrt(size) * std::sqrt(inverse_size);
  }

  Side side_;
  Triangle triangle_;
  Tile<const T> a_;
  // Order of inverted diagonal blocks; the inverses' zeros cost more in larger ones.
  const Index block_ = ashlar::detail::tuning().inverse_order;
  const Index strip_ = ashlar::detail::tuning().solve_strip;
  std::vector<T> inverses_;
  std::vector<T> scratch_;
  std::vector<bool> is_safe_;
};

template <class T>
void scale(T alpha, Tile<T> b) {
  for (Index j = 0; j < b.cols; ++j)
    std::for_each(b.at(0, j), b.at(b.rows, j), [&](T& x) { x *= alpha; });
}

}  // namespace

template <class T>
void blocked_trsm(Side side, Triangle triangle, T alpha, Tile<const T> a, Tile<T> b) {
  if (b.empty()) return;
  const Index free = side == Side::Left ? b.cols : b.rows;
  BlockedTriangle<T> blocked(side, triangle, a);
  for (Index first = 0; first < free; first += blocked.strip()) {
    const Index last = std::min(free, first + blocked.strip());
    const Tile<T> part = side == Side::Left ? b.col_range(first, last) : b.row_range(first, last);
    if (alpha != T(1)) scale(alpha, part);
    blocked.solve(part);
  }
}

template <class T>
void trsm(Side side, Triangle triangle, T alpha, Tile<const T> a, Tile<T> b) {
  const bool is_wide =
      (side == Side::Left ? b.cols : b.rows) >= ashlar::detail::tuning().inverse_columns &&
      a.rows >= ashlar::detail::tuning().inverse_order;
  // Strips are too small for threads.
  if (is_wide && has_wide_kernels() && blas_threads() == 1)
    blocked_trsm(side, triangle, alpha, a, b);
  else plain_trsm(side, triangle, alpha, a, b);
}

#define ASHLAR_INSTANTIATE(T)                                            \
  template void blocked_trsm(Side, Triangle, T, Tile<const T>, Tile<T>); \
  template void trsm(Side, Triangle, T, Tile<const T>, Tile<T>);
ASHLAR_FOR_ALL_SCALARS(ASHLAR_INSTANTIATE)
#undef ASHLAR_INSTANTIATE

}  // namespace ashlar::local
