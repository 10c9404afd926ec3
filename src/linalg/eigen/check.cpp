// SPDX-License-Identifier: BSD-3-Clause
#include "task.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <ashlar/matrix/dist_matrix.hpp>
#include <ashlar/matrix/generate.hpp>

#include "base/instantiate.hpp"
#include "matrix/element_places.hpp"
#include "mpi/collectives.hpp"

namespace ashlar::detail {
namespace {

template <Scalar T>
using WideVector = std::vector<SumOf<T>>;

std::size_t at(Index i) { return static_cast<std::size_t>(i); }

template <Scalar T>
SumOf<T> widened(T x) {
  return static_cast<SumOf<T>>(x);
}

double norm_of(const auto& x) {
  double sum = 0;
  for (const auto& element : x) sum += std::norm(element);
  return std::sqrt(sum);
}

// A power of two near 1 / x, against overflow and underflow of products.
double near_inverse(double x) {
  return x > 0 && std::isfinite(x) ? std::ldexp(1.0, -std::clamp(std::ilogb(x), -1000, 1000)) : 1.0;
}

// The operator of a stored triangle, times `scale`.
template <Scalar T>
class Hermitian {
 public:
  Hermitian(MatrixView<const T> a, Uplo uplo)
      : a_(a), uplo_(uplo), scale_(near_inverse(static_cast<double>(max_in_triangle()))) {}

  double scale() const { return scale_; }
  double frobenius() const { return frobenius_; }

  // scale() A x on every rank.
  WideVector<T> times(const WideVector<T>& x) {
    WideVector<T> y(x.size() + 1);
    double squares = 0;
    for_each_run([&](Index i, Index j, const T* element, Index stride, Index count) {
      const SumOf<T> xj = x[at(j)];
      SumOf<T> sum = 0;
      for (Index k = 0; k < count; ++k) {
        const SumOf<T> v = widened(element[k * stride]) * scale_;
        y[at(i + k)] += v * xj;
        sum += conjugate(v) * x[at(i + k)];
        squares += 2 * std::norm(v);
      }
      y[at(j)] += sum;
    });
    for_diagonal([&](Index j, T element) {
      const double v = static_cast<double>(std::real(element)) * scale_;
      y[at(j)] += v * x[at(j)];
      squares += v * v;
    });
    y.back() = squares;
    sum_over(a_.comm(), y);
    frobenius_ = std::sqrt(std::real(y.back()));
    y.pop_back();
    return y;
  }

 private:
  // Calls f(i, j, first element, stride, count) for local runs of rows in the triangle, without the
  // diagonal.
  template <class F>
  void for_each_run(F&& f) const {
    const LocalView<const T> local = a_.local();
    const ElementPlaces<T> places(a_);
    const Index block = a_.layout().rows().block, before = a_.section().rows.first;
    for (Index jl = 0; jl < local.cols; ++jl) {
      const Index j = places.col(jl);
      for (Index il = 0; il < local.rows;) {
        const Index i = places.row(il);
        const Index count = std::min(block - (before + i) % block, local.rows - il);
        const Range rows{i, i + count};
        const Range wanted =
            intersection(rows, uplo_ == Uplo::Lower ? Range{j + 1, a_.shape().rows} : Range{0, j});
        if (!wanted.empty())
          f(wanted.first, j, &local(il + wanted.first - i, jl), local.row_stride, wanted.size());
        il += count;
      }
    }
  }

  // Calls f(j, element) for local diagonal elements.
  template <class F>
  void for_diagonal(F&& f) const {
    const auto [rows, cols] = a_.section();
    for (Index j = 0; j < rows.size(); ++j)
      if (const T* element = a_.matrix().find(rows.first + j, cols.first + j)) f(j, *element);
  }

  double max_in_triangle() const {
    double largest = 0;
    for_each_run([&](Index, Index, const T* element, Index stride, Index count) {
      for (Index k = 0; k < count; ++k) {
        const SumOf<T> v = widened(element[k * stride]);
        largest = std::max({largest, std::abs(std::real(v)), std::abs(std::imag(v))});
      }
    });
    for_diagonal([&](Index, T element) {
      largest = std::max(largest, std::abs(static_cast<double>(std::real(element))));
    });
    return mpi::all_max(mpi::Context::of(a_.comm()).comm(), largest);
  }

  MatrixView<const T> a_;
  Uplo uplo_;
  double scale_;
  double frobenius_ = 0;
};

// Z y and Z (L y).
template <Scalar T>
struct Combined {
  WideVector<T> x, u;
};

template <Scalar T>
Combined<T> combined(const DistMatrix<T>& z, const WideVector<T>& y, const WideVector<T>& ly) {
  const Index n = z.rows();
  WideVector<T> both(at(2 * n));
  z.for_each_run([&](Index il, Index jl, Index i, Index j, Index count) {
    const T* column = z.local().at(il, jl);
    const SumOf<T> a = y[at(j)], b = ly[at(j)];
    for (Index k = 0; k < count; ++k) {
      both[at(i + k)] += widened(column[k]) * a;
      both[at(n + i + k)] += widened(column[k]) * b;
    }
  });
  sum_over(z.comm(), both);
  return {{both.begin(), both.begin() + n}, {both.begin() + n, both.end()}};
}

template <Scalar T>
WideVector<T> adjoint_times(const DistMatrix<T>& z, const WideVector<T>& x) {
  WideVector<T> t(at(z.cols()));
  z.for_each_run([&](Index il, Index jl, Index i, Index j, Index count) {
    const T* column = z.local().at(il, jl);
    SumOf<T> sum = 0;
    for (Index k = 0; k < count; ++k) sum += conjugate(widened(column[k])) * x[at(i + k)];
    t[at(j)] += sum;
  });
  sum_over(z.comm(), t);
  return t;
}

template <Scalar T>
double distance(const WideVector<T>& x, const WideVector<T>& y) {
  double sum = 0;
  for (std::size_t k = 0; k < x.size(); ++k) sum += std::norm(x[k] - y[k]);
  return std::sqrt(sum);
}

template <Scalar T>
constexpr double eps_of =
    static_cast<double>(std::numeric_limits<ashlar::RealOf<T>>::epsilon()) / 2;

double ratio(double error, double size, double n_eps) {
  return error == 0 ? 0 : error / (size * n_eps);
}

// A x = lambda x.
template <Scalar T>
EigenMeasure of_one(Hermitian<T>& a, const SymmetricEigen<T>& s, const Combined<T>& c,
                    const WideVector<T>& y) {
  double largest = 1;  // |A| is at least its largest element
  for (const auto value : s.values)
    largest = std::max(largest, std::abs(static_cast<double>(value)) * a.scale());
  const double n_eps = static_cast<double>(s.vectors.rows()) * eps_of<T>;
  const double residual = distance<T>(a.times(c.x), c.u);
  const double orthogonality = distance<T>(adjoint_times(s.vectors, c.x), y);
  return {ratio(residual, largest * norm_of(y), n_eps), ratio(orthogonality, norm_of(y), n_eps)};
}

// Generalised forms, with bounds for norms.
template <Scalar T>
EigenMeasure of_two(Hermitian<T>& a, Hermitian<T>& b, EigenForm form, const SymmetricEigen<T>& s,
                    const Combined<T>& c, const WideVector<T>& y) {
  const double n_eps = static_cast<double>(s.vectors.rows()) * eps_of<T>;
  const double size_x = norm_of(c.x), size_y = norm_of(y);
  EigenMeasure result;
  if (form == EigenForm::AxLambdaBx) {
    const double error = distance<T>(a.times(c.x), b.times(c.u));
    result.residual = ratio(error, a.frobenius() * size_x + b.frobenius() * norm_of(c.u), n_eps);
  } else {
    const bool a_first = form == EigenForm::BAxLambdaX;
    const auto once = a_first ? a.times(c.x) : b.times(c.x);
    const double error = distance<T>(a_first ? b.times(once) : a.times(once), c.u);
    result.residual = ratio(error, a.frobenius() * b.frobenius() * size_x, n_eps);
  }
  if (form == EigenForm::BAxLambdaX) return result;
  auto t = adjoint_times(s.vectors, b.times(c.x));
  for (auto& element : t) element /= b.scale();
  const double size = b.frobenius() / b.scale() * size_x * size_x / size_y + size_y;
  result.orthogonality = ratio(distance<T>(t, y), size, n_eps);
  return result;
}

}  // namespace

template <Scalar T>
EigenMeasure measured(const EigenProblem<T>& problem, const SymmetricEigenOptions& options,
                      const SymmetricEigen<T>& solution) {
  Hermitian<T> a(problem.a, options.uplo);
  std::optional<Hermitian<T>> b;
  double scale = a.scale();  // of lambda: scaled A (and B) give A x = lambda x
  if (problem.b) {
    b.emplace(*problem.b, options.uplo);
    const bool is_quotient = options.form == EigenForm::AxLambdaBx;
    scale = is_quotient ? a.scale() / b->scale() : a.scale() * b->scale();
  }
  const Uniform<SumOf<T>> random(20260101, -1, 1);
  WideVector<T> y(solution.values.size()), ly(y);
  for (std::size_t k = 0; k < y.size(); ++k) {
    y[k] = random(static_cast<Index>(k), 0);
    ly[k] = static_cast<double>(solution.values[k]) * scale * y[k];
  }
  const Combined<T> c = combined(solution.vectors, y, ly);
  return b ? of_two(a, *b, options.form, solution, c, y) : of_one(a, solution, c, y);
}

template <Scalar T>
double spectrum_error(MatrixView<const T> a, Uplo uplo,
                      const std::vector<ashlar::RealOf<T>>& values) {
  Hermitian<T> h(a, uplo);
  (void)h.times(WideVector<T>(values.size()));
  double squares = 0;
  for (const auto value : values) {
    const double scaled = static_cast<double>(value) * h.scale();
    squares += scaled * scaled;
  }
  const double expected = h.frobenius() * h.frobenius();
  return ratio(std::abs(squares - expected), expected,
               static_cast<double>(values.size()) * eps_of<T>);
}

#define ASHLAR_INSTANTIATE(T)                                                          \
  template EigenMeasure measured(const EigenProblem<T>&, const SymmetricEigenOptions&, \
                                 const SymmetricEigen<T>&);                            \
  template double spectrum_error(MatrixView<const T>, Uplo, const std::vector<ashlar::RealOf<T>>&);
ASHLAR_FOR_ALL_SCALARS(ASHLAR_INSTANTIATE)
#undef ASHLAR_INSTANTIATE

}  // namespace ashlar::detail
