// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>

#include <ashlar/linalg/rows_and_cols.hpp>
#include <ashlar/linalg/svd.hpp>
#include <ashlar/matrix/generate.hpp>

#include "svd_oracle.hpp"

using namespace ashlar;
using namespace ashlar::test;

namespace {

constexpr double limit = 20;

// Rank k: sums of k products of smooth vectors with decreasing weights.
template <Scalar T>
struct OfRank {
  Index k;
  T operator()(Index i, Index j) const {
    double sum = 0;
    for (Index l = 0; l < k; ++l)
      sum += std::ldexp(std::cos(static_cast<double>((l + 1) * (i + 1))) *
                            std::sin(static_cast<double>((l + 2) * (j + 1))),
                        static_cast<int>(-l));
    return T(static_cast<RealOf<T>>(sum));
  }
};

template <Scalar T, class F>
DistMatrix<T> filled(Choice& choice, Shape shape, F&& f) {
  DistMatrix<T> a(world(), choice.layout(shape, world().size()));
  a.fill_with(f);
  return a;
}

// |x - y| / (|y| size eps), all in the 1-norm.
template <Scalar T>
double difference(Wide<T> x, const Wide<T>& y, Index size) {
  for (std::size_t i = 0; i < x.values.size(); ++i) x.values[i] -= y.values[i];
  const long double error = one_norm(x);
  if (error == 0) return 0;
  return static_cast<double>(error / (one_norm(y) * static_cast<long double>(size) * eps_of<T>));
}

}  // namespace

TEST_CASE_TEMPLATE("rank: counts the singular values that are not zero", T, float, double, c64,
                   c128) {
  Choice choice(41);
  for (const Shape shape : {Shape{20, 20}, {31, 12}, {12, 31}})
    for (const Index k : {0, 1, 4}) {
      const auto a = filled<T>(choice, shape, OfRank<T>{k});
      const Index found = rank(a);
      check_all(world(), found == k, concat("rank ", found, " instead of ", k));
    }
  const auto full = random_matrix<T>(choice.layout({9, 14}, world().size()), 1);
  check_all(world(), rank(full) == 9, "a random matrix has not full rank");
  check_all(world(), rank(full, 1.0) == 0, "values at rcond times the largest count");
  check_all(world(), rank(filled<T>(choice, {0, 5}, Identity<T>{})) == 0,
            "an empty one has a rank");
}

TEST_CASE_TEMPLATE("rank: a value beside the limit is cut off at the widest gap", T, float, double,
                   c64, c128) {
  using R = RealOf<T>;
  const R eps = std::numeric_limits<R>::epsilon();
  const Layout layout = ProcessGrid::balanced(world()).layout({20, 8}, {.block = {3, 2}});
  // Seven values from 1 down to 1/64, and a rounding error close to the limit, 20 eps.
  for (const R noise : {R(4), R(19), R(21), R(100)}) {
    DistMatrix<T> a(world(), layout);
    for (Index k = 0; k < 7; ++k) a.set(k, k, T(std::ldexp(R(1), static_cast<int>(-k))));
    a.set(7, 7, T(noise * eps));
    const Index columns = orthonormal_basis(a).cols();
    check_all(world(), rank(a) == 7 && columns == 7 && null_space(a).cols() == 1,
              concat("noise of ", noise, " eps makes ", columns, " columns"));
  }
  // The value 400 eps counts with the larger ones; 30 eps, also above the limit, is behind a gap.
  DistMatrix<T> falling(world(), layout);
  for (Index k = 0; k < 8; ++k)
    falling.set(k, k, T(k < 4 ? R(1) : k == 4 ? 400 * eps : k == 5 ? 30 * eps : R(0)));
  check_all(world(), rank(falling) == 5, "30 eps is below the limit, 400 eps above");
  check_all(world(), rank(falling, 20 * double{eps}) == 6, "rcond is used as given");
}

TEST_CASE("orthonormal_basis: as many columns on one rank as on all") {
  // A centred table with one column that is the sum of the others: rank 7. The means depend on the
  // order of summation, so that the eighth value is 4 to 35 eps; the limit is 12 eps.
  const auto columns_on = [](mpi::CommunicatorView comm, double offset) {
    DistMatrix<double> a(ProcessGrid::balanced(comm), {12, 8}, {.block = {2, 3}});
    a.fill_with([offset](Index i, Index j) {
      const auto one = [&](Index k) {
        return offset + static_cast<double>((7 * i * i + 5 * i * k + 3 * k * k) % 13) / 7;
      };
      if (j < 7) return one(j);
      double sum = 0;
      for (Index k = 0; k < 7; ++k) sum += one(k);
      return sum;
    });
    (void)center_cols(a);
    return orthonormal_basis(a).cols();
  };
  const mpi::Communicator alone = mpi::Communicator::split(world(), world().rank());
  for (const double offset : {10.0, 20.0, 30.0}) {
    const Index one = columns_on(alone, offset), all = columns_on(world(), offset);
    check_all(world(), one == 7 && all == 7, concat(one, " columns on one rank, ", all, " on all"));
  }
}

TEST_CASE_TEMPLATE("orthonormal_basis and null_space: span the range and the null space of A", T,
                   float, double, c64, c128) {
  Choice choice(42);
  for (const Shape shape : {Shape{20, 20}, {31, 12}, {12, 31}, {5, 0}, {0, 5}})
    for (const Index k : {0, 3, 12}) {
      const auto a = filled<T>(choice, shape, OfRank<T>{k});
      const Wide<T> wide = gathered(a);
      const Index r = rank(a);
      const auto q = orthonormal_basis(a);
      const auto z = null_space(a);
      check_all(world(),
                q.shape() == Shape{shape.rows, r} && z.shape() == Shape{shape.cols, shape.cols - r},
                concat("bases of ", q.cols(), " and ", z.cols(), " columns, rank ", r));
      const Wide<T> basis = gathered(q), zeros = gathered(z);
      const double orthogonal = orthogonality(basis, false) + orthogonality(zeros, false);
      check_all(world(), orthogonal < limit, concat("orthogonality ", orthogonal));
      // Q Q^H A = A, and A Z = 0.
      const Wide<T> projected = product(basis, product(applied(Op::ConjTrans, basis), wide));
      const double off = difference(projected, wide, 31);
      check_all(world(), off < limit, concat("|Q Q^H A - A| ratio ", off));
      const long double image = one_norm(product(wide, zeros));
      check_all(world(), image <= limit * 31 * eps_of<T> * one_norm(wide),
                concat("|A Z| is ", static_cast<double>(image)));
    }
}

TEST_CASE("uses of the svd: wrong arguments are named on every rank") {
  Choice choice(48);
  const auto a = random_matrix<double>(choice.layout({4, 6}, world().size()), 9);
  const std::string rcond = message_of<ArgumentError>([&] { (void)rank(a, -1.0); });
  check_all(world(), contains(rcond, "rcond is -1"), rcond);
  const std::string basis =
      message_of<ArgumentError>([&] { (void)orthonormal_basis(a, std::nan("")); });
  check_all(world(), contains(basis, "rcond is nan") || contains(basis, "rcond is -nan"), basis);
}
