// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include <ashlar/linalg/layout_for.hpp>
#include <ashlar/matrix/dist_matrix.hpp>
#include <ashlar/matrix/generate.hpp>

#include <support/mpi_test.hpp>

// Oracles of linear algebra: whole copies of the matrices on every rank and plain loops in extended
// precision, without the library's moves; and random layouts.

namespace ashlar::test {

template <class T>
struct WideOf {
  using type = long double;
};
template <class R>
struct WideOf<std::complex<R>> {
  using type = std::complex<long double>;
};

/// A whole matrix in extended precision.
template <Scalar T>
struct Wide {
  using Value = typename WideOf<T>::type;

  Shape shape;
  std::vector<Value> values;

  explicit Wide(Shape s) : shape(s), values(static_cast<std::size_t>(s.rows * s.cols)) {}
  Value& operator()(Index i, Index j) {
    return values[static_cast<std::size_t>(i + j * shape.rows)];
  }
  const Value& operator()(Index i, Index j) const {
    return values[static_cast<std::size_t>(i + j * shape.rows)];
  }
};

template <Scalar T>
typename WideOf<T>::type widened(T x) {
  if constexpr (is_complex<T>) return {x.real(), x.imag()};
  else return x;
}

/// Gathers all elements on every rank by a bitwise OR over the ranks.
/// @collective
template <Scalar T>
Wide<T> gathered(const MatrixView<const T>& view) {
  const DistMatrix<T>& a = view.matrix();
  std::vector<T> all(static_cast<std::size_t>(a.rows() * a.cols()));
  for (Index jl = 0; jl < a.local_cols(); ++jl)
    for (Index il = 0; il < a.local_rows(); ++il)
      all[static_cast<std::size_t>(a.global_row(il) + a.global_col(jl) * a.rows())] =
          a.local()(il, jl);
  MPI_Allreduce(MPI_IN_PLACE, all.data(), static_cast<int>(all.size() * sizeof(T)), MPI_BYTE,
                MPI_BOR, a.comm().native());
  Wide<T> result(view.shape());
  for (Index j = 0; j < result.shape.cols; ++j)
    for (Index i = 0; i < result.shape.rows; ++i) {
      const Index from = view.section().rows.first + i + (view.section().cols.first + j) * a.rows();
      result(i, j) = widened(all[static_cast<std::size_t>(from)]);
    }
  return result;
}
template <Scalar T>
Wide<T> gathered(const DistMatrix<T>& a) {
  return gathered(detail::const_view(a));
}

/// f(i, j) as a whole matrix.
template <Scalar T, class F>
Wide<T> evaluated(Shape shape, F&& f) {
  Wide<T> result(shape);
  for (Index j = 0; j < shape.cols; ++j)
    for (Index i = 0; i < shape.rows; ++i) result(i, j) = widened(f(i, j));
  return result;
}

template <Scalar T>
Wide<T> applied(Op op, const Wide<T>& a) {
  if (op == Op::None) return a;
  Wide<T> result(a.shape.transposed());
  for (Index j = 0; j < a.shape.cols; ++j)
    for (Index i = 0; i < a.shape.rows; ++i) {
      result(j, i) = a(i, j);
      if constexpr (is_complex<T>)
        if (op == Op::ConjTrans) result(j, i) = std::conj(a(i, j));
    }
  return result;
}

/// a + b * c by the formula of real parts; the operator of std::complex also handles infinities.
template <class R>
R plus_product(R a, R b, R c) {
  return a + b * c;
}
template <class R>
std::complex<R> plus_product(std::complex<R> a, std::complex<R> b, std::complex<R> c) {
  return {a.real() + b.real() * c.real() - b.imag() * c.imag(),
          a.imag() + b.real() * c.imag() + b.imag() * c.real()};
}

template <Scalar T>
Wide<T> product(const Wide<T>& a, const Wide<T>& b) {
  const Wide<T> rows = applied(Op::Trans, a);
  Wide<T> c({a.shape.rows, b.shape.cols});
  for (Index j = 0; j < c.shape.cols; ++j)
    for (Index i = 0; i < c.shape.rows; ++i) {
      typename Wide<T>::Value sum{};  // in a register: stores of long double are slow
      for (Index k = 0; k < a.shape.cols; ++k) sum = plus_product(sum, rows(k, i), b(k, j));
      c(i, j) = sum;
    }
  return c;
}

/// The larger of two numbers, or NaN if one is NaN; std::max may lose it.
inline long double larger(long double a, long double b) { return std::isnan(a) || a >= b ? a : b; }

/// Largest row sum of absolute values.
template <Scalar T>
long double inf_norm(const Wide<T>& a) {
  long double largest = 0;
  for (Index i = 0; i < a.shape.rows; ++i) {
    long double sum = 0;
    for (Index j = 0; j < a.shape.cols; ++j) sum += std::abs(a(i, j));
    largest = larger(largest, sum);
  }
  return largest;
}

/// The largest modulus of an element; NaN if an element is NaN.
template <Scalar T>
long double max_norm(const Wide<T>& a) {
  long double largest = 0;
  for (const auto& x : a.values) largest = larger(largest, std::abs(x));
  return largest;
}

/// The largest |x - wanted| of any element; NaN if an element is NaN.
template <Scalar T>
long double largest_difference(const Wide<T>& x, const Wide<T>& wanted) {
  Wide<T> rest = x;
  for (std::size_t k = 0; k < rest.values.size(); ++k) rest.values[k] -= wanted.values[k];
  return max_norm(rest);
}

/// The same in units of the last place of 1.
template <Scalar T>
double difference_in_eps(const Wide<T>& x, const Wide<T>& wanted) {
  return static_cast<double>(largest_difference(x, wanted)) /
         double{std::numeric_limits<RealOf<T>>::epsilon()};
}

/// The largest |x - wanted| in units of the largest |wanted|.
template <Scalar T>
double relative_difference(const Wide<T>& x, const Wide<T>& wanted) {
  const long double error = largest_difference(x, wanted), size = max_norm(wanted);
  return static_cast<double>(size == 0 ? error : error / size);
}

/// Half the distance from 1 to the next number.
template <Scalar T>
constexpr long double eps_of = std::numeric_limits<RealOf<T>>::epsilon() / 2;

/// |b - a x| / (eps (|a| |x| + |b|) n) in the infinity norm, HPL's ratio, and its limit.
constexpr double hpl_limit = 16;
template <Scalar T>
double hpl_ratio(const Wide<T>& a, const Wide<T>& x, const Wide<T>& b) {
  Wide<T> r = product(a, x);
  for (std::size_t k = 0; k < r.values.size(); ++k) r.values[k] = b.values[k] - r.values[k];
  const long double scale = eps_of<T> * (inf_norm(a) * inf_norm(x) + inf_norm(b)) *
                            static_cast<long double>(a.shape.rows);
  const long double size = inf_norm(r);
  return static_cast<double>(size == 0 ? 0 : size / scale);
}

/// A positive definite matrix in the triangle `uplo`; NaN in the other triangle, which must not be
/// read.
template <Scalar T>
DistMatrix<T> half_matrix(const Layout& layout, Uplo uplo) {
  DistMatrix<T> a(world(), layout);
  const PositiveDefinite<T> f(1, layout.shape().rows);
  a.fill_with([&](Index i, Index j) {
    const bool is_held = uplo == Uplo::Lower ? i >= j : i <= j;
    return is_held ? f(i, j) : T(std::numeric_limits<RealOf<T>>::quiet_NaN());
  });
  return a;
}

/// The algorithms of `routine` for the ranks of this job, including Automatic.
inline std::vector<Algorithm> algorithms_of(Routine routine) {
  const Machine machine = machine_of(world());
  std::vector<Algorithm> found;
  for (const Algorithm algorithm : ashlar::detail::all_algorithms) try {
      (void)layout_for(routine, {100, 100}, machine, algorithm);
      found.push_back(algorithm);
    } catch (const ArgumentError&) {
    }
  return found;
}

/// Random choices, equal on all ranks.
class Choice {
 public:
  explicit Choice(unsigned seed) : engine_(seed) {}

  /// A number in [low, high].
  int between(int low, int high) {
    return low + static_cast<int>(engine_() % static_cast<unsigned>(high - low + 1));
  }
  bool one_in(int n) { return between(1, n) == 1; }
  template <class T>
  T of(std::initializer_list<T> options) {
    return options.begin()[between(0, static_cast<int>(options.size()) - 1)];
  }
  template <class T>
  T of(const std::vector<T>& options) {
    return options[static_cast<std::size_t>(between(0, static_cast<int>(options.size()) - 1))];
  }
  Algorithm algorithm(Routine routine) {
    const std::vector<Algorithm> known = algorithms_of(routine);
    return known[static_cast<std::size_t>(between(0, static_cast<int>(known.size()) - 1))];
  }

  /// A grid of some of `nranks` ranks in any order.
  RankMap ranks(int nranks) {
    const int rows = between(1, nranks);
    const int cols = between(1, nranks / rows);
    const GridOrder order = of({GridOrder::Row, GridOrder::Column});
    if (one_in(2)) return RankMap({rows, cols}, order, between(0, nranks - rows * cols));
    std::vector<int> all(static_cast<std::size_t>(nranks));
    std::iota(all.begin(), all.end(), 0);
    for (int k = nranks - 1; k > 0; --k)
      std::swap(all[static_cast<std::size_t>(k)], all[static_cast<std::size_t>(between(0, k))]);
    all.resize(static_cast<std::size_t>(rows * cols));
    return RankMap({rows, cols}, order, all);
  }

  Layout layout(Shape shape, const RankMap& ranks) {
    const Block block = {of({1, 2, 3, 5, 8, 16, 64, 1000}), of({1, 2, 3, 4, 8, 16, 64, 1000})};
    const bool is_square = one_in(2);
    const GridShape grid = ranks.grid();
    return {
        Axis{shape.rows, block.rows, grid.rows, between(0, grid.rows - 1)},
        Axis{shape.cols, is_square ? block.rows : block.cols, grid.cols, between(0, grid.cols - 1)},
        ranks};
  }
  Layout layout(Shape shape, int nranks) { return layout(shape, ranks(nranks)); }

  /// A section of `shape` in a slightly larger matrix; in half of the cases the whole matrix.
  std::pair<Shape, Section> surroundings(Shape shape) {
    if (one_in(2)) return {shape, Section::all(shape)};
    const int top = between(0, 7), left = between(0, 7);
    return {{top + shape.rows + between(0, 5), left + shape.cols + between(0, 5)},
            {{top, top + shape.rows}, {left, left + shape.cols}}};
  }

 private:
  std::mt19937 engine_;
};

template <Scalar T>
DistMatrix<T> random_matrix(const Layout& layout, unsigned seed) {
  DistMatrix<T> a(world(), layout);
  a.fill_with(Uniform<T>(seed, -1, 1));
  return a;
}

/// True if the local part equals f(i, j) bit for bit.
template <Scalar T, class F>
bool still_holds(const DistMatrix<T>& a, F&& f) {
  for (Index jl = 0; jl < a.local_cols(); ++jl)
    for (Index il = 0; il < a.local_rows(); ++il)
      if (a.local()(il, jl) != f(a.global_row(il), a.global_col(jl))) return false;
  return true;
}

/// The message of the exception E that `f` throws, else a description of the other outcome.
template <class E, class F>
std::string message_of(F&& f) {
  try {
    f();
  } catch (const E& error) {
    return error.what();
  } catch (const std::exception& error) {
    return std::string("another exception: ") + error.what();
  }
  return "nothing was thrown";
}

inline bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace ashlar::test
