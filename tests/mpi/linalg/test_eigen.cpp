// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/linalg/eigen.hpp>

#include <limits>

#include "eigen_oracle.hpp"

using namespace ashlar;
using namespace ashlar::test;

namespace {

template <Scalar T>
std::vector<RealOf<T>> part_of(const std::vector<RealOf<T>>& all, Index first, Index last) {
  return {all.begin() + first, all.begin() + last};
}

constexpr Uplo triangles[] = {Uplo::Lower, Uplo::Upper};

}  // namespace

TEST_CASE_TEMPLATE("symmetric_eigen: right in any layout, by every algorithm, from one triangle", T,
                   float, double, c64, c128) {
  Choice choice(91);
  for (const Index n : {0, 1, 2, 3, 10, 57, 100}) {
    const HermitianElement<T> element{static_cast<unsigned>(n + 1)};
    const auto whole = evaluated<T>({n, n}, element);
    const auto expected = lapack_values(whole);
    for (const Algorithm algorithm : eigen_algorithms<T>()) {
      const Uplo uplo = choice.of({Uplo::Lower, Uplo::Upper});
      const OneTriangle<T> triangle{element, uplo};
      DistMatrix<T> a(world(), choice.layout({n, n}, world().size()));
      a.fill_with(triangle);
      const DistMatrix<T> before = a.copy();
      const auto e = symmetric_eigen(a, {.uplo = uplo, .how = {.algorithm = algorithm}});
      const std::string what = concat("by ", to_string(algorithm), ", n ", n, ", ", to_string(uplo),
                                      ", ", a.layout().to_string());
      check_eigen(whole, a.layout(), e, expected, what);
      check_all(world(), count_differences(a, before) == 0, "A changed " + what);
      const bool is_too_small = (n == 0 || n < world().size()) && algorithm == Algorithm::Elpa;
      check_all(world(),
                is_too_small || algorithm == Algorithm::Automatic || e.algorithm == algorithm,
                concat("used ", to_string(e.algorithm), " ", what));
      check_all(world(),
                n == 0 || e.algorithm == Algorithm::OneRank ||
                    (e.residual.value_or(1e9) < 10 && e.orthogonality.value_or(1e9) < 10),
                concat("measured ", e.residual.value_or(-1), " ", e.orthogonality.value_or(-1), " ",
                       what));
    }
  }
}

TEST_CASE_TEMPLATE("symmetric_eigen: values only, and parts by index and interval", T, float,
                   double, c64, c128) {
  Choice choice(17);
  for (const Index n : {1, 2, 31, 64}) {
    const HermitianElement<T> element{static_cast<unsigned>(7 * n)};
    const auto whole = evaluated<T>({n, n}, element);
    const auto expected = lapack_values(whole);
    for (const Algorithm algorithm : eigen_algorithms<T>())
      for (const bool vectors : {true, false})
        for (int round = 0; round < 5; ++round) {
          DistMatrix<T> a(world(), choice.layout({n, n}, world().size()));
          a.fill_with(element);
          Index first = choice.between(0, static_cast<int>(n));
          Index last = choice.between(static_cast<int>(first), static_cast<int>(n));
          if (round == 0) first = 0, last = n;
          if (round == 1) first = n - 1, last = n;
          const auto bound = [&](Index k) {
            if (k == 0) return -std::numeric_limits<double>::infinity();
            if (k == n) return std::numeric_limits<double>::infinity();
            const auto i = static_cast<std::size_t>(k);
            return (static_cast<double>(expected[i - 1]) + static_cast<double>(expected[i])) / 2;
          };
          const bool by_value = choice.one_in(2);
          const EigenRange range = by_value ? EigenRange::by_value(bound(first), bound(last))
                                            : EigenRange::by_index(first, last);
          const auto e = symmetric_eigen(
              a, {.vectors = vectors, .range = range, .how = {.algorithm = algorithm}});
          const std::string what =
              concat("by ", to_string(algorithm), ", n ", n, ", [", first, ", ", last, ")",
                     by_value ? " by value" : "", vectors ? "" : ", values only");
          const auto wanted = part_of<T>(expected, first, last);
          check_all(world(), e.first == first || first == last,
                    concat("first is ", e.first, " ", what));
          if (vectors) {
            check_eigen(whole, a.layout(), e, wanted, what);
          } else {
            const double ratio = values_ratio(e.values, wanted, inf_norm(whole) / 8);
            check_all(world(), ratio < eigen_limit(n), concat("values ", ratio, " ", what));
            check_all(world(), e.vectors.shape() == Shape{n, 0}, "there are vectors " + what);
          }
        }
  }
}

TEST_CASE("symmetric_eigen: takes views, and matrices in the caller's memory") {
  Choice choice(23);
  for (const Algorithm algorithm : eigen_algorithms<c128>())
    for (const StorageOrder order : {StorageOrder::Fortran, StorageOrder::C}) {
      const HermitianElement<c128> element{5};
      const Layout layout = choice.layout({50, 45}, world().size());
      const Shape local = layout.local_shape(world().rank());
      const Index ld = std::max<Index>(1, std::max(local.rows, local.cols)) + 3;
      std::vector<c128> memory(static_cast<std::size_t>(ld * ld), 1e300);
      auto a = DistMatrix<c128>::wrap(world(), layout, {memory.data(), ld, order});
      a.fill_with([&](Index i, Index j) {
        const bool is_inside = i >= 7 && i < 40 && j >= 4 && j < 37;
        return is_inside ? element(i - 7, j - 4) : std::numeric_limits<double>::quiet_NaN();
      });
      const auto part = a.view({7, 40}, {4, 37});
      const auto e = symmetric_eigen(part, {.uplo = Uplo::Upper, .how = {.algorithm = algorithm}});
      const auto whole = evaluated<c128>({33, 33}, element);
      const auto z = gathered(e.vectors);
      const double residual = residual_ratio(whole, z, e.values);
      check_all(world(), residual < 30 && orthogonality_ratio(z) < 30,
                concat("residual ", residual, " by ", to_string(algorithm)));
    }
}

TEST_CASE("symmetric_eigen: works on a part of the ranks and on split communicators") {
  const auto algorithms = eigen_algorithms<double>();
  for_each_grid(world(), [&](mpi::CommunicatorView part, GridShape grid, GridOrder order) {
    const HermitianElement<double> element{3};
    DistMatrix<double> a(
        part, Layout({.shape = {29, 29}, .block = {4, 4}, .grid = grid, .grid_order = order}));
    a.fill_with(element);
    for (const Algorithm algorithm : algorithms) {
      const auto e = symmetric_eigen(a, {.verify = true, .how = {.algorithm = algorithm}});
      check_all(part, e.residual.value_or(1e9) < 10 && e.orthogonality.value_or(1e9) < 10,
                concat("by ", to_string(algorithm), " residual ", e.residual.value_or(-1)));
    }
  });
}

TEST_CASE("symmetric_eigen: its note names the algorithm and the move of A") {
  std::string note;
  DistMatrix<double> a(world(), Layout({.shape = {40, 40}, .block = {3, 5}, .grid = {1, 1}}));
  a.fill_with(HermitianElement<double>{1});
  (void)symmetric_eigen(a, {.how = {.algorithm = Algorithm::ScaLapack, .note = &note}});
  check_all(world(), contains(note, "symmetric_eigen by scalapack: it was asked for"), note);
  check_all(world(), contains(note, "A moved from 40x40 in 3x5 blocks"), note);
}

TEST_CASE("symmetric_eigen: NaN and infinity are refused on every rank, with their place") {
  Choice choice(8);
  for (const double bad :
       {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()})
    for (const Uplo uplo : triangles)
      for (const Algorithm algorithm : eigen_algorithms<c128>()) {
        DistMatrix<c128> a(world(), choice.layout({20, 20}, world().size()));
        a.fill_with(HermitianElement<c128>{1});
        const bool is_lower = uplo == Uplo::Lower;
        a.set(is_lower ? 17 : 4, is_lower ? 4 : 17, {0, bad});
        const auto text = message_of<ArgumentError>(
            [&] { (void)symmetric_eigen(a, {.uplo = uplo, .how = {.algorithm = algorithm}}); });
        check_all(world(), contains(text, is_lower ? "A(17, 4) is NaN" : "A(4, 17) is NaN"), text);
        // The other triangle is not read.
        (void)symmetric_eigen(
            a, {.uplo = is_lower ? Uplo::Upper : Uplo::Lower, .how = {.algorithm = algorithm}});
      }
}

TEST_CASE("symmetric_eigen: wrong arguments are named on every rank") {
  const Layout layout{{.shape = {6, 6}, .block = {2, 2}, .grid = {1, 1}}};
  const DistMatrix<double> a(world(), layout), wide(world(), layout.with_shape({6, 7}));
  const auto text_of = [](auto&& f) { return message_of<ArgumentError>(f); };
  const std::string shape = text_of([&] { (void)symmetric_eigen(wide); });
  check_all(world(), contains(shape, "A is 6x7, but must be square"), shape);
  const std::string general = text_of([&] { (void)symmetric_eigen(a, {.uplo = Uplo::General}); });
  check_all(world(), contains(general, "uplo is general"), general);
  for (const auto& [first, last] : {std::pair{-1, 3}, {4, 3}, {0, 7}}) {
    const std::string text =
        text_of([&] { (void)symmetric_eigen(a, {.range = EigenRange::by_index(first, last)}); });
    check_all(world(), contains(text, "are not among the 6 eigenvalues"), text);
  }
  const std::string interval =
      text_of([&] { (void)symmetric_eigen(a, {.range = EigenRange::by_value(2, 1)}); });
  check_all(world(), contains(interval, "(2, 1] is not an interval"), interval);
  const std::string node =
      text_of([&] { (void)symmetric_eigen(a, {.how = {.algorithm = Algorithm::Node}}); });
  check_all(world(), contains(node, "algorithm node does not exist for eig"), node);
  if (!has_elpa()) {
    const std::string text =
        text_of([&] { (void)symmetric_eigen(a, {.how = {.algorithm = Algorithm::Elpa}}); });
    check_all(world(), contains(text, "elpa"), text);
  }
}
