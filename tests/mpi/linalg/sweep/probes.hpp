// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>

#include "setting.hpp"

// Ratios by probes: products of matrices are compared by their effect on a few vectors of +1 and
// -1, so that an oracle costs n^2. The infinity norm of the resulting vectors never exceeds that of
// the matrix, and an error in a row escapes all vectors in one of 2^probes cases at most.

namespace ashlar::test {

inline constexpr Index probes = 6;

template <Scalar T>
constexpr long double unit_roundoff = std::numeric_limits<RealOf<T>>::epsilon() / 2;

template <Scalar T>
Wide<T> probe(Index n) {
  return evaluated<T>({n, probes}, [](Index i, Index j) {
    return detail::random_bits(77, i, j) % 2 == 0 ? T(1) : T(-1);
  });
}

/// a - b, element by element.
template <Scalar T>
Wide<T> minus(Wide<T> a, const Wide<T>& b) {
  for (std::size_t k = 0; k < a.values.size(); ++k) a.values[k] -= b.values[k];
  return a;
}
template <Scalar T>
Wide<T> times(T factor, Wide<T> a) {
  for (auto& x : a.values) x *= widened(factor);
  return a;
}

/// The largest absolute value; NaN if an element is NaN.
template <Scalar T>
long double largest(const Wide<T>& a) {
  long double result = 0;
  for (const auto& x : a.values) {
    const long double size = std::abs(x);
    if (!(size <= result)) result = size;
    if (std::isnan(result)) break;
  }
  return result;
}

/// size / (scale n eps); 0 / 0 gives 0, and NaN gives infinity, which fails.
template <Scalar T>
double ratio_of(long double size, long double scale, Index n) {
  if (size == 0) return 0;
  const long double ratio =
      size / (scale * static_cast<long double>(std::max<Index>(n, 1)) * unit_roundoff<T>);
  return std::isnan(ratio) ? HUGE_VAL : static_cast<double>(ratio);
}

/// The matrix stored in a triangle of `a`: with op(A) = A, or triangular if `op` is None.
template <Scalar T>
Wide<T> completed(const Wide<T>& a, Uplo uplo, Op op) {
  Wide<T> result(a.shape);
  for (Index j = 0; j < a.shape.cols; ++j)
    for (Index i = 0; i < a.shape.rows; ++i) {
      if (uplo == Uplo::Lower ? i >= j : i <= j) {
        result(i, j) = a(i, j);
        if constexpr (is_complex<T>)
          if (i == j && op == Op::ConjTrans) result(i, j) = a(i, j).real();
      } else if (op != Op::None) {
        result(i, j) = a(j, i);
        if constexpr (is_complex<T>)
          if (op == Op::ConjTrans) result(i, j) = std::conj(a(j, i));
      }
    }
  return result;
}

inline bool is_in(Uplo uplo, Index i, Index j) { return uplo == Uplo::Lower ? i >= j : i <= j; }

/// `f` in a triangle, NaN in the other.
template <Scalar T>
Element<T> one_triangle(Element<T> f, Uplo uplo) {
  return [f, uplo](Index i, Index j) { return is_in(uplo, i, j) ? f(i, j) : not_a_number<T>(); };
}

/// A random matrix with op(A) = A and `shift` added to its diagonal, which is real for ConjTrans.
template <Scalar T>
Element<T> mirrored(Element<T> f, Op op, RealOf<T> shift = 0) {
  return [f, op, shift](Index i, Index j) -> T {
    const T x = f(std::max(i, j), std::min(i, j));
    if (i == j) return op == Op::ConjTrans ? T(std::real(x) + shift) : T(x + shift);
    return i > j || op != Op::ConjTrans ? x : conjugate(x);
  };
}
/// A Hermitian, positive definite matrix with a small condition number.
template <Scalar T>
Element<T> positive(Element<T> f, Index n) {
  return mirrored<T>(std::move(f), Op::ConjTrans, static_cast<RealOf<T>>(n + 1));
}

/// |A X - B| / (|A| |X| n eps), as in ScaLAPACK's tests of solvers.
template <Scalar T>
double solution_ratio(const Wide<T>& a, const Wide<T>& x, const Wide<T>& b) {
  return ratio_of<T>(inf_norm(minus(product(a, x), b)), inf_norm(a) * inf_norm(x), a.shape.rows);
}

/// |A - B C| / (|A| n eps), by probes; n is A's larger extent.
template <Scalar T>
double factor_ratio(const Wide<T>& a, const Wide<T>& b, const Wide<T>& c) {
  const Wide<T> v = probe<T>(a.shape.cols);
  return ratio_of<T>(largest(minus(product(a, v), product(b, product(c, v)))), inf_norm(a),
                     std::max(a.shape.rows, a.shape.cols));
}

/// |I - Q^H Q| / (n eps), by probes; n is the number of Q's rows.
template <Scalar T>
double orthogonality_of(const Wide<T>& q) {
  const Wide<T> v = probe<T>(q.shape.cols);
  return ratio_of<T>(largest(minus(product(applied(Op::ConjTrans, q), product(q, v)), v)), 1,
                     q.shape.rows);
}

/// A with its columns times `factors`.
template <Scalar T, class R>
Wide<T> scaled_columns(Wide<T> a, const std::vector<R>& factors) {
  for (Index j = 0; j < a.shape.cols; ++j)
    for (Index i = 0; i < a.shape.rows; ++i)
      a(i, j) *= static_cast<long double>(factors[static_cast<std::size_t>(j)]);
  return a;
}

template <Scalar T>
Wide<T> absolute(const Wide<T>& a) {
  Wide<T> result(a.shape);
  for (std::size_t k = 0; k < a.values.size(); ++k) result.values[k] = std::abs(a.values[k]);
  return result;
}

/// A sum of products of two matrices each.
template <Scalar T>
struct Term {
  T alpha;
  Wide<T> a;
  Wide<T> b;
};

/// The largest element of |C - (sum of terms)| w relative to the bound of its rounding error,
/// (k + 8) eps (sum of |alpha| |A| |B|) |w|, w being probes. Below sqrt 2 for real types in any
/// order of summation; complex products have two more roundings.
template <Scalar T>
double sum_ratio(const Wide<T>& c, const std::vector<Term<T>>& terms, Index k) {
  const Wide<T> v = probe<T>(c.shape.cols), ones = absolute(v);
  Wide<T> error = product(c, v), bound({c.shape.rows, probes});
  for (const Term<T>& term : terms) {
    if (term.alpha == T(0)) continue;
    error = minus(error, times(term.alpha, product(term.a, product(term.b, v))));
    const Wide<T> size = product(absolute(term.a), product(absolute(term.b), ones));
    for (std::size_t i = 0; i < bound.values.size(); ++i)
      bound.values[i] += static_cast<long double>(std::abs(term.alpha)) * size.values[i];
  }
  double worst = 0;
  for (std::size_t i = 0; i < error.values.size(); ++i)
    worst =
        std::max(worst, ratio_of<T>(std::abs(error.values[i]), std::abs(bound.values[i]), k + 8));
  return worst;
}
template <Scalar T>
Wide<T> identity(Index n) {
  return evaluated<T>({n, n}, [](Index i, Index j) { return i == j ? T(1) : T(0); });
}

}  // namespace ashlar::test
