// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/linalg/ldlt.hpp>

#include <limits>

#include "oracle.hpp"

using namespace ashlar;
using namespace ashlar::test;

namespace {

// A random symmetric or Hermitian matrix, far from definite.
template <Scalar T>
struct Indefinite {
  Op symmetry;
  T operator()(Index i, Index j) const {
    const Uniform<T> f(1, -1, 1);
    if (i > j) return f(i, j);
    if (i < j) return symmetry == Op::ConjTrans ? conjugate(f(j, i)) : f(j, i);
    return symmetry == Op::ConjTrans ? T(std::real(f(i, i))) : f(i, i);
  }
};

// One triangle of f(i, j); NaN in the other, which must not be read.
template <Scalar T, class F>
DistMatrix<T> half_of(const Layout& layout, Uplo uplo, F&& f) {
  DistMatrix<T> a(world(), layout);
  a.fill_with([&](Index i, Index j) {
    const bool is_held = uplo == Uplo::Lower ? i >= j : i <= j;
    return is_held ? T(f(i, j)) : T(std::numeric_limits<RealOf<T>>::quiet_NaN());
  });
  return a;
}

template <Scalar T>
void check_solve(Choice& choice, Index n, Uplo uplo, Op symmetry, Algorithm algorithm) {
  const Indefinite<T> f{symmetry};
  const auto a = half_of<T>(choice.layout({n, n}, world().size()), uplo, f);
  const auto b = random_matrix<T>(choice.layout({n, choice.of({0, 1, 3})}, world().size()), 2);
  const auto x = ldlt_factor(a, uplo, symmetry, {.algorithm = algorithm}).solve(b);
  const double ratio = hpl_ratio(evaluated<T>({n, n}, f), gathered(x), gathered(b));
  const std::string which = concat("n ", n, ", ", to_string(uplo), ", ", to_string(symmetry),
                                   "; A ", a.layout().to_string());
  check_all(world(), ratio < hpl_limit, concat("residual ratio ", ratio, "; ", which));
  check_all(world(), x.layout() == b.layout(), "X is not in B's layout; " + which);
}

}  // namespace

TEST_CASE_TEMPLATE("ldlt_factor: the residual is small and the other triangle unread", T, float,
                   double, c64, c128) {
  Choice choice(41);
  for (const Index n : {0, 1, 2, 10, 57, 100})
    for (const Uplo uplo : {Uplo::Lower, Uplo::Upper})
      for (const Op symmetry : {Op::ConjTrans, Op::Trans})
        for (const Algorithm algorithm : {Algorithm::Automatic, Algorithm::OneRank})
          check_solve<T>(choice, n, uplo, symmetry, algorithm);
}

TEST_CASE_TEMPLATE("ldlt: the inertia is that of the matrix", T, float, double, c64, c128) {
  Choice choice(42);
  // min(i, j) + 1 is positive definite. S D S with signs D on the diagonal has the inertia of D.
  // Blocks [0 c; conj(c) 0] have one eigenvalue of each sign.
  for (const Uplo uplo : {Uplo::Lower, Uplo::Upper})
    for (const Index n : {1, 2, 9, 30}) {
      const auto a = half_of<T>(choice.layout({n, n}, world().size()), uplo, [](Index i, Index j) {
        return -static_cast<RealOf<T>>(std::min(i, j) + 1);
      });
      const auto f = ldlt_factor(a, uplo);
      check_all(world(), f.inertia() == ashlar::detail::Inertia{0, n, 0} && f.outcome().ok(),
                concat("negative definite, n ", n, ": ", f.inertia().negative));
      const auto paired = half_of<T>(choice.layout({2 * n + 3, 2 * n + 3}, world().size()), uplo,
                                     [&](Index i, Index j) {
                                       if (i >= 2 * n || j >= 2 * n)
                                         return T(i == j && i < 2 * n + 2 ? 3 : 0);
                                       T c = T(2);
                                       if constexpr (is_complex<T>) c = T(1, i > j ? 1 : -1);
                                       return i / 2 == j / 2 && i != j ? c : T(0);
                                     });
      const auto g = ldlt_factor(paired, uplo);
      check_all(world(), g.inertia() == ashlar::detail::Inertia{n + 2, n, 1},
                concat("pairs: ", g.inertia().positive, " ", g.inertia().negative, " ",
                       g.inertia().zero));
      check_all(world(), g.outcome().first_bad_pivot == 2 * n + 2, "the zero is not found");
    }
}

TEST_CASE_TEMPLATE("ldlt: the determinant has sign and size", T, double, c128) {
  Choice choice(43);
  for (const Uplo uplo : {Uplo::Lower, Uplo::Upper}) {
    // The determinant of three blocks [0 c; conj(c) 0] is (-1)^3 |c|^6, where |c|^2 = 1e400.
    const auto a = half_of<T>(choice.layout({7, 7}, world().size()), uplo, [](Index i, Index j) {
      if (i == 6 || j == 6) return T(i == j ? 2 : 0);
      return i / 2 == j / 2 && i != j ? T(1e200) : T(0);
    });
    const auto d = ldlt_factor(a, uplo).determinant();
    const double log_abs = 1200 * std::log(10.0) + std::log(2.0);
    check_all(world(),
              std::abs(d.log_abs - log_abs) < 1e-11 * log_abs && std::abs(d.phase - T(-1)) < 1e-14,
              concat("log ", d.log_abs, " instead of ", log_abs));
  }
  if constexpr (is_complex<T>) {
    // [1 i; i 1] has the determinant 1 - i^2 = 2 as a symmetric matrix, and 1 - 1 as a Hermitian
    // one.
    const auto a = half_of<T>(choice.layout({2, 2}, world().size()), Uplo::Lower,
                              [](Index i, Index j) { return i == j ? T(1) : T(0, 1); });
    const auto d = ldlt_factor(a, Uplo::Lower, Op::Trans).determinant();
    check_all(world(), std::abs(d.value() - T(2)) < 1e-14, "[1 i; i 1] has determinant 2");
    // [0 2i; 2i 0] has the determinant 4.
    const auto pair = half_of<T>(choice.layout({2, 2}, world().size()), Uplo::Lower,
                                 [](Index i, Index j) { return i == j ? T(0) : T(0, 2); });
    const auto p = ldlt_factor(pair, Uplo::Lower, Op::Trans).determinant();
    check_all(world(), std::abs(p.value() - T(4)) < 1e-14, "[0 2i; 2i 0] has determinant 4");
  }
}

TEST_CASE("ldlt: takes views, solves often and leaves A alone") {
  Choice choice(44);
  const Indefinite<double> f{Op::ConjTrans};
  for (int round = 0; round < 6; ++round) {
    DistMatrix<double> a(world(), choice.layout({30, 32}, world().size()));
    const auto shifted = [&](Index i, Index j) { return f(i - 3, j - 4); };
    a.fill_with(shifted);
    const auto part = a.view({3, 25}, {4, 26});
    std::string note;
    const auto factor = ldlt_factor(part, Uplo::Lower, Op::ConjTrans, {.note = &note});
    auto b = random_matrix<double>(choice.layout({40, 9}, world().size()), 2);
    const auto rhs = b.view({8, 30}, {2, 7});
    const double ratio = hpl_ratio(gathered(detail::const_view(part)), gathered(factor.solve(rhs)),
                                   gathered(detail::const_view(rhs)));
    check_all(world(), ratio < hpl_limit, concat("residual ratio ", ratio));
    check_all(world(), still_holds(a, shifted), "A changed");
    check_all(world(), contains(note, "one-rank"), note);
  }
}

TEST_CASE("ldlt: singular matrices, NaN and invalid arguments") {
  const Layout layout{{.shape = {6, 6}, .block = {2, 3}, .grid = {1, world().size()}}};
  DistMatrix<double> a(world(), layout), b(world(), layout.with_shape({6, 1}));
  a.fill_with([](Index i, Index j) { return i == j && i != 3 ? 2.0 : 0.0; });
  Index pivot = -1;
  try {
    (void)ldlt_factor(a).solve(b);
  } catch (const SingularMatrix& error) {
    pivot = error.pivot();
  }
  check_all(world(), pivot == 3, concat("SingularMatrix has pivot ", pivot));
  const auto refused = [&](const std::string& part, auto&& f) {
    const std::string message = message_of<ArgumentError>(f);
    check_all(world(), contains(message, part), message);
  };
  refused("uplo is general", [&] { (void)ldlt_factor(a, Uplo::General); });
  refused("symmetry is none", [&] { (void)ldlt_factor(a, Uplo::Lower, Op::None); });
  refused("does not exist for ldlt", [&] {
    (void)ldlt_factor(a, Uplo::Lower, Op::ConjTrans, {.algorithm = Algorithm::ScaLapack});
  });
  refused("must be square", [&] { (void)ldlt_factor(a.view({0, 3}, {0, 4})); });
  refused("B must have 6 rows", [&] { (void)ldlt_factor(a).solve(b.view({0, 3}, {0, 1})); });
  const DistMatrix<c128> complex(world(), layout);
  refused("no inertia", [&] { (void)ldlt_factor(complex, Uplo::Lower, Op::Trans).inertia(); });
  a.set(5, 1, std::numeric_limits<double>::quiet_NaN());
  refused("A(5, 1) is NaN or infinite", [&] { (void)ldlt_factor(a).solve(b); });
  check_all(world(), ldlt_factor(a, Uplo::Upper).inertia().zero == 1,
            "the upper triangle holds no NaN");
}
