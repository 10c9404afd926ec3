// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>

#include <ashlar/linalg/low_rank.hpp>
#include <ashlar/linalg/norm2.hpp>
#include <ashlar/linalg/polar.hpp>
#include <ashlar/linalg/pseudo_inverse.hpp>
#include <ashlar/linalg/rank.hpp>
#include <ashlar/linalg/sums.hpp>
#include <ashlar/matrix/special.hpp>

#include "svd_oracle.hpp"

using namespace ashlar;
using namespace ashlar::test;

namespace {

constexpr double limit = 20;

// Rank k: sums of k products of smooth vectors with falling weights.
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
  check_all(world(), rank(full, {.rcond = 1.0}) == 0, "values at rcond times the largest count");
  check_all(world(), rank(filled<T>(choice, {0, 5}, Identity<T>{})) == 0,
            "an empty one has a rank");
}

TEST_CASE_TEMPLATE("rank: a value beside the limit is cut off where the gap is widest", T, float,
                   double, c64, c128) {
  using R = RealOf<T>;
  const R eps = std::numeric_limits<R>::epsilon();
  const Layout layout = ProcessGrid::balanced(world()).layout({20, 8}, {.block = {3, 2}});
  // Seven values from 1 down to 1/64, and rounding error about as large as the limit, 20 eps.
  for (const R noise : {R(4), R(19), R(21), R(100)}) {
    DistMatrix<T> a(world(), layout);
    for (Index k = 0; k < 7; ++k) a.set(k, k, T(std::ldexp(R(1), static_cast<int>(-k))));
    a.set(7, 7, T(noise * eps));
    const Index columns = orthonormal_basis(a).cols();
    check_all(world(), rank(a) == 7 && columns == 7 && null_space(a).cols() == 1,
              concat("noise of ", noise, " eps makes ", columns, " columns"));
  }
  // The value above the limit belongs to those before it.
  DistMatrix<T> falling(world(), layout);
  for (Index k = 0; k < 8; ++k)
    falling.set(k, k, T(k < 4 ? R(1) : k == 4 ? 400 * eps : k == 5 ? 30 * eps : R(0)));
  check_all(world(), rank(falling) == 5, "30 eps stands apart from 400 eps");
  check_all(world(), rank(falling, {.rcond = 20 * double{eps}}) == 6, "rcond is taken as it is");
}

TEST_CASE("orthonormal_basis: as many columns on one rank as on all") {
  // A centred table of which one column is the sum of the others: rank 7. The means are rounded by
  // the order of their sums, so that the eighth value is 4 to 35 eps, and the limit is 12 eps.
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

TEST_CASE_TEMPLATE("orthonormal_basis and null_space: span the range and what A takes to zero", T,
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

TEST_CASE_TEMPLATE("pseudo_inverse: fulfils Penrose's four equations", T, float, double, c64,
                   c128) {
  Choice choice(43);
  for (const Shape shape : {Shape{15, 15}, {26, 11}, {11, 26}, {1, 4}, {0, 3}})
    for (const Index k : {0, 2, 26}) {
      // k singular values of 2^0 ... 2^-3, so that the inverse is not large.
      const auto a = k == 26 ? random_matrix<T>(choice.layout(shape, world().size()), 7)
                             : filled<T>(choice, shape, OfRank<T>{k});
      const auto x = pseudo_inverse(a);
      check_all(world(), x.shape() == shape.transposed(), "A^+ has a wrong shape");
      const Wide<T> wa = gathered(a), wx = gathered(x);
      const Wide<T> ax = product(wa, wx), xa = product(wx, wa);
      const Index size = 26 * (1 + static_cast<Index>(one_norm(wa) * one_norm(wx)));
      const double first = difference(product(ax, wa), wa, size);
      const double second = difference(product(xa, wx), wx, size);
      const double third = difference(applied(Op::ConjTrans, ax), ax, size);
      const double fourth = difference(applied(Op::ConjTrans, xa), xa, size);
      check_all(world(), first < limit && second < limit && third < limit && fourth < limit,
                concat("ratios ", first, " ", second, " ", third, " ", fourth));
    }
}

TEST_CASE("pseudo_inverse: leaves out what is below rcond") {
  Choice choice(44);
  const auto a = filled<double>(choice, {6, 6}, [](Index i, Index j) {
    return i == j ? std::ldexp(1.0, static_cast<int>(-10 * i)) : 0.0;
  });
  const auto x = pseudo_inverse(a, {.rcond = std::ldexp(1.5, -30)});
  const auto f = [](Index i, Index j) {
    return i == j && i < 3 ? std::ldexp(1.0, static_cast<int>(10 * i)) : 0.0;
  };
  const double off = difference(gathered(x), evaluated<double>({6, 6}, f), 6);
  check_all(world(), off < limit, concat("ratio ", off));
}

TEST_CASE_TEMPLATE("low_rank: the error is that of the values left out", T, float, double, c64,
                   c128) {
  Choice choice(45);
  for (const Shape shape : {Shape{20, 20}, {25, 10}, {10, 25}}) {
    const auto a = filled<T>(choice, shape, OfRank<T>{6});
    const Wide<T> wide = gathered(a);
    const std::vector<double> s = serial_values(wide);
    double all = 0;
    for (const double value : s) all += value * value;
    for (const Index k : {0, 1, 3, 6}) {
      const LowRank<T> result = low_rank(a, {.max_rank = k});
      Wide<T> rest = product(gathered(result.left), gathered(result.right));
      long double left_over = 0, expected = 0;
      for (std::size_t i = 0; i < rest.values.size(); ++i)
        left_over += std::norm(rest.values[i] - wide.values[i]);
      for (std::size_t l = static_cast<std::size_t>(k); l < s.size(); ++l) expected += s[l] * s[l];
      const double error = static_cast<double>(std::sqrt(left_over));
      const double allowed = static_cast<double>(limit * 25 * eps_of<T>) * s[0];
      check_all(world(), result.rank() == k && result.left.cols() == k && result.right.rows() == k,
                concat("rank ", result.rank(), " instead of ", k));
      check_all(world(),
                std::abs(error - std::sqrt(static_cast<double>(expected))) < allowed &&
                    std::abs(result.error_frobenius - error) < allowed &&
                    std::abs(result.error2 - s[static_cast<std::size_t>(k)]) < allowed,
                concat("error ", error, ", said ", result.error_frobenius, ", ", result.error2));
    }
    const LowRank<T> enough = low_rank(a, {.tolerance = 0.1});
    check_all(
        world(),
        enough.error_frobenius <= 0.1 * std::sqrt(all) && enough.rank() >= 1 && enough.rank() < 6,
        concat("rank ", enough.rank(), " with error ", enough.error_frobenius));
    const LowRank<T> one_less = low_rank(a, {.max_rank = enough.rank() - 1});
    check_all(world(), one_less.error_frobenius > 0.1 * std::sqrt(all), "a smaller rank would do");
    const LowRank<T> capped = low_rank(a, {.max_rank = 2, .tolerance = 1e-6});
    check_all(world(), capped.rank() == 2, "max_rank does not bound the rank");
  }
}

TEST_CASE_TEMPLATE("polar: A = U H with orthonormal U and Hermitian H", T, float, double, c64,
                   c128) {
  Choice choice(46);
  for (const Shape shape : {Shape{18, 18}, {29, 8}, {1, 1}, {4, 0}}) {
    const auto a = random_matrix<T>(choice.layout(shape, world().size()), 8);
    const Polar<T> result = polar_decomposition(a);
    const Wide<T> u = gathered(result.u), h = gathered(result.h), wide = gathered(a);
    const double whole = difference(product(u, h), wide, 29);
    const double orthogonal = orthogonality(u, false);
    check_all(world(), whole < limit && orthogonal < limit,
              concat("|A - U H| ", whole, ", |I - U^H U| ", orthogonal));
    check_all(world(), applied(Op::ConjTrans, h).values == h.values, "H is not Hermitian");
    long double least = 0;
    for (Index k = 0; k < h.shape.rows; ++k) least = std::min(least, std::real(h(k, k)));
    check_all(world(), least >= 0, "H has a negative number on its diagonal");
  }
}

TEST_CASE("norm2 and condition2: extreme singular values") {
  Choice choice(47);
  const auto a = random_matrix<double>(choice.layout({22, 13}, world().size()), 9);
  const std::vector<double> s = serial_values(gathered(a));
  check_all(world(), std::abs(norm2(a) / s.front() - 1) < 1e-13, "norm2 is wrong");
  check_all(world(), std::abs(condition2(a) / (s.front() / s.back()) - 1) < 1e-12,
            "condition2 is wrong");
  const auto ones =
      filled<double>(choice, {5, 5}, [](Index, Index j) { return j == 0 ? 1.0 : 0.0; });
  check_all(world(), std::isinf(condition2(ones)), "a zero matrix column has a finite condition");
  const auto empty = filled<double>(choice, {0, 5}, Identity<double>{});
  check_all(world(), norm2(empty) == 0 && condition2(empty) == 0, "an empty matrix has a norm");
}

TEST_CASE("uses of the svd: wrong arguments are named on every rank") {
  Choice choice(48);
  const auto a = random_matrix<double>(choice.layout({4, 6}, world().size()), 9);
  const std::string wide = message_of<ArgumentError>([&] { (void)polar_decomposition(a); });
  check_all(world(), contains(wide, "A is 4x6"), wide);
  const std::string rcond = message_of<ArgumentError>([&] { (void)rank(a, {.rcond = -1.0}); });
  check_all(world(), contains(rcond, "rcond is -1"), rcond);
  const std::string inverse =
      message_of<ArgumentError>([&] { (void)pseudo_inverse(a, {.rcond = std::nan("")}); });
  check_all(world(), contains(inverse, "rcond is nan") || contains(inverse, "rcond is -nan"),
            inverse);
  const std::string k = message_of<ArgumentError>([&] { (void)low_rank(a, {.max_rank = -2}); });
  check_all(world(), contains(k, "max_rank is -2"), k);
}
