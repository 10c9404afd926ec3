// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/linalg/condition.hpp>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <utility>
#include <vector>

#include <ashlar/base/error.hpp>
#include <ashlar/matrix/apply.hpp>
#include <ashlar/move/gather.hpp>

#include "base/instantiate.hpp"
#include "factor.hpp"
#include "one_rank.hpp"
#include "same_options.hpp"

namespace ashlar::detail {
namespace {

template <Scalar T>
using Column = std::vector<T>;

// Solver of A X = B, or A^H X = B, for one column B.
template <Scalar T>
using SolveColumn = std::function<DistMatrix<T>(const DistMatrix<T>&)>;

// x/|x|; 1 for 0.
template <Scalar T>
T sign_of(T x) {
  if constexpr (is_complex<T>) return x == T(0) ? T(1) : x / std::abs(x);
  else return x < 0 ? T(-1) : T(1);
}

template <Scalar T>
Column<T> signs_of(const Column<T>& x) {
  Column<T> result(x.size());
  std::transform(x.begin(), x.end(), result.begin(), sign_of<T>);
  return result;
}

template <Scalar T>
double one_norm(const Column<T>& x) {
  double sum = 0;
  for (const T& value : x) sum += static_cast<double>(std::abs(value));
  return sum;
}

template <Scalar T>
std::size_t largest_place(const Column<T>& x) {
  const auto by_size = [](const T& a, const T& b) { return std::abs(a) < std::abs(b); };
  return static_cast<std::size_t>(std::max_element(x.begin(), x.end(), by_size) - x.begin());
}

// Higham, ACM TOMS 14 (1988), 381-396, algorithm 4.1, as LAPACK's ?lacn2, with complete vectors on
// every rank.
template <Scalar T>
class Estimator {
 public:
  Estimator(mpi::CommunicatorView comm, Index n, const SolveColumn<T>& solve,
            const SolveColumn<T>& adjoint)
      : column_(comm, on_rank_zero({n, 1})), solve_(solve), adjoint_(adjoint) {}

  double run() {
    const auto n = static_cast<std::size_t>(column_.rows());
    Column<T> x = applied(solve_, Column<T>(n, T(1) / static_cast<ashlar::RealOf<T>>(n)));
    double estimate = one_norm(x);
    if (n == 1 || !std::isfinite(estimate)) return estimate;
    Column<T> signs = signs_of(x);
    for (int iteration = 0; iteration < most_iterations; ++iteration) {
      x = applied(adjoint_, signs);
      const std::size_t place = largest_place(x);
      if (iteration > 0 && std::abs(x[place]) == std::abs(x[last_place_])) break;
      last_place_ = place;
      Column<T> unit(n, T(0));
      unit[place] = T(1);
      x = applied(solve_, unit);
      const double found = one_norm(x);
      if (!std::isfinite(found)) return found;
      const Column<T> old_signs = std::exchange(signs, signs_of(x));
      if (!(found > estimate)) return with_alternating(estimate);
      estimate = found;
      if (!is_complex<T> && old_signs == signs) break;
    }
    return with_alternating(estimate);
  }

 private:
  static constexpr int most_iterations = 4;

  Column<T> applied(const SolveColumn<T>& solve, const Column<T>& x) {
    column_.fill_with([&](Index i, Index) { return x[static_cast<std::size_t>(i)]; });
    return gather_all(solve(column_));
  }

  // An alternating vector, for matrices that defeat the iteration.
  double with_alternating(double estimate) {
    const Index n = column_.rows();
    Column<T> x(static_cast<std::size_t>(n));
    for (Index i = 0; i < n; ++i)
      x[static_cast<std::size_t>(i)] = T(static_cast<ashlar::RealOf<T>>(
          (i % 2 == 0 ? 1 : -1) * (1 + static_cast<double>(i) / static_cast<double>(n - 1))));
    const double found = 2 * one_norm(applied(solve_, x)) / (3 * static_cast<double>(n));
    return found > estimate || std::isnan(found) ? found : estimate;
  }

  DistMatrix<T> column_;
  const SolveColumn<T>& solve_;
  const SolveColumn<T>& adjoint_;
  std::size_t last_place_ = 0;
};

// A lower bound of |A^-1|, where |A^-1|_inf = |A^-H|_1; infinite if a solution overflows.
template <Scalar T, template <class> class Factor>
ashlar::RealOf<T> inverse_norm_of(const Factor<T>& factor, Norm kind, const SolveColumn<T>& solve,
                                  const SolveColumn<T>& adjoint) {
  const DistMatrix<T>& stored = stored_factor(factor);
  const mpi::CollectiveCall call(stored.comm(), "inverse_norm", mpi::same("the factor", stored),
                                 mpi::same("the norm", kind));
  expect(kind == Norm::One || kind == Norm::Inf,
         "condition: only the one-norm and the infinity norm can be estimated");
  const bool is_one = kind == Norm::One;
  const double estimate =
      Estimator<T>(stored.comm(), factor.size(), is_one ? solve : adjoint, is_one ? adjoint : solve)
          .run();
  return std::isnan(estimate) ? std::numeric_limits<ashlar::RealOf<T>>::infinity()
                              : static_cast<ashlar::RealOf<T>>(estimate);
}

template <Scalar T>
void conjugate_all(DistMatrix<T>& a) {
  ashlar::apply(a, [](Index, Index, T x) { return conjugate(x); });
}

}  // namespace

template <Scalar T>
ashlar::RealOf<T> inverse_norm(const LuFactor<T>& factor, Norm kind) {
  return inverse_norm_of<T>(
      factor, kind, [&](const DistMatrix<T>& b) { return factor.solve(b); },
      [&](const DistMatrix<T>& b) { return factor.solve(b, Op::ConjTrans); });
}

template <Scalar T>
ashlar::RealOf<T> inverse_norm(const CholeskyFactor<T>& factor, Norm kind) {
  const SolveColumn<T> solve = [&](const DistMatrix<T>& b) { return factor.solve(b); };
  return inverse_norm_of<T>(factor, kind, solve, solve);
}

template <Scalar T>
ashlar::RealOf<T> inverse_norm(const LdltFactor<T>& factor, Norm kind) {
  const SolveColumn<T> solve = [&](const DistMatrix<T>& b) { return factor.solve(b); };
  // A symmetric matrix's adjoint is its conjugate.
  const SolveColumn<T> adjoint = [&](const DistMatrix<T>& b) {
    if (factor.symmetry() == Op::ConjTrans) return factor.solve(b);
    DistMatrix<T> conjugated = b.copy();
    conjugate_all(conjugated);
    DistMatrix<T> x = factor.solve(conjugated);
    conjugate_all(x);
    return x;
  };
  return inverse_norm_of<T>(factor, kind, solve, adjoint);
}

template <Scalar T>
ashlar::RealOf<T> condition(MatrixView<const T> a, Norm kind, const LinalgOptions& options) {
  const mpi::CollectiveCall call(a.comm(), "condition", mpi::same("A", a),
                                 mpi::same("the norm", kind), mpi::same("the options", options));
  expect(kind == Norm::One || kind == Norm::Inf,
         "condition: only the one-norm and the infinity norm can be estimated");
  const LuFactor<T> lu = lu_factor(a, options);
  if (lu.size() == 0) return 1;
  if (!lu.outcome().ok()) return std::numeric_limits<ashlar::RealOf<T>>::infinity();
  return ashlar::norm(a, kind) * inverse_norm(lu, kind);
}

#define ASHLAR_INSTANTIATE(T)                                              \
  template ashlar::RealOf<T> inverse_norm(const LuFactor<T>&, Norm);       \
  template ashlar::RealOf<T> inverse_norm(const CholeskyFactor<T>&, Norm); \
  template ashlar::RealOf<T> inverse_norm(const LdltFactor<T>&, Norm);     \
  template ashlar::RealOf<T> condition(MatrixView<const T>, Norm, const LinalgOptions&);
ASHLAR_FOR_ALL_SCALARS(ASHLAR_INSTANTIATE)
#undef ASHLAR_INSTANTIATE

}  // namespace ashlar::detail
