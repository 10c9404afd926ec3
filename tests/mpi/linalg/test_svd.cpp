// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/linalg/svd.hpp>

#include <algorithm>
#include <cmath>
#include <functional>

#include <ashlar/matrix/generate.hpp>
#include <ashlar/mpi/communicator.hpp>

#include "svd_oracle.hpp"

using namespace ashlar;
using namespace ashlar::test;

namespace {

constexpr double limit = 15;  // of ScaLAPACK's own tests of p?gesvd

constexpr Algorithm algorithms[] = {Algorithm::Automatic, Algorithm::OneRank, Algorithm::ScaLapack};

template <class R>
bool is_falling(const std::vector<R>& s) {
  return std::is_sorted(s.rbegin(), s.rend()) && (s.empty() || s.back() >= 0);
}

template <class T>
bool same_on_all(const std::vector<T>& s) {
  std::vector<T> first = s;
  MPI_Bcast(first.data(), static_cast<int>(first.size() * sizeof(T)), MPI_BYTE, 0,
            world().native());
  return first == s;
}

// Checks all properties of svd(a) for one choice of vectors and algorithm.
template <Scalar T>
void check_svd(const MatrixView<const T>& a, SvdVectors vectors, Algorithm algorithm,
               const std::string& what) {
  const auto [m, n] = a.shape();
  const Index k = std::min(m, n);
  const Svd<T> result = svd(a, vectors, {.algorithm = algorithm});
  const Wide<T> wide = gathered(a);
  const std::string where = concat(what, ", vectors ", static_cast<int>(vectors), ", ",
                                   to_string(algorithm), ", ", a.layout().to_string());
  const double values = value_error<T>(result.values, serial_values(wide), a.shape());
  check_all(world(), static_cast<Index>(result.values.size()) == k && is_falling(result.values),
            "the values do not fall or are not min(m, n): " + where);
  check_all(world(), same_on_all(result.values), "the ranks have different values: " + where);
  check_all(world(), values < limit, concat("values off by ", values, ": ", where));
  if (algorithm != Algorithm::Automatic)
    check_all(world(), result.algorithm == algorithm, "another algorithm: " + where);
  if (vectors == SvdVectors::Values) return;

  const bool is_full = vectors == SvdVectors::Full;
  check_all(world(),
            result.u.shape() == Shape{m, is_full ? m : k} &&
                result.vh.shape() == Shape{is_full ? n : k, n},
            "U or V^H has a wrong shape: " + where);
  check_all(world(),
            result.u.layout().block() == a.layout().block() &&
                result.vh.layout().ranks() == a.layout().ranks(),
            "U or V^H is not in A's layout: " + where);
  const Wide<T> u = gathered(result.u), vh = gathered(result.vh);
  const double whole = reconstruction(wide, u, result.values, vh);
  const double of_u = orthogonality(u, false), of_v = orthogonality(vh, true);
  check_all(world(), whole < limit, concat("|A - U S V^H| ratio ", whole, ": ", where));
  check_all(world(), of_u < limit, concat("|I - U^H U| ratio ", of_u, ": ", where));
  check_all(world(), of_v < limit, concat("|I - V^H V| ratio ", of_v, ": ", where));
}

}  // namespace

TEST_CASE_TEMPLATE("svd: right for any shape, layout and algorithm", T, float, double, c64, c128) {
  Choice choice(17);
  for (const Shape shape : {Shape{1, 1},
                            {2, 2},
                            {10, 10},
                            {57, 57},
                            {1, 9},
                            {9, 1},
                            {30, 20},
                            {20, 30},
                            {100, 20},
                            {13, 71}})
    for (const Algorithm algorithm : algorithms)
      for (const SvdVectors vectors : {SvdVectors::Values, SvdVectors::Thin, SvdVectors::Full}) {
        const auto a = random_matrix<T>(choice.layout(shape, world().size()), 3);
        check_svd(detail::const_view(a), vectors, algorithm, "random");
        check_all(world(), still_holds(a, Uniform<T>(3, -1, 1)), "A changed");
      }
}

TEST_CASE("svd: right at order 100, where ScaLAPACK has several blocks") {
  Choice choice(18);
  for (const Shape shape : {Shape{100, 100}, {150, 100}, {330, 65}, {100, 130}})
    for (const SvdVectors vectors : {SvdVectors::Thin, SvdVectors::Full}) {
      const auto a = random_matrix<double>(choice.layout(shape, world().size()), 4);
      check_svd(detail::const_view(a), vectors, Algorithm::ScaLapack, "random");
      const auto z = random_matrix<c64>(choice.layout(shape, world().size()), 4);
      check_svd(detail::const_view(z), vectors, Algorithm::ScaLapack, "random");
    }
}

TEST_CASE("svd: right for long matrices, whose triangle rank 0 decomposes") {
  Choice choice(27);
  for (const Shape shape : {Shape{4000, 60}, {70, 3500}}) {
    const auto a = random_matrix<double>(choice.layout(shape, world().size()), 6);
    check_svd(detail::const_view(a), SvdVectors::Thin, Algorithm::Automatic, "long");
  }
}

TEST_CASE_TEMPLATE("svd: right where the ranks divide and conquer together", T, float, double,
                   c128) {
  Choice choice(26);
  const Index n = is_complex<T> ? 203 : 211;
  using R = RealOf<T>;
  // Random matrices hardly deflate; the bidiagonal matrices do, in part or almost entirely.
  const auto bidiagonal = [](auto diagonal, auto above) {
    return [=](Index i, Index j) {
      return T(static_cast<R>(i == j ? diagonal(j) : i + 1 == j ? above(j) : 0.0));
    };
  };
  const auto third = [](Index j) { return 1.0 + static_cast<double>(j % 3); };
  const auto graded = [](Index j) { return std::exp2(-static_cast<double>(j) / 8); };
  const std::pair<const char*, std::function<T(Index, Index)>> matrices[] = {
      {"random", Uniform<T>(11, -1, 1)},
      {"second difference", bidiagonal([](Index) { return 1.0; }, [](Index) { return -1.0; })},
      {"weakly coupled", bidiagonal(third, [](Index) { return 1e-5; })},
      {"coupled", bidiagonal(third, [](Index j) { return j % 20 == 0 ? 1e-3 : 0.5; })},
      {"graded", bidiagonal(graded, graded)},
  };
  for (const auto& [name, f] : matrices) {
    if (is_complex<T> && f.target_type() != matrices[0].second.target_type()) continue;
    DistMatrix<T> a(world(), choice.layout({n, n}, world().size()));
    a.fill_with(f);
    check_svd(detail::const_view(a), SvdVectors::Thin, Algorithm::ScaLapack, name);
  }
}

TEST_CASE("svd: takes views and the caller's memory in rows") {
  Choice choice(19);
  for (const Algorithm algorithm : algorithms) {
    const auto whole = random_matrix<double>(choice.layout({40, 50}, world().size()), 5);
    const auto part = whole.view({3, 30}, {7, 29});
    const Svd<double> result = svd(part, SvdVectors::Thin, {.algorithm = algorithm});
    const double ratio =
        reconstruction(gathered(part), gathered(result.u), result.values, gathered(result.vh));
    check_all(world(), ratio < limit, concat("ratio ", ratio));

    const Layout layout = choice.layout({23, 31}, world().size());
    const Shape local = layout.local_shape(world().rank());
    const Index ld = std::max<Index>(1, local.cols) + 3;
    std::vector<double> memory(static_cast<std::size_t>(ld * (local.rows + 1)), 1e300);
    auto rows = DistMatrix<double>::wrap(world(), layout, {memory.data(), ld, StorageOrder::C});
    rows.fill_with(Uniform<double>(6, -1, 1));
    check_svd(detail::const_view(rows), SvdVectors::Thin, algorithm, "row-major");
  }
}

TEST_CASE_TEMPLATE("svd: known spectra, repeated, zero and rank-deficient", T, float, double, c64,
                   c128) {
  Choice choice(20);
  const Index n = 24;
  const std::pair<const char*, std::function<T(Index, Index)>> matrices[] = {
      {"zero", [](Index, Index) { return T(0); }},
      {"identity", [](Index i, Index j) { return T(i == j ? 1 : 0); }},
      {"ones", [](Index, Index) { return T(1); }},
      {"Hilbert", Hilbert<T>{}},
      {"min(i, j)", MinIJ<T>{}},
      {"rank 3", [](Index i, Index j) { return T(static_cast<RealOf<T>>((i % 3) * 10 + j % 3)); }},
      {"falling diagonal",
       [](Index i, Index j) { return T(i == j ? static_cast<RealOf<T>>(j / 4) : 0); }},
      {"Kahan",
       [](Index i, Index j) {
         const double s = std::sin(1.2), c = std::cos(1.2);
         const double scale = std::pow(s, static_cast<double>(i));
         return T(static_cast<RealOf<T>>(i == j ? scale : i < j ? -c * scale : 0));
       }},
  };
  for (const auto& [name, f] : matrices)
    for (const Algorithm algorithm : {Algorithm::OneRank, Algorithm::ScaLapack})
      for (const Shape shape : {Shape{n, n}, {n + 9, n}}) {
        DistMatrix<T> a(world(), choice.layout(shape, world().size()));
        a.fill_with(f);
        check_svd(detail::const_view(a), SvdVectors::Thin, algorithm, name);
      }
}

TEST_CASE("svd: small values of a graded diagonal matrix are exact") {
  Choice choice(21);
  DistMatrix<double> a(world(), choice.layout({12, 12}, world().size()));
  a.fill_with(
      [](Index i, Index j) { return i == j ? std::ldexp(1.0, static_cast<int>(-4 * i)) : 0.0; });
  for (const Algorithm algorithm : algorithms) {
    const auto s = singular_values(a, {.algorithm = algorithm});
    for (int k = 0; k < 12; ++k)
      check_all(world(), std::abs(s[static_cast<std::size_t>(k)] - std::ldexp(1.0, -4 * k)) < 1e-15,
                concat("value ", k, " is ", s[static_cast<std::size_t>(k)]));
  }
}

TEST_CASE_TEMPLATE("svd: numbers near the ends of the exponents", T, float, double, c64, c128) {
  Choice choice(22);
  using R = RealOf<T>;
  const R huge = std::numeric_limits<R>::max() / 4, tiny = std::numeric_limits<R>::min() * 8;
  for (const R scale : {huge, tiny, std::numeric_limits<R>::denorm_min() * 1000})
    for (const Algorithm algorithm : {Algorithm::OneRank, Algorithm::ScaLapack}) {
      // diag(1, 1/2, ...), reflected at the vector of ones, so that no element is zero.
      const Index n = 8;
      const auto f = [&](Index i, Index j) {
        const Uniform<R> u(9, R(-0.25), R(0.25));
        return T(u(i, j) * scale);
      };
      DistMatrix<T> a(world(), choice.layout({n + 1, n}, world().size()));
      a.fill_with(f);
      const Svd<T> result = svd(a, SvdVectors::Thin, {.algorithm = algorithm});
      // The same numbers in extended precision, scaled to normal sizes.
      Wide<T> wide = gathered(a);
      for (auto& x : wide.values) x /= static_cast<long double>(scale);
      const std::vector<double> oracle = serial_values(wide);
      long double worst = 0;
      for (std::size_t k = 0; k < oracle.size(); ++k)
        worst = larger(worst, std::abs(static_cast<long double>(result.values[k]) /
                                           static_cast<long double>(scale) -
                                       oracle[k]));
      const double allowed =
          static_cast<double>(20 * eps_of<T> +
                              static_cast<long double>(std::numeric_limits<R>::denorm_min()) /
                                  static_cast<long double>(scale)) *
          static_cast<double>(n);
      check_all(world(), worst < allowed,
                concat("values off by ", static_cast<double>(worst), " at scale ", scale));
      const double of_u = orthogonality(gathered(result.u), false);
      const double of_v = orthogonality(gathered(result.vh), true);
      check_all(world(), of_u < limit && of_v < limit,
                concat("orthogonality ", of_u, " and ", of_v, " at scale ", scale));
    }
}

TEST_CASE("svd: empty matrices have no values and identities as full vectors") {
  Choice choice(23);
  for (const Shape shape : {Shape{0, 0}, {0, 7}, {6, 0}})
    for (const Algorithm algorithm : algorithms) {
      const DistMatrix<double> a(world(), choice.layout(shape, world().size()));
      check_svd(detail::const_view(a), SvdVectors::Values, algorithm, "empty");
      check_svd(detail::const_view(a), SvdVectors::Thin, algorithm, "empty");
      const auto full = svd(a, SvdVectors::Full, {.algorithm = algorithm});
      check_all(world(),
                still_holds(full.u, Identity<double>{}) &&
                    still_holds(full.vh, Identity<double>{}) && full.u.rows() == shape.rows &&
                    full.vh.cols() == shape.cols,
                "the vectors of an empty matrix are not identities");
    }
}

TEST_CASE("svd: NaN and infinity are refused on every rank, with their place") {
  Choice choice(24);
  for (const double bad :
       {std::numeric_limits<double>::quiet_NaN(), -std::numeric_limits<double>::infinity()})
    for (const Algorithm algorithm : algorithms)
      for (const Shape shape : {Shape{20, 11}, {11, 20}}) {
        auto a = random_matrix<double>(choice.layout(shape, world().size()), 1);
        a.set(7, 9, bad);
        const std::string message = message_of<ArgumentError>(
            [&] { (void)svd(a, SvdVectors::Thin, {.algorithm = algorithm}); });
        check_all(world(), contains(message, "A(7, 9) is NaN or infinite"), message);
      }
}

TEST_CASE("svd: its note names the algorithm, and unsupported algorithms are refused") {
  const auto a = random_matrix<double>(Choice(25).layout({20, 30}, world().size()), 1);
  std::string note;
  (void)svd(a, SvdVectors::Thin, {.algorithm = Algorithm::ScaLapack, .note = &note});
  check_all(world(), contains(note, "svd: scalapack") && contains(note, "A^H moved from"), note);
  for (const Algorithm algorithm : {Algorithm::Node, Algorithm::Elpa}) {
    const std::string message =
        message_of<ArgumentError>([&] { (void)singular_values(a, {.algorithm = algorithm}); });
    check_all(world(), contains(message, "does not exist for svd"), message);
  }
}

TEST_CASE("svd: works on a part of the ranks") {
  for_each_grid(world(), [](mpi::CommunicatorView part, GridShape grid, GridOrder order) {
    const Layout layout{{.shape = {19, 23}, .block = {4, 4}, .grid = grid, .grid_order = order}};
    DistMatrix<double> a(part, layout);
    a.fill_with(Uniform<double>(1, -1, 1));
    const auto result = svd(a, SvdVectors::Thin, {.algorithm = Algorithm::ScaLapack});
    const double ratio =
        reconstruction(gathered(a), gathered(result.u), result.values, gathered(result.vh));
    check_all(part, ratio < limit, concat("ratio ", ratio, " for ", layout.to_string()));
  });
}
