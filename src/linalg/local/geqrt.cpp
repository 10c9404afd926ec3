// SPDX-License-Identifier: BSD-3-Clause
#include "lapack.hpp"

#include <vector>

#include "base/instantiate.hpp"
#include "reflection.hpp"

namespace ashlar::local {
namespace {

// Columns whose reflections are applied one by one.
constexpr Index few = 8;

// Makes a square unit lower triangular during its lifetime.
template <class T>
class UnitLower {
 public:
  UnitLower(Tile<T> square, std::vector<T>& memory) : square_(square), kept_(memory.data()) {
    for_each([](T& element, T& kept, bool on_diagonal) {
      kept = element;
      element = T(on_diagonal ? 1 : 0);
    });
  }
  UnitLower(const UnitLower&) = delete;
  UnitLower& operator=(const UnitLower&) = delete;
  ~UnitLower() {
    for_each([](T& element, T& kept, bool) { element = kept; });
  }

 private:
  template <class F>
  void for_each(F&& f) {
    T* kept = kept_;
    for (Index j = 0; j < square_.cols; ++j)
      for (Index i = 0; i <= j; ++i) f(square_(i, j), *kept++, i == j);
  }

  Tile<T> square_;
  T* kept_;
};

template <Scalar T>
class Panel {
 public:
  Panel(Tile<T> a, Tile<T> t) : a_(a), t_(t), kept_(squared(a.cols)), product_(squared(a.cols)) {}

  void factor(Range k) {
    if (k.size() <= few) {
      for (Index j = k.first; j < k.last; ++j) reflect(k, j);
      return;
    }
    const Index middle = k.first + (k.size() / few + 1) / 2 * few;
    const Range left{k.first, middle}, right{middle, k.last};
    factor(left);
    apply(left, right);
    factor(right);
    join(left, right);
  }

 private:
  static std::size_t squared(Index n) { return static_cast<std::size_t>(n * n); }

  Tile<T> from(Index first, Range cols) const {
    return a_.part(first, cols.first, a_.rows - first, cols.size());
  }
  Tile<T> square(Range k) const { return from(k.first, k).row_range(0, k.size()); }

  // Computes reflection j and applies it to later columns of k.
  void reflect(Range k, Index j) {
    T sums[few] = {}, along[few] = {};
    RealOf<T> scaled = 1;
    multiply(k, j, sums);
    if (!is_safe_square(std::real(sums[j - k.first]))) {
      scaled = safe_factor(largest_part(a_.at(j, j), a_.rows - j));
      for (Index i = j; i < a_.rows; ++i) a_(i, j) *= scaled;
      multiply(k, j, sums);
    }
    const Reflection<T> found = reflection_of(a_(j, j), std::sqrt(std::real(sums[j - k.first])));
    if (found.tau != T(0))
      for (Index i = j + 1; i < a_.rows; ++i) a_(i, j) = product(a_(i, j), found.scale);
    for (Index c = k.first; c < k.last; ++c) {
      // v^H times column c.
      T& dot = along[c - k.first];
      dot = a_(j, c) + conjugate(product(found.scale, sums[c - k.first]));
      if (c < j) t_(c, j) = conjugate(dot);
      if (c <= j) continue;
      dot = product(conjugate(found.tau), dot);
      a_(j, c) -= dot;
    }
    a_(j, j) = found.beta / scaled;
    const Tile<const T> v = from(j + 1, {j, j + 1});
    const Tile<const T> factors{along + (j + 1 - k.first), 1, k.last - j - 1, 1};
    gemm(T(-1), plain(v), plain(factors), T(1), from(j + 1, {j + 1, k.last}));
    extend_triangle(t_, k.first, j, found.tau);
  }

  // sums := A^H x below row j, for columns A of k and x, column j.
  void multiply(Range k, Index j, T* sums) {
    if (j + 1 == a_.rows) return void(std::fill_n(sums, k.size(), T(0)));
    gemm(T(1), conj_trans(from(j + 1, k)), plain(from(j + 1, {j, j + 1})), T(0),
         Tile<T>{sums, k.size(), 1, k.size()});
  }

  // Applies the reflections of `left` to columns `right`.
  void apply(Range left, Range right) {
    const UnitLower<T> unit(square(left), kept_);
    const Tile<T> v = from(left.first, left), c = from(left.first, right);
    const Tile<T> w{product_.data(), left.size(), right.size(), left.size()};
    gemm(T(1), conj_trans(v), plain(c), T(0), w);
    trmm<T>(Side::Left, {Uplo::Upper, Op::ConjTrans, Diag::NonUnit}, T(1),
            t_.part(left.first, left.first, left.size(), left.size()), w);
    gemm(T(-1), plain(v), plain(w), T(1), c);
  }

  void join(Range left, Range right) {
    const UnitLower<T> unit(square(right), kept_);
    gemm(T(1), conj_trans(from(right.first, left)), plain(from(right.first, right)), T(0),
         t_.part(left.first, right.first, left.size(), right.size()));
    join_triangles(t_, left, right);
  }

  Tile<T> a_, t_;
  std::vector<T> kept_, product_;
};

}  // namespace

template <class T>
void geqrt(Tile<T> a, Tile<T> t) {
  if (!a.empty()) Panel<T>(a, t).factor({0, a.cols});
}

#define ASHLAR_INSTANTIATE(T) template void geqrt(Tile<T>, Tile<T>);
ASHLAR_FOR_ALL_SCALARS(ASHLAR_INSTANTIATE)
#undef ASHLAR_INSTANTIATE

}  // namespace ashlar::local
