// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/linalg/solve.hpp>

#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include <ashlar/base/concat.hpp>
#include <ashlar/base/progress.hpp>
#include <ashlar/linalg/cholesky.hpp>
#include <ashlar/linalg/condition.hpp>
#include <ashlar/linalg/layout_for.hpp>
#include <ashlar/linalg/lu.hpp>
#include <ashlar/move/copy.hpp>
#include <ashlar/move/gather.hpp>
#include <ashlar/mpi/context.hpp>

#include "base/finite.hpp"
#include "base/instantiate.hpp"
#include "factor.hpp"
#include "local/blas.hpp"
#include "local/lapack.hpp"
#include "mpi/collectives.hpp"
#include "one_rank.hpp"
#include "operand.hpp"
#include "refinement.hpp"
#include "same_options.hpp"

namespace ashlar::detail {
namespace {

template <class T>
bool is_finite(local::Tile<const T> a) {
  for (Index j = 0; j < a.cols; ++j)
    if (!are_finite(a.at(0, j), a.rows)) return false;
  return true;
}

// Solution by LU.
struct ByLu {
  static constexpr Routine routine = Routine::Lu;
  static constexpr Uplo stored = Uplo::General;

  CopyOptions to_one_rank() const { return {}; }

  // Solves in place; false if A is not finite, or singular.
  template <Scalar T>
  bool solve_here(local::Tile<T> a, local::Tile<T> b) const {
    if (!is_finite<T>(a)) return false;
    std::vector<int> pivots(static_cast<std::size_t>(a.rows));
    if (local::getrf(a, pivots.data()) != 0) return false;
    local::swap_rows(b, pivots.data(), a.rows);
    local::trsm<T>(Side::Left, {Uplo::Lower, Op::None, Diag::Unit}, T(1), a, b);
    local::trsm<T>(Side::Left, {Uplo::Upper, Op::None, Diag::NonUnit}, T(1), a, b);
    return true;
  }

  auto factor(auto&& a, const LinalgOptions& how) const {
    return ashlar::lu_factor(std::forward<decltype(a)>(a), how);
  }
  auto factor_for_solutions(const auto& a, const LinalgOptions& how) const {
    return factor(a, how);
  }
};

// Solution by Cholesky, from the stored triangle.
struct ByCholesky {
  static constexpr Routine routine = Routine::Cholesky;
  Uplo stored;

  // Moves the stored triangle to the lower one.
  CopyOptions to_one_rank() const {
    return {.op = stored == Uplo::Upper ? Op::ConjTrans : Op::None, .uplo = Uplo::Lower};
  }

  // Solves in place; false if A's lower triangle is not finite, or A not positive definite.
  template <Scalar T>
  bool solve_here(local::Tile<T> a, local::Tile<T> b) const {
    for (Index j = 0; j < a.cols; ++j)
      if (!are_finite(a.at(j, j), a.rows - j)) return false;
    if (local::potrf_lower(a) != 0) return false;
    local::trsm<T>(Side::Left, {Uplo::Lower, Op::None, Diag::NonUnit}, T(1), a, b);
    local::trsm<T>(Side::Left, {Uplo::Lower, Op::ConjTrans, Diag::NonUnit}, T(1), a, b);
    return true;
  }

  auto factor(auto&& a, const LinalgOptions& how) const {
    return ashlar::cholesky_factor(std::forward<decltype(a)>(a), stored, how);
  }
  template <Scalar T>
  CholeskyFactor<T> factor_for_solutions(MatrixView<const T> a, const LinalgOptions& how) const {
    return cholesky_factor<T>(a, nullptr, stored, how, FactorUse::Solutions);
  }
};

// Solves on rank 0 if that is fastest; A and B are gathered in one exchange. Returns nullopt if
// the system cannot be solved or notes or a report are requested; the caller then takes the
// general path.
template <Scalar T, class Method>
std::optional<DistMatrix<T>> solved_by_one_rank(const Method& method, MatrixView<const T> a,
                                                MatrixView<const T> b,
                                                const LinalgOptions& options) {
  const mpi::CommunicatorView comm = a.comm();
  if (options.note || options.report || a.rows() != a.cols() || b.shape().empty())
    return std::nullopt;
  const LayoutAdvice advice =
      layout_for(Method::routine, a.shape(), machine_of(comm), options.algorithm);
  if (advice.algorithm != Algorithm::OneRank) return std::nullopt;
  DistMatrix<T> factor(comm, advice.layout, {.init = Init::Uninitialized});
  DistMatrix<T> x(comm, on_rank_zero(b.shape()), {.init = Init::Uninitialized});
  ashlar::copy_all({CopyTask(a, factor, method.to_one_rank()), CopyTask(b, x)});
  const bool is_solved = by_rank_zero(comm, [&] {
    return is_finite<T>(tile_of(x)) && method.template solve_here<T>(tile_of(factor), tile_of(x));
  });
  if (!is_solved) return std::nullopt;
  return brought_back(std::move(x), b);
}

template <Scalar T>
using LowerPrecision = std::conditional_t<is_complex<T>, c64, float>;

double slowest(mpi::CommunicatorView comm, double seconds) {
  return mpi::all_max(mpi::Context::of(comm).comm(), seconds);
}

// One call of solve or cholesky_solve.
template <Scalar T, class Method>
class System {
 public:
  System(const Method& method, MatrixView<const T> a, MatrixView<const T> b,
         const SolveOptions& options)
      : method_(method), a_(a), b_(b), options_(options), product_(a, method.stored) {
    how_ = options.how;
    if (options.report) how_.note = &note_;
  }

  DistMatrix<T> run() {
    const double begin = MPI_Wtime();
    std::optional<DistMatrix<T>> x;
    if (options_.precision == Precision::Mixed && !std::same_as<T, LowerPrecision<T>> &&
        !b_.shape().empty())
      x = in_mixed_precision();
    if (!x) x = in_working_precision();
    if (options_.report) complete_report(begin, *x);
    return std::move(*x);
  }

 private:
  using Low = LowerPrecision<T>;

  // nullopt if the refinement does not converge, or A exceeds the lower precision.
  std::optional<DistMatrix<T>> in_mixed_precision() {
    try {
      DistMatrix<Low> low = converted();
      const double a_norm =
          ReplicatedProduct<Low>(const_view(std::as_const(low)), method_.stored).inf_norm();
      const auto factor = method_.factor(std::move(low), how_);
      if (factor.outcome().ok()) {
        auto refined = refine_to_convergence<T>(refinement(factor), a_norm);
        if (refined.converged) {
          finish(Precision::Mixed, refined.steps, factor);
          return std::move(refined.x);
        }
      }
    } catch (const ArgumentError&) {
      // Not a finite float; double precision reports NaN and infinity.
    }
    report_.fell_back = true;
    if (how_.note)
      *how_.note +=
          "solve: single precision does not converge to the solution; A is factored "
          "again in working precision.\n";
    return std::nullopt;
  }

  DistMatrix<T> in_working_precision() {
    const auto factor = method_.factor(a_, how_);
    if (options_.refine == 0 || b_.shape().empty() || !factor.outcome().ok()) {
      DistMatrix<T> x = solution(factor, b_, how_);
      finish(Precision::Working, 0, factor);
      return x;
    }
    auto refined = refine_backward_error<T>(refinement(factor), options_.refine);
    finish(Precision::Working, refined.steps, factor);
    return std::move(refined.x);
  }

  // A, or its stored triangle, in the lower precision and the routine's layout.
  DistMatrix<Low> converted() {
    const LayoutAdvice advice =
        layout_for(Method::routine, a_.shape(), machine_of(a_.comm()), options_.how.algorithm);
    DistMatrix<Low> low(a_.comm(), advice.layout, {.init = Init::Uninitialized});
    copy_into(a_, low, {.uplo = method_.stored, .rest = Rest::Zero});
    return low;
  }

  template <Scalar V, template <class> class Factor>
  Refinement<T> refinement(const Factor<V>& factor) {
    return {product_, b_, [this, &factor](local::Tile<T> r) {
              DistMatrix<V> d(b_.comm(), on_rank_zero({r.rows, r.cols}));
              d.fill_with([&](Index i, Index j) { return static_cast<V>(r(i, j)); });
              const DistMatrix<V> x = solution(factor, d, quiet());
              const std::vector<V> all = gather_all(x);
              std::copy(all.begin(), all.end(), r.data);
            }};
  }

  LinalgOptions quiet() const { return {.algorithm = options_.how.algorithm}; }

  // Completes the report, which needs the factor.
  template <class Factor>
  void finish(Precision precision, int steps, const Factor& factor) {
    report_.algorithm = factor.algorithm();
    report_.precision = precision;
    report_.refinement_steps = steps;
    end_ = MPI_Wtime();
    if (!options_.report) return;
    a_norm_ = product_.inf_norm();
    report_.condition =
        factor.size() == 0 ? 1 : a_norm_ * static_cast<double>(inverse_norm(factor, Norm::Inf));
  }

  void complete_report(double begin, const DistMatrix<T>& x) {
    report_.seconds = slowest(a_.comm(), end_ - begin);
    report_.residual = hpl_residual(product_, a_norm_, b_, x);
    constexpr double eps =
        static_cast<double>(std::numeric_limits<ashlar::RealOf<T>>::epsilon()) / 2;
    if (!(report_.condition * eps < least_without_digits)) {
      report_.warning = concat("the condition of A is about ", report_.condition,
                               ": no digit of X can be trusted, however small the residual");
      if (a_.comm().rank() == 0) warn(report_.warning);
    }
    report_.moved = note_;
    if (options_.how.note) *options_.how.note += note_;
    *options_.report = report_;
  }

  // Condition times unit roundoff bounds the relative error.
  static constexpr double least_without_digits = 0.1;

  Method method_;
  MatrixView<const T> a_, b_;
  const SolveOptions& options_;
  ReplicatedProduct<T> product_;
  LinalgOptions how_;
  std::string note_;
  SolveReport report_;
  double a_norm_ = 0;
  double end_ = 0;
};

template <Scalar T, class Method>
DistMatrix<T> solved(const char* function, const Method& method, MatrixView<const T> a,
                     MatrixView<const T> b, const SolveOptions& options) {
  check_system(function, a.shape(), b.shape(), a.comm() == b.comm());
  expect(options.refine >= 0, function, ": refine is ", options.refine,
         "; the number of corrections cannot be negative");
  if (options.precision == Precision::Working && options.refine == 0 && !options.report) {
    if (auto x = solved_by_one_rank<T>(method, a, b, options.how)) return std::move(*x);
    return solution(method.factor_for_solutions(a, options.how), b, options.how);
  }
  return System<T, Method>(method, a, b, options).run();
}

}  // namespace

template <Scalar T>
DistMatrix<T> solve(MatrixView<const T> a, MatrixView<const T> b, const SolveOptions& options) {
  const mpi::CollectiveCall call(a.comm(), "solve", mpi::same("A", a), mpi::same("B", b),
                                 mpi::same("the options", options));
  return solved("solve", ByLu{}, a, b, options);
}

template <Scalar T>
DistMatrix<T> cholesky_solve(MatrixView<const T> a, MatrixView<const T> b,
                             const SolveOptions& options) {
  const mpi::CollectiveCall call(a.comm(), "cholesky_solve", mpi::same("A", a), mpi::same("B", b),
                                 mpi::same("the options", options));
  expect(options.uplo != Uplo::General,
         "cholesky_solve: uplo is general; give lower or upper, the triangle that holds A");
  return solved("cholesky_solve", ByCholesky{options.uplo}, a, b, options);
}

#define ASHLAR_INSTANTIATE(T)                                                                  \
  template DistMatrix<T> solve(MatrixView<const T>, MatrixView<const T>, const SolveOptions&); \
  template DistMatrix<T> cholesky_solve(MatrixView<const T>, MatrixView<const T>,              \
                                        const SolveOptions&);
ASHLAR_FOR_ALL_SCALARS(ASHLAR_INSTANTIATE)
#undef ASHLAR_INSTANTIATE

}  // namespace ashlar::detail
