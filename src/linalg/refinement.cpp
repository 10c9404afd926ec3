// SPDX-License-Identifier: BSD-3-Clause
#include "refinement.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <vector>

#include <ashlar/linalg/norm.hpp>
#include <ashlar/move/gather.hpp>

#include "base/instantiate.hpp"
#include "operand.hpp"

namespace ashlar::detail {
namespace {

// Right-hand sides on every rank at a time.
constexpr Index most_columns = 32;
constexpr int most_steps = 30;

template <Scalar T>
constexpr double unit_roundoff =
    static_cast<double>(std::numeric_limits<ashlar::RealOf<T>>::epsilon() / 2);

// An n x k matrix on every rank.
template <Scalar T>
struct Columns {
  Columns(Index n, Index k) : rows(n), cols(k), values(static_cast<std::size_t>(n * k)) {}

  local::Tile<T> tile() { return {values.data(), rows, cols, std::max<Index>(rows, 1)}; }
  LocalView<T> view() { return {values.data(), rows, cols, 1, std::max<Index>(rows, 1)}; }
  double size_of(Index j) {
    double largest = 0;
    for (Index i = 0; i < rows; ++i) {
      const auto size = static_cast<double>(std::abs(tile()(i, j)));
      if (!(size <= largest)) largest = size;  // also NaN, which remains
    }
    return largest;
  }

  Index rows, cols;
  std::vector<T> values;
};

// R := B - A X; R may be uninitialised.
template <Scalar T>
void residual(const ReplicatedProduct<T>& a, Columns<T>& b, Columns<T>& x, Columns<T>& r) {
  a.apply(x.tile(), r.tile());
  std::transform(b.values.begin(), b.values.end(), r.values.begin(), r.values.begin(),
                 std::minus<T>());
}

// Solves A D = R in place, with columns scaled to about 1 by powers of two, against underflow in
// lower precision.
template <Scalar T>
void correct(const Refinement<T>& problem, Columns<T>& r) {
  constexpr int most_exponent = std::numeric_limits<ashlar::RealOf<T>>::max_exponent - 24;
  std::vector<int> exponents(static_cast<std::size_t>(r.cols));
  const auto scale = [&](int sign) {
    for (Index j = 0; j < r.cols; ++j) {
      const auto factor = static_cast<ashlar::RealOf<T>>(
          std::ldexp(1.0, sign * exponents[static_cast<std::size_t>(j)]));
      for (Index i = 0; i < r.rows; ++i) r.tile()(i, j) *= factor;
    }
  };
  for (Index j = 0; j < r.cols; ++j) {
    const double size = r.size_of(j);
    if (size > 0 && std::isfinite(size))
      exponents[static_cast<std::size_t>(j)] =
          std::clamp(std::ilogb(size), -most_exponent, most_exponent);
  }
  scale(-1);
  problem.correct(r.tile());
  scale(1);
}

template <Scalar T>
void add_to(Columns<T>& x, const Columns<T>& d) {
  std::transform(x.values.begin(), x.values.end(), d.values.begin(), x.values.begin(),
                 std::plus<T>());
}

// Calls f(b, x) for groups of columns until it returns false.
template <Scalar T, class F>
void for_column_groups(const Refinement<T>& problem, DistMatrix<T>& result, F&& f) {
  const auto [n, nrhs] = problem.b.shape();
  for (Index first = 0; first < nrhs; first += most_columns) {
    const Range range{first, std::min(nrhs, first + most_columns)};
    Columns<T> b(n, range.size()), x(n, range.size());
    gather_all_into(columns_of(problem.b, range), b.view());
    if (!f(b, x)) return;
    const LocalView<T> whole = x.view();
    scatter_all(LocalView<const T>(whole), result.view({0, n}, range));
  }
}

template <Scalar T>
DistMatrix<T> result_for(const MatrixView<const T>& b) {
  return {b.comm(), section_layout(b.layout(), b.section()), {.init = Init::Uninitialized}};
}

// Corrects `x` until all columns satisfy |r| <= tolerance |x|, or returns false.
template <Scalar T>
bool converge(const Refinement<T>& problem, Columns<T>& b, Columns<T>& x, double tolerance,
              int& steps) {
  Columns<T> r = b;
  std::vector<double> before(static_cast<std::size_t>(b.cols),
                             std::numeric_limits<double>::infinity());
  for (int step = 0; step <= most_steps; ++step) {
    correct(problem, r);
    add_to(x, r);
    residual(problem.a, b, x, r);
    steps = std::max(steps, step);
    bool is_done = true;
    for (Index j = 0; j < b.cols; ++j) {
      double& last = before[static_cast<std::size_t>(j)];
      const double size = r.size_of(j), wanted = tolerance * x.size_of(j);
      if (size <= wanted && std::isfinite(wanted)) continue;
      if (!(size <= last / 2)) return false;
      last = size;
      is_done = false;
    }
    if (is_done) return true;
  }
  return false;
}

// The largest |r(i)| / (|A| |x| + |b|)(i) of all columns (Arioli, Demmel, Duff 1989); rows of
// denormal size as in ?gerfs.
template <Scalar T>
double backward_error(const ReplicatedProduct<T>& a, Columns<T>& b, Columns<T>& x, Columns<T>& r) {
  using Real = ashlar::RealOf<T>;
  const Real tiny = static_cast<Real>(a.order() + 1) * std::numeric_limits<Real>::min();
  const Real small = tiny / std::numeric_limits<Real>::epsilon();
  double largest = 0;
  std::vector<Real> sizes(static_cast<std::size_t>(x.rows));
  for (Index j = 0; j < x.cols; ++j) {
    for (Index i = 0; i < x.rows; ++i)
      sizes[static_cast<std::size_t>(i)] = std::abs(x.tile()(i, j));
    const std::vector<Real> products = a.apply_absolute(sizes);
    for (Index i = 0; i < x.rows; ++i) {
      const Real scale = products[static_cast<std::size_t>(i)] + std::abs(b.tile()(i, j));
      const Real size = std::abs(r.tile()(i, j));
      const auto ratio =
          static_cast<double>(scale > small ? size / scale : (size + tiny) / (scale + tiny));
      if (!(ratio <= largest)) largest = ratio;
    }
  }
  return largest;
}

}  // namespace

template <Scalar T>
Refined<T> refine_to_convergence(const Refinement<T>& problem, double a_norm) {
  Refined<T> result{result_for(problem.b)};
  const double n = static_cast<double>(problem.a.order());
  const double tolerance = std::sqrt(n) * unit_roundoff<T> * a_norm;
  for_column_groups(problem, result.x, [&](Columns<T>& b, Columns<T>& x) {
    return result.converged = converge(problem, b, x, tolerance, result.steps);
  });
  return result;
}

template <Scalar T>
Refined<T> refine_backward_error(const Refinement<T>& problem, int most) {
  Refined<T> result{result_for(problem.b)};
  for_column_groups(problem, result.x, [&](Columns<T>& b, Columns<T>& x) {
    Columns<T> r = b, before = x;
    correct(problem, r);
    add_to(x, r);
    double last = std::numeric_limits<double>::infinity();
    for (int step = 0; step <= most; ++step) {
      residual(problem.a, b, x, r);
      const double error = backward_error(problem.a, b, x, r);
      if (error > last) x = before;
      if (step == most || error <= unit_roundoff<T> || !(error <= last / 2)) break;
      last = error;
      before = x;
      correct(problem, r);
      add_to(x, r);
      result.steps = std::max(result.steps, step + 1);
    }
    return true;
  });
  return result;
}

template <Scalar T>
double hpl_residual(const ReplicatedProduct<T>& a, double a_norm, MatrixView<const T> b,
                    const DistMatrix<T>& x) {
  const auto [n, nrhs] = b.shape();
  std::vector<double> row_sums(static_cast<std::size_t>(n));
  for (Index first = 0; first < nrhs; first += most_columns) {
    const Range range{first, std::min(nrhs, first + most_columns)};
    Columns<T> b_part(n, range.size()), x_part(n, range.size()), r(n, range.size());
    gather_all_into(columns_of(b, range), b_part.view());
    gather_all_into(columns_of(const_view(x), range), x_part.view());
    residual(a, b_part, x_part, r);
    for (Index j = 0; j < r.cols; ++j)
      for (Index i = 0; i < n; ++i)
        row_sums[static_cast<std::size_t>(i)] += static_cast<double>(std::abs(r.tile()(i, j)));
  }
  if (n == 0 || nrhs == 0) return 0;
  const double largest = *std::max_element(row_sums.begin(), row_sums.end());
  if (largest == 0) return 0;
  const double x_norm = static_cast<double>(norm(const_view(x), Norm::Inf));
  const double b_norm = static_cast<double>(norm(b, Norm::Inf));
  return largest / (unit_roundoff<T> * (a_norm * x_norm + b_norm) * static_cast<double>(n));
}

#define ASHLAR_INSTANTIATE(T)                                                            \
  template Refined<T> refine_to_convergence(const Refinement<T>&, double);               \
  template Refined<T> refine_backward_error(const Refinement<T>&, int);                  \
  template double hpl_residual(const ReplicatedProduct<T>&, double, MatrixView<const T>, \
                               const DistMatrix<T>&);
ASHLAR_FOR_ALL_SCALARS(ASHLAR_INSTANTIATE)
#undef ASHLAR_INSTANTIATE

}  // namespace ashlar::detail
