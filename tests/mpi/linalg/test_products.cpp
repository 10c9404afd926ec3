// SPDX-License-Identifier: BSD-3-Clause
#include <limits>

#include <ashlar/linalg/gemm.hpp>
#include <ashlar/linalg/symmetric_products.hpp>

#include "oracle.hpp"

using namespace ashlar;
using namespace ashlar::test;

namespace {

// A section of a larger matrix in any layout; sometimes in memory of the caller.
template <Scalar T>
struct Placed {
  std::vector<T> memory;
  DistMatrix<T> whole;
  Section part;

  Placed(Choice& choice, Shape shape, const RankMap& ranks) {
    const auto [outer, section] = choice.surroundings(shape);
    const Layout layout = choice.layout(outer, ranks);
    part = section;
    if (!choice.one_in(4)) {
      whole = DistMatrix<T>(world(), layout);
      return;
    }
    const bool by_columns = choice.one_in(2);
    const Shape local = layout.local_shape(world().rank());
    const Index ld = std::max<Index>(1, by_columns ? local.rows : local.cols) + 3;
    memory.resize(static_cast<std::size_t>(ld * (std::max(local.rows, local.cols) + 1)));
    whole = DistMatrix<T>::wrap(
        world(), layout, {memory.data(), ld, by_columns ? StorageOrder::Fortran : StorageOrder::C});
  }

  MatrixView<T> view() { return whole.view(part.rows, part.cols); }

  // Sets elements to f(i, j) of the indices in the section, and to `outside` elsewhere.
  template <class F>
  void fill(T outside, F&& f) {
    whole.fill_with([&](Index i, Index j) {
      const Index si = i - part.rows.first, sj = j - part.cols.first;
      const bool inside = si >= 0 && sj >= 0 && si < part.rows.size() && sj < part.cols.size();
      return inside ? f(si, sj) : outside;
    });
  }
};

template <Scalar T>
constexpr T nan_of() {
  return T(std::numeric_limits<RealOf<T>>::quiet_NaN());
}

bool is_in(Uplo uplo, Index i, Index j) { return uplo == Uplo::Lower ? i >= j : i <= j; }

template <Scalar T>
T random_value(unsigned seed, Index i, Index j) {
  return Uniform<T>(seed, -1, 1)(i, j);
}

template <Scalar T>
T some_factor(Choice& choice) {
  const auto real = static_cast<RealOf<T>>(choice.of({1.0, -1.0, 2.5, 0.0}));
  if constexpr (is_complex<T>)
    if (choice.one_in(2)) return T(real, RealOf<T>(0.5));
  return T(real);
}

// The whole symmetric or Hermitian matrix of which a triangle is stored.
template <Scalar T>
Wide<T> mirrored(const Wide<T>& a, Uplo uplo, bool hermitian) {
  Wide<T> result(a.shape);
  const auto turned = [&](typename Wide<T>::Value x) {
    if constexpr (is_complex<T>) return hermitian ? std::conj(x) : x;
    else return x;
  };
  for (Index j = 0; j < a.shape.cols; ++j)
    for (Index i = 0; i < a.shape.rows; ++i)
      result(i, j) = is_in(uplo, i, j) ? a(i, j) : turned(a(j, i));
  if constexpr (is_complex<T>)
    for (Index i = 0; hermitian && i < a.shape.rows; ++i) result(i, i) = a(i, i).real();
  return result;
}

template <Scalar T>
Wide<T> triangle(const Wide<T>& a, Uplo uplo, Diag diag) {
  Wide<T> result(a.shape);
  for (Index j = 0; j < a.shape.cols; ++j)
    for (Index i = 0; i < a.shape.rows; ++i) {
      if (is_in(uplo, i, j)) result(i, j) = a(i, j);
      if (i == j && diag == Diag::Unit) result(i, j) = 1;
    }
  return result;
}

template <Scalar T>
typename Wide<T>::Value turned_factor(T x) {
  return widened(x);
}

// Compares C with alpha P + beta C0, within rounding, in a triangle or everywhere; elsewhere bit
// for bit.
template <Scalar T>
std::string compare(const Placed<T>& c, const Wide<T>& before, const Wide<T>& wanted, Uplo uplo,
                    Index k) {
  const Wide<T> after = gathered(c.whole);
  const long double eps = std::numeric_limits<RealOf<T>>::epsilon();
  for (Index j = 0; j < after.shape.cols; ++j)
    for (Index i = 0; i < after.shape.rows; ++i) {
      const Index si = i - c.part.rows.first, sj = j - c.part.cols.first;
      const bool inside = si >= 0 && sj >= 0 && si < c.part.rows.size() && sj < c.part.cols.size();
      if (!inside || (uplo != Uplo::General && !is_in(uplo, si, sj))) {
        if (after(i, j) != before(i, j)) return concat("C(", i, ", ", j, ") must not change");
      } else if (!(std::abs(after(i, j) - wanted(si, sj)) <=
                   16 * eps * static_cast<long double>(k + 2))) {
        return concat("C(", i, ", ", j, ") is wrong");
      }
    }
  return {};
}

template <Scalar T>
Wide<T> section_of(const Wide<T>& whole, const Section& part) {
  Wide<T> result(part.shape());
  for (Index j = 0; j < part.cols.size(); ++j)
    for (Index i = 0; i < part.rows.size(); ++i)
      result(i, j) = whole(part.rows.first + i, part.cols.first + j);
  return result;
}

Index some_size(Choice& choice) { return choice.of({0, 1, 2, 5, 17, 33, 57, 100, 150}); }

struct Case {
  Algorithm algorithm;
  Side side;
  Uplo uplo;
  Op op;
  Diag diag;
  Shape shape;
  Index k;
  RankMap ranks;

  Case(Choice& choice, Routine family, std::initializer_list<Op> ops)
      : algorithm(choice.algorithm(family)),
        side(choice.of({Side::Left, Side::Right})),
        uplo(choice.of({Uplo::Lower, Uplo::Upper})),
        op(choice.of(ops)),
        diag(choice.of({Diag::NonUnit, Diag::Unit})),
        shape{some_size(choice), some_size(choice)},
        k(some_size(choice)),
        ranks(choice.ranks(world().size())) {}

  RankMap grid(Choice& choice) const {
    return choice.one_in(3) ? choice.ranks(world().size()) : ranks;
  }
  std::string to_string(const char* routine) const {
    return concat(routine, " by ", ashlar::to_string(algorithm), ", ", ashlar::to_string(side),
                  ", ", ashlar::to_string(uplo), ", ", ashlar::to_string(op), ", ",
                  ashlar::to_string(diag), ", ", shape.rows, "x", shape.cols, ", k ", k);
  }
};

template <Scalar T>
std::string check_symmetric(Choice& choice, const Case& g, bool hermitian) {
  const Index order = g.side == Side::Left ? g.shape.rows : g.shape.cols;
  Placed<T> a(choice, {order, order}, g.grid(choice)), b(choice, g.shape, g.grid(choice)),
      c(choice, g.shape, g.ranks);
  const T alpha = some_factor<T>(choice), beta = some_factor<T>(choice);
  a.fill(nan_of<T>(), [&](Index i, Index j) {
    return is_in(g.uplo, i, j) ? random_value<T>(1, i, j) : nan_of<T>();
  });
  b.fill(nan_of<T>(), [](Index i, Index j) { return random_value<T>(2, i, j); });
  c.fill(T(7),
         [&](Index i, Index j) { return beta == T(0) ? nan_of<T>() : random_value<T>(3, i, j); });
  const Wide<T> before = gathered(c.whole);
  const Wide<T> wa = mirrored(gathered(detail::const_view(a.view())), g.uplo, hermitian);
  const Wide<T> wb = gathered(detail::const_view(b.view()));
  Wide<T> wanted = g.side == Side::Left ? product(wa, wb) : product(wb, wa);
  const Wide<T> c0 = section_of(before, c.part);
  for (std::size_t n = 0; n < wanted.values.size(); ++n)
    wanted.values[n] = (alpha == T(0) ? 0 : widened(alpha) * wanted.values[n]) +
                       (beta == T(0) ? 0 : widened(beta) * c0.values[n]);
  const SymmetricProductOptions<T> options{.side = g.side,
                                           .uplo = g.uplo,
                                           .alpha = alpha,
                                           .beta = beta,
                                           .how = {.algorithm = g.algorithm}};
  if (hermitian) hemm(a.view(), b.view(), c.view(), options);
  else symm(a.view(), b.view(), c.view(), options);
  return compare(c, before, wanted, Uplo::General, order);
}

template <Scalar T>
std::string check_rank_update(Choice& choice, const Case& g, bool hermitian, bool with_b) {
  const Index n = g.shape.rows;
  const Shape stored = is_transposing(g.op) ? Shape{g.k, n} : Shape{n, g.k};
  Placed<T> a(choice, stored, g.grid(choice)), b(choice, stored, g.grid(choice)),
      c(choice, {n, n}, g.ranks);
  const auto real = static_cast<RealOf<T>>(choice.of({1.0, -0.5, 0.0}));
  T alpha = some_factor<T>(choice), beta = some_factor<T>(choice);
  if (hermitian) beta = T(real);
  if (hermitian && !with_b) alpha = T(RealOf<T>(1.5));
  a.fill(nan_of<T>(), [](Index i, Index j) { return random_value<T>(1, i, j); });
  b.fill(nan_of<T>(), [](Index i, Index j) { return random_value<T>(2, i, j); });
  c.fill(T(7), [&](Index i, Index j) {
    if (beta == T(0) && is_in(g.uplo, i, j)) return nan_of<T>();
    T x = random_value<T>(3, i, j);
    if constexpr (is_complex<T>)  // must not matter
      if (hermitian && i == j) x = {x.real(), std::numeric_limits<RealOf<T>>::quiet_NaN()};
    return x;
  });
  const Wide<T> before = gathered(c.whole);
  const Op mirror = hermitian ? Op::ConjTrans : Op::Trans;
  const Wide<T> wa = applied(g.op, gathered(detail::const_view(a.view())));
  const Wide<T> wb = with_b ? applied(g.op, gathered(detail::const_view(b.view()))) : wa;
  Wide<T> wanted = product(wa, applied(mirror, wb));
  const Wide<T> other = product(wb, applied(mirror, wa));
  const Wide<T> c0 = section_of(before, c.part);
  const T alpha_2 = hermitian ? conjugate(alpha) : alpha;
  for (Index j = 0; j < n; ++j)
    for (Index i = 0; i < n; ++i) {
      typename Wide<T>::Value sum{};
      if (alpha != T(0)) sum = widened(alpha) * wanted(i, j);
      if (with_b && alpha != T(0)) sum += widened(alpha_2) * other(i, j);
      auto old = c0(i, j);
      if constexpr (is_complex<T>)
        if (hermitian && i == j) old = old.real();
      wanted(i, j) = sum + (beta == T(0) ? 0 : widened(beta) * old);
    }
  const LinalgOptions how{.algorithm = g.algorithm};
  const auto re = [](T x) { return std::real(x); };
  if (with_b && hermitian)
    her2k(a.view(), b.view(), c.view(),
          {.uplo = g.uplo, .op = g.op, .alpha = alpha, .beta = re(beta), .how = how});
  else if (with_b)
    syr2k(a.view(), b.view(), c.view(),
          {.uplo = g.uplo, .op = g.op, .alpha = alpha, .beta = beta, .how = how});
  else if (hermitian)
    herk(a.view(), c.view(),
         {.uplo = g.uplo, .op = g.op, .alpha = re(alpha), .beta = re(beta), .how = how});
  else
    syrk(a.view(), c.view(),
         {.uplo = g.uplo, .op = g.op, .alpha = alpha, .beta = beta, .how = how});
  return compare(c, before, wanted, g.uplo, 2 * g.k);
}

template <Scalar T>
std::string check_triangular(Choice& choice, const Case& g, bool solve) {
  const Index order = g.side == Side::Left ? g.shape.rows : g.shape.cols;
  Placed<T> a(choice, {order, order}, g.grid(choice)), b(choice, g.shape, g.ranks);
  const T alpha = some_factor<T>(choice);
  const auto scale = T(RealOf<T>(1) / static_cast<RealOf<T>>(order + 1));
  a.fill(nan_of<T>(), [&](Index i, Index j) {
    if (!is_in(g.uplo, i, j) || (i == j && g.diag == Diag::Unit)) return nan_of<T>();
    return i == j ? T(2) + random_value<T>(1, i, j) * T(RealOf<T>(0.25))
                  : random_value<T>(1, i, j) * scale;
  });
  b.fill(T(7),
         [&](Index i, Index j) { return alpha == T(0) ? nan_of<T>() : random_value<T>(2, i, j); });
  const Wide<T> before = gathered(b.whole), b0 = section_of(before, b.part);
  const Wide<T> wa =
      applied(g.op, triangle(gathered(detail::const_view(a.view())), g.uplo, g.diag));
  const TriangularOptions<T> options{.side = g.side,
                                     .uplo = g.uplo,
                                     .op = g.op,
                                     .diag = g.diag,
                                     .alpha = alpha,
                                     .how = {.algorithm = g.algorithm}};
  if (solve) trsm(a.view(), b.view(), options);
  else trmm(a.view(), b.view(), options);

  const auto times = [&](const Wide<T>& x) {
    return g.side == Side::Left ? product(wa, x) : product(x, wa);
  };
  Wide<T> wanted(g.shape);
  if (!solve) {
    const Wide<T> ab = times(b0);
    for (std::size_t n = 0; n < ab.values.size(); ++n)
      wanted.values[n] = alpha == T(0) ? 0 : widened(alpha) * ab.values[n];
    return compare(b, before, wanted, Uplo::General, order);
  }
  // Checks op(A) X = alpha B in the form X = X + alpha B - op(A) X.
  const Wide<T> x = gathered(detail::const_view(b.view())), ax = times(x);
  for (std::size_t n = 0; n < ax.values.size(); ++n)
    wanted.values[n] =
        x.values[n] + (alpha == T(0) ? 0 : widened(alpha) * b0.values[n]) - ax.values[n];
  return compare(b, before, wanted, Uplo::General, order);
}

}  // namespace

TEST_CASE_TEMPLATE("symm, hemm: agree with the triple loop, reading one triangle", T, float, double,
                   c64, c128) {
  Choice choice(1);
  for (int round = 0; round < 60; ++round) {
    const Case g(choice, Routine::Gemm, {Op::None});
    const bool hermitian = choice.one_in(2);
    const std::string complaint = check_symmetric<T>(choice, g, hermitian);
    if (!check_all(world(), complaint.empty(),
                   complaint + "\n" + g.to_string(hermitian ? "hemm" : "symm")))
      break;
  }
}

TEST_CASE_TEMPLATE("syrk, herk, syr2k, her2k: agree with the triple loop in one triangle", T, float,
                   double, c64, c128) {
  Choice choice(2);
  for (int round = 0; round < 100; ++round) {
    const bool hermitian = choice.one_in(2), with_b = choice.one_in(2);
    const Case g(choice, Routine::Syrk, {Op::None, hermitian ? Op::ConjTrans : Op::Trans});
    const std::string complaint = check_rank_update<T>(choice, g, hermitian, with_b);
    if (!check_all(world(), complaint.empty(),
                   complaint + "\n" + g.to_string(hermitian ? "her" : "syr") +
                       (with_b ? ", two factors" : ", one factor")))
      break;
  }
}

TEST_CASE_TEMPLATE("trmm, trsm: agree with the triple loop, reading one triangle", T, float, double,
                   c64, c128) {
  Choice choice(3);
  for (int round = 0; round < 120; ++round) {
    const Case g(choice, Routine::Syrk, {Op::None, Op::Trans, Op::ConjTrans});
    const bool solve = choice.one_in(2);
    const std::string complaint = check_triangular<T>(choice, g, solve);
    if (!check_all(world(), complaint.empty(),
                   complaint + "\n" + g.to_string(solve ? "trsm" : "trmm")))
      break;
  }
}

TEST_CASE("products: several slabs, and long sums of small results") {
  Choice choice(4);
  for (const Shape shape : {Shape{41, 1300}, Shape{3, 2500}, Shape{60, 2100}}) {
    const auto check = [&](const char* routine, Algorithm algorithm, Uplo uplo, auto&& call) {
      const auto a = random_matrix<double>(choice.layout(shape, world().size()), 1);
      DistMatrix<double> c(world(), choice.layout({shape.rows, shape.rows}, world().size()));
      call(a, c, LinalgOptions{.algorithm = algorithm});
      const auto wa = gathered(a), wc = gathered(c);
      const auto wanted = product(wa, applied(Op::Trans, wa));
      bool close = true;
      for (Index j = 0; j < shape.rows; ++j)
        for (Index i = 0; i < shape.rows; ++i) {
          const bool is_kept = uplo == Uplo::General || is_in(uplo, i, j);
          close = close && std::abs(wc(i, j) - (is_kept ? wanted(i, j) : 0)) < 1e-11L;
        }
      check_all(world(), close,
                concat(routine, " with k = ", shape.cols, " by ", to_string(algorithm)));
    };
    for (const Algorithm algorithm : algorithms_of(Routine::Gemm))
      check("gemm", algorithm, Uplo::General, [](const auto& a, auto& c, const auto& how) {
        gemm(a, a, c, {.op_b = Op::Trans, .how = how});
      });
    for (const Algorithm algorithm : algorithms_of(Routine::Syrk))
      check("syrk", algorithm, Uplo::Lower,
            [](const auto& a, auto& c, const auto& how) { syrk(a, c, {.how = how}); });
  }
  for (const Algorithm algorithm : algorithms_of(Routine::Syrk)) {
    // A triangle of several slabs: the solution X of A X = A Y is Y.
    const Index n = 1100;
    DistMatrix<double> a(world(), choice.layout({n, n}, world().size()));
    a.fill_with([&](Index i, Index j) {
      return i == j ? 2.0 : Uniform<double>(5, -1, 1)(i, j) / static_cast<double>(n);
    });
    for (const Side side : {Side::Left, Side::Right}) {
      const Shape shape = side == Side::Left ? Shape{n, 5} : Shape{5, n};
      auto b = random_matrix<double>(choice.layout(shape, world().size()), 6);
      const TriangularOptions<double> options{
          .side = side, .uplo = Uplo::Upper, .op = Op::Trans, .how = {.algorithm = algorithm}};
      const auto before = gathered(b);
      trmm(a, b, options);
      const auto between = gathered(b);
      trsm(a, b, options);
      const auto after = gathered(b);
      check_all(
          world(),
          largest_difference(after, before) < 1e-12L && largest_difference(between, before) > 0.5L,
          concat("trmm and trsm do not undo each other by ", to_string(algorithm), ", ",
                 to_string(side)));
    }
  }
}

TEST_CASE("products: the same call gives the same bits, and NaN passes on as arithmetic does") {
  const int nranks = world().size();
  const Layout layout({.shape = {97, 97}, .block = {8, 16}, .grid = {nranks, 1}});
  auto a = random_matrix<double>(layout, 1);
  const auto b = random_matrix<double>(layout, 2);
  const auto check_bits = [&](Algorithm algorithm, auto&& call) {
    DistMatrix<double> first(world(), layout), again(world(), layout);
    call(first);
    bool same = true;
    for (int round = 0; round < 100; ++round) {
      call(again);
      for (Index jl = 0; jl < first.local_cols(); ++jl)
        for (Index il = 0; il < first.local_rows(); ++il)
          same = same && first.local()(il, jl) == again.local()(il, jl);
    }
    check_all(world(), same, concat("bits differ by ", to_string(algorithm)));
  };
  for (const Algorithm algorithm : algorithms_of(Routine::Syrk))
    check_bits(algorithm, [&](auto& c) {
      syrk(a, c, {.uplo = Uplo::Upper, .how = {.algorithm = algorithm}});
    });
  for (const Algorithm algorithm : algorithms_of(Routine::Gemm)) {
    const auto call = [&](auto& c) { gemm(a, b, c, {.how = {.algorithm = algorithm}}); };
    a.fill_with(Uniform<double>(1, -1, 1));
    check_bits(algorithm, call);

    DistMatrix<double> again(world(), layout);
    a.set(3, 5, std::numeric_limits<double>::quiet_NaN());
    call(again);
    bool right = true;
    for (Index jl = 0; jl < again.local_cols(); ++jl)
      for (Index il = 0; il < again.local_rows(); ++il)
        right = right && std::isnan(again.local()(il, jl)) == (again.global_row(il) == 3);
    check_all(world(), right, concat("NaN went astray by ", to_string(algorithm)));
  }
}

TEST_CASE("products: refuse shapes that do not fit, shared memory and no triangle") {
  const Layout layout({.shape = {6, 6}, .block = {2, 2}, .grid = {1, world().size()}});
  const auto a = random_matrix<double>(layout, 1);
  DistMatrix<double> c(world(), layout), wide(world(), layout.with_shape({6, 4}));
  const auto refusal = [](auto&& f) { return message_of<ArgumentError>(f); };
  const auto expect_word = [](const std::string& message, const char* word) {
    check_all(world(), contains(message, word), message);
  };
  expect_word(refusal([&] { symm(a, wide, c); }), "B is 6x4 and C is 6x6");
  expect_word(refusal([&] { syrk(wide, wide); }), "they must be n x k and n x n");
  expect_word(refusal([&] { syr2k(a, wide, c); }), "they must have one shape");
  expect_word(refusal([&] { trsm(a, wide, {.side = Side::Right}); }), "fit B from the right");
  expect_word(refusal([&] { trmm(wide, c); }), "A must be square");
  expect_word(refusal([&] { trsm(c, c); }), "shares memory");
  expect_word(refusal([&] {
                syrk(c.view({0, 3}, {0, 6}), c.view({0, 3}, {0, 3}));
              }),
              "shares memory");
  expect_word(refusal([&] { symm(a, c.view({0, 6}, {0, 6}), c); }), "shares memory");
  expect_word(refusal([&] { trsm(a, c, {.uplo = Uplo::General}); }), "Lower or Upper");
  expect_word(refusal([&] { syrk(a, c, {.uplo = Uplo::General}); }), "Lower or Upper");
  expect_word(refusal([&] { gemm(a, a, c, {.how = {.algorithm = Algorithm::Elpa}}); }),
              "does not exist");
  const auto z = random_matrix<c128>(layout, 1);
  DistMatrix<c128> w(world(), layout);
  expect_word(refusal([&] { herk(z, w, {.op = Op::Trans}); }), "must be none or conjugate");

  std::vector<double> memory(100);
  const Layout one({.shape = {6, 6}, .block = {6, 6}, .grid = {1, 1}});
  const auto x = DistMatrix<double>::wrap(world(), one, {memory.data(), 6});
  auto y = DistMatrix<double>::wrap(world(), one, {memory.data() + 30, 6});
  expect_word(refusal([&] { gemm(x, a, y); }), "shares memory");
  auto z_apart = DistMatrix<double>::wrap(world(), one, {memory.data() + 40, 6});
  gemm(x, a, z_apart);
}
