// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/linalg/solve.hpp>

#include <algorithm>
#include <limits>
#include <utility>

#include <ashlar/base/concat.hpp>
#include <ashlar/base/error.hpp>
#include <ashlar/linalg/qr.hpp>
#include <ashlar/move/gather.hpp>

#include "base/instantiate.hpp"
#include "factor.hpp"
#include "fortran/lapack.hpp"
#include "one_rank.hpp"
#include "replicated_product.hpp"
#include "same_options.hpp"
#include "workspace.hpp"

namespace ashlar::detail {
namespace {

// Columns of B and X on every rank at a time.
constexpr Index most_columns = 32;

template <Scalar T>
double default_rcond(Shape a) {
  return static_cast<double>(std::max(a.rows, a.cols)) *
         static_cast<double>(std::numeric_limits<ashlar::RealOf<T>>::epsilon());
}

// Returns INFO.
template <Scalar T>
int call_gelsy(local::Tile<T> a, local::Tile<T> b, double tolerance, int& rank) {
  using Real = ashlar::RealOf<T>;
  const int m = checked_int(a.rows, "rows of A"), n = checked_int(a.cols, "columns of A");
  const int nrhs = checked_int(b.cols, "number of right-hand sides");
  const int lda = checked_int(a.ld, "leading dimension of A");
  const int ldb = checked_int(b.ld, "leading dimension of B");
  const Real rcond = static_cast<Real>(tolerance);
  std::vector<int> pivots(static_cast<std::size_t>(n));
  std::vector<Real> rwork(static_cast<std::size_t>(2 * n));
  return with_workspace<T>(std::max(a.rows, a.cols), [&](T* work, const int* lwork, int* info) {
    if constexpr (is_complex<T>)
      fortran::gelsy<T>(&m, &n, &nrhs, a.data, &lda, b.data, &ldb, pivots.data(), &rcond, &rank,
                        work, lwork, rwork.data(), info);
    else
      fortran::gelsy<T>(&m, &n, &nrhs, a.data, &lda, b.data, &ldb, pivots.data(), &rcond, &rank,
                        work, lwork, info);
  });
}

// ?trcon of the upper triangle, about 1 / (|R| |R^-1|).
template <Scalar T>
double reciprocal_condition_of(local::Tile<const T> r) {
  using Real = ashlar::RealOf<T>;
  using Integers = std::conditional_t<is_complex<T>, Real, int>;
  const char norm = '1', uplo = 'U', diag = 'N';
  const int n = checked_int(r.rows, "order of R"), ld = checked_int(r.ld, "leading dimension of R");
  std::vector<T> work(static_cast<std::size_t>(3 * n));
  std::vector<Integers> others(static_cast<std::size_t>(n));
  Real result = 0;
  int info = 0;
  fortran::trcon<T>(&norm, &uplo, &diag, &n, r.data, &ld, &result, work.data(), others.data(),
                    &info, 1, 1, 1);
  return static_cast<double>(result);
}

// A nonempty problem.
template <Scalar T>
class Fit {
 public:
  Fit(MatrixView<const T> a, MatrixView<const T> b, std::optional<double> rcond,
      const LinalgOptions& options)
      : a_(a), b_(b), options_(options), rcond_(rcond.value_or(default_rcond<T>(a.shape()))) {}

  void run(LeastSquares<T>& result) {
    const LayoutAdvice advice =
        layout_for(Routine::Qr, a_.shape(), machine_of(a_.comm()), options_.algorithm);
    if (advice.algorithm == Algorithm::OneRank)
      note_algorithm(
          options_, advice.algorithm,
          concat("least_squares by algorithm ", to_string(advice.algorithm), ": ", advice.reason));
    else if (by_qr(result)) return;
    by_pivoting(result);
  }

 private:
  Index m() const { return a_.shape().rows; }
  Index n() const { return a_.shape().cols; }
  Index nrhs() const { return b_.shape().cols; }

  // Solves if A has full rank, else returns false.
  bool by_qr(LeastSquares<T>& result) {
    if (m() >= n()) {
      const QrFactor<T> qr = qr_factor(a_, options_);
      return has_full_rank(qr.r()) && take(result, [&] { return qr.solve(b_, options_); });
    }
    const LqFactor<T> lq = lq_factor(a_, options_);
    return has_full_rank(lq.adjoint().r()) && take(result, [&] { return lq.solve(b_, options_); });
  }

  bool has_full_rank(const DistMatrix<T>& triangle) {
    const DistMatrix<T> r = redistribute(triangle, on_rank_zero(triangle.shape()));
    const double condition =
        by_rank_zero(a_.comm(), [&] { return reciprocal_condition_of<T>(tile_of(r)); });
    if (condition > rcond_) return true;
    if (options_.note)
      *options_.note += concat("least_squares: R's reciprocal condition is ", condition,
                               ", so that columns are dependent; A is factored again with "
                               "pivoting.\n");
    return false;
  }

  template <class Solve>
  bool take(LeastSquares<T>& result, Solve&& solve) {
    result.rank = std::min(m(), n());
    if (nrhs() > 0) copy_into(solve(), result.x);
    return true;
  }

  // Solves on rank 0 by complete orthogonal factorisation.
  void by_pivoting(LeastSquares<T>& result) {
    const Layout whole = on_rank_zero(a_.shape());
    note_move(options_, "least_squares: A", a_.layout(), whole,
              "rank 0 factors it with column pivoting");
    DistMatrix<T> a = redistribute(a_, whole);
    // ?gelsy needs a right-hand side to find the rank.
    DistMatrix<T> b(b_.comm(), on_rank_zero({std::max(m(), n()), std::max<Index>(nrhs(), 1)}));
    copy_into(b_, b.view({0, m()}, {0, nrhs()}));
    struct Found {
      int info = 0, rank = 0;
    };
    const Found found = by_rank_zero(a_.comm(), [&] {
      Found it;
      it.info = call_gelsy(tile_of(a), tile_of(b), rcond_, it.rank);
      return it;
    });
    (void)agreed_outcome(a_.comm(), found.info, "?gelsy");
    result.rank = found.rank;
    copy_into(b.view({0, n()}, {0, nrhs()}), result.x);
  }

  MatrixView<const T> a_, b_;
  const LinalgOptions& options_;
  double rcond_;
};

// |A X - B|^2 by columns, in double.
template <Scalar T>
std::vector<double> residual_squares(MatrixView<const T> a, MatrixView<const T> b,
                                     const DistMatrix<T>& x) {
  const ReplicatedProduct<T> product(a, Uplo::General);
  const auto [m, nrhs] = b.shape();
  std::vector<double> squares(static_cast<std::size_t>(nrhs));
  for (Index first = 0; first < nrhs; first += most_columns) {
    const Range range{first, std::min(nrhs, first + most_columns)};
    const std::vector<T> wanted = gather_all(columns_of(b, range));
    std::vector<T> some_x = gather_all(columns_of(const_view(x), range));
    std::vector<T> found(wanted.size());
    product.apply({some_x.data(), x.rows(), range.size(), std::max<Index>(x.rows(), 1)},
                  {found.data(), m, range.size(), std::max<Index>(m, 1)});
    for (std::size_t k = 0; k < found.size(); ++k)
      squares[static_cast<std::size_t>(first + static_cast<Index>(k) / m)] +=
          static_cast<double>(std::norm(found[k] - wanted[k]));
  }
  return squares;
}

}  // namespace

template <Scalar T>
LeastSquares<T> least_squares(MatrixView<const T> a, MatrixView<const T> b,
                              std::optional<double> rcond, const LinalgOptions& options) {
  const mpi::CollectiveCall call(a.comm(), "least_squares", mpi::same("A", a), mpi::same("B", b),
                                 mpi::same("rcond", rcond), mpi::same("the options", options));
  check_sides("least_squares", a.shape(), b.shape(), a.comm() == b.comm());
  expect(!rcond || *rcond >= 0, "least_squares: rcond is ", rcond.value_or(0),
         "; it must be 0 or more");
  check_finite(a, "least_squares", "A");
  check_finite(b, "least_squares", "B");
  LeastSquares<T> result;
  result.x = DistMatrix<T>(
      b.comm(),
      section_layout(b.layout(), b.section()).with_shape({a.shape().cols, b.shape().cols}));
  if (!a.shape().empty()) Fit<T>(a, b, rcond, options).run(result);
  result.residual_squares = residual_squares(a, b, result.x);
  return result;
}

#define ASHLAR_INSTANTIATE(T)                                                      \
  template LeastSquares<T> least_squares(MatrixView<const T>, MatrixView<const T>, \
                                         std::optional<double>, const LinalgOptions&);
ASHLAR_FOR_ALL_SCALARS(ASHLAR_INSTANTIATE)
#undef ASHLAR_INSTANTIATE

}  // namespace ashlar::detail
