// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/linalg/eigen.hpp>

#include <cmath>
#include <utility>

#include <ashlar/base/error.hpp>
#include <ashlar/linalg/layout_for.hpp>
#include <ashlar/matrix/apply.hpp>

#include "base/instantiate.hpp"
#include "eigen/task.hpp"
#include "factor.hpp"
#include "same_options.hpp"

namespace ashlar::detail {
namespace {

// ScaLAPACK's tests allow 250; wrong vectors give 1e10.
constexpr double absurd = 1000;

template <Scalar T>
void check_arguments(const EigenProblem<T>& problem, const SymmetricEigenOptions& o) {
  const Shape a = problem.a.shape();
  check_square("symmetric_eigen", a);
  if (problem.b) {
    const Shape b = problem.b->shape();
    expect(a == b, "symmetric_eigen: A is ", a.rows, "x", a.cols, " and B is ", b.rows, "x", b.cols,
           "; they must have one shape");
    expect(problem.a.comm() == problem.b->comm(),
           "symmetric_eigen: A and B lie on different communicators");
  }
  expect(o.uplo != Uplo::General,
         "symmetric_eigen: uplo is general; give lower or upper, the triangle that holds A");
  const EigenRange& r = o.range;
  if (r.kind == EigenRange::Kind::Indices)
    expect(0 <= r.first && r.first <= r.last && r.last <= a.rows, "symmetric_eigen: indices [",
           r.first, ", ", r.last, ") are not among the ", a.rows, " eigenvalues");
  if (r.kind == EigenRange::Kind::Interval)
    expect(r.low <= r.high, "symmetric_eigen: (", r.low, ", ", r.high,
           "] is not an interval; give low <= high");
  expect(o.block >= 0, "symmetric_eigen: block is ", o.block, "; it must not be negative");
}

template <Scalar T>
EigenSolution<T> solve(Algorithm algorithm, EigenTask<T>& task) {
  if (task.a.rows() == 0) return {};
  switch (algorithm) {
    case Algorithm::ScaLapack: return eigen_by_scalapack(task);
    case Algorithm::Elpa: return eigen_by_elpa(task);
    default: return eigen_by_one_rank(task);
  }
}

// Columns of the range in A's layout.
template <Scalar T>
DistMatrix<T> brought_home(EigenSolution<T>& s, MatrixView<const T> a) {
  const Layout home =
      section_layout(a.layout(), a.section()).with_shape({a.shape().rows, s.columns.size()});
  // An empty Z may lack a communicator.
  if (!home.shape().empty() && s.z.layout() == home) return std::move(s.z);
  DistMatrix<T> result(a.comm(), home, {.init = Init::Uninitialized});
  if (!home.shape().empty())
    copy_into(std::as_const(s.z).view({0, a.shape().rows}, s.columns), result);
  return result;
}

void note_advice(const SymmetricEigenOptions& o, const LayoutAdvice& advice, const Layout& from) {
  note_algorithm(o.how, advice.algorithm,
                 concat("symmetric_eigen by ", to_string(advice.algorithm), ": ", advice.reason));
  if (from != advice.layout)
    note_move(o.how, "symmetric_eigen: A", from, advice.layout,
              "the algorithm works there; the vectors come back");
}

template <Scalar T>
void verify(const EigenProblem<T>& problem, const SymmetricEigenOptions& o, SymmetricEigen<T>& s) {
  const bool is_trusted = s.algorithm == Algorithm::OneRank && !o.verify;
  if (is_trusted || s.values.empty()) return;
  EigenMeasure m;
  if (o.vectors) {
    m = measured(problem, o, s);
    s.residual = m.residual;
    s.orthogonality = m.orthogonality;
  } else if (!problem.b && static_cast<Index>(s.values.size()) == problem.a.shape().rows) {
    m.residual = spectrum_error(problem.a, o.uplo, s.values);
  }
  const bool is_right = m.residual <= absurd && m.orthogonality.value_or(0) <= absurd;
  if (!is_right)  // also NaN
    throw NotConverged(concat("symmetric_eigen: the result of algorithm ", to_string(s.algorithm),
                              " is wrong: residual ", m.residual, ", orthogonality ",
                              m.orthogonality.value_or(0), " (both must be below ", absurd,
                              "); take algorithm one-rank"));
}

// Powers of two from the prepared matrices.
struct Exponents {
  int values = 0;
  int vectors = 0;
};

Exponents exponents_of(EigenForm form, int a, int b) {
  const bool is_quotient = form == EigenForm::AxLambdaBx;
  return {is_quotient ? a - b : a + b, form == EigenForm::BAxLambdaX ? b / 2 : -b / 2};
}

EigenRange scaled(EigenRange range, int exponent) {
  range.low = std::ldexp(range.low, -exponent);
  range.high = std::ldexp(range.high, -exponent);
  return range;
}

template <Scalar T>
SymmetricEigen<T> solved_by(const LayoutAdvice& advice, const EigenProblem<T>& problem,
                            const SymmetricEigenOptions& o) {
  Prepared<T> a = prepared(problem.a, o.uplo, advice.layout, "A");
  Prepared<T> b;
  if (problem.b) {
    b = prepared(*problem.b, o.uplo, advice.layout, "B");
    if (!problem.a.shape().empty())
      reduce_to_standard(o.form, advice.algorithm, a.matrix, b.matrix);
  }
  const Exponents exponents = exponents_of(o.form, a.exponent, b.exponent);
  EigenTask<T> task{std::move(a.matrix), o.vectors, scaled(o.range, exponents.values)};
  EigenSolution<T> solution = solve(advice.algorithm, task);
  if (problem.b)
    transform_vectors(o.form, advice.algorithm, b.matrix, solution.z, solution.columns);
  SymmetricEigen<T> result;
  result.algorithm = advice.algorithm;
  result.first = solution.first;
  result.values = std::move(solution.values);
  for (auto& value : result.values) value = std::ldexp(value, exponents.values);
  result.vectors = brought_home(solution, problem.a);
  if (exponents.vectors != 0) {
    const ashlar::RealOf<T> factor = std::ldexp(ashlar::RealOf<T>(1), exponents.vectors);
    ashlar::apply(result.vectors, [&](Index, Index, T x) { return x * factor; });
  }
  verify(problem, o, result);
  return result;
}

// ELPA fails if a process row or column has no block.
Index fitting_block(Index block, const Layout& layout) {
  const Index most = std::max(layout.grid().rows, layout.grid().cols);
  return std::clamp<Index>(layout.shape().rows / most, 1, block);
}

LayoutAdvice advice_for(const SymmetricEigenOptions& o, Shape shape, Machine machine,
                        Algorithm wanted) {
  LayoutAdvice advice = layout_for(Routine::SymmetricEigen, shape, machine, wanted);
  if (advice.algorithm == Algorithm::OneRank) return advice;
  Index block = o.block > 0 ? o.block : advice.layout.rows().block;
  if (advice.algorithm == Algorithm::Elpa) block = fitting_block(block, advice.layout);
  advice.layout = advice.layout.with_block({block, block});
  advice.layout = legal_layout_for(Routine::SymmetricEigen, advice.layout).layout;
  return advice;
}

// Falls back if ELPA is unusable.
LayoutAdvice chosen_advice(const SymmetricEigenOptions& o, mpi::CommunicatorView comm, Shape shape,
                           bool is_single) {
  const Machine machine = machine_of(comm);
  LayoutAdvice advice = advice_for(o, shape, machine, o.how.algorithm);
  if (advice.algorithm != Algorithm::Elpa) return advice;
  const std::string& refusal = elpa_refusal(comm, is_single);
  if (!refusal.empty()) {
    expect(o.how.algorithm == Algorithm::Automatic, "symmetric_eigen: ", refusal);
    advice = advice_for(o, shape, machine, Algorithm::ScaLapack);
    advice.reason = refusal;
  } else if (shape.rows < std::max(advice.layout.grid().rows, advice.layout.grid().cols)) {
    advice = advice_for(o, shape, machine, Algorithm::OneRank);
    advice.reason = "ELPA requires a matrix with at least the rows and columns of the grid";
  }
  return advice;
}

template <Scalar T>
SymmetricEigen<T> solved(const EigenProblem<T>& problem, const SymmetricEigenOptions& o) {
  check_arguments(problem, o);
  const mpi::CommunicatorView comm = problem.a.comm();
  constexpr bool is_single = sizeof(ashlar::RealOf<T>) == sizeof(float);
  const LayoutAdvice advice = chosen_advice(o, comm, problem.a.shape(), is_single);
  note_advice(o, advice, section_layout(problem.a.layout(), problem.a.section()));
  if (advice.algorithm != Algorithm::Elpa || o.how.algorithm != Algorithm::Automatic)
    return solved_by(advice, problem, o);
  try {
    return solved_by(advice, problem, o);
  } catch (const NotConverged& error) {
    refuse_elpa(comm, error.what());
    if (o.how.report) o.how.report->algorithm = Algorithm::Automatic;  // set by the next call
  }
  return solved(problem, o);
}

}  // namespace

template <Scalar T>
SymmetricEigen<T> symmetric_eigen(MatrixView<const T> a, const SymmetricEigenOptions& options) {
  const mpi::CollectiveCall call(a.comm(), "symmetric_eigen", mpi::same("A", a),
                                 mpi::same("the options", options));
  return solved<T>({a}, options);
}

template <Scalar T>
SymmetricEigen<T> symmetric_eigen(MatrixView<const T> a, MatrixView<const T> b,
                                  const SymmetricEigenOptions& options) {
  const mpi::CollectiveCall call(a.comm(), "symmetric_eigen", mpi::same("A", a), mpi::same("B", b),
                                 mpi::same("the options", options));
  return solved<T>({a, &b}, options);
}

#define ASHLAR_INSTANTIATE(T)                                                                    \
  template SymmetricEigen<T> symmetric_eigen(MatrixView<const T>, const SymmetricEigenOptions&); \
  template SymmetricEigen<T> symmetric_eigen(MatrixView<const T>, MatrixView<const T>,           \
                                             const SymmetricEigenOptions&);
ASHLAR_FOR_ALL_SCALARS(ASHLAR_INSTANTIATE)
#undef ASHLAR_INSTANTIATE

}  // namespace ashlar::detail
