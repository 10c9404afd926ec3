// SPDX-License-Identifier: BSD-3-Clause
#include <linalg/node/cholesky.hpp>
#include <linalg/node/qr.hpp>
#include <linalg/node/sweep.hpp>

#include <doctest/doctest.h>

#include <ashlar/base/error.hpp>

#include "team_cases.hpp"

using namespace ashlar;
using namespace ashlar::test;

namespace {

constexpr double residual_limit = 3;

template <Scalar T>
struct QrResult {
  Wide<T> factors, triangles;
};

template <Scalar T>
QrResult<T> factored(DistMatrix<T> a, const node::Schedule& schedule) {
  const Index block = a.layout().cols().block;
  DistMatrix<T> triangles(world(), a.layout().with_shape({block, a.cols()}),
                          {.kind = mpi::StorageKind::Shared});
  node::factor_qr(node::Room::of(world()), a, triangles, schedule);
  return {gathered(a), gathered(triangles)};
}

// Errors of the factors Q and R, in extended precision
struct QrErrors {
  double back = 0;        // |A - Q R| of a column relative to the column, in m eps
  double orthogonal = 0;  // |H^H H - I| of a reflection, in m eps
  double triangle = 0;    // |T + T^H - T^H V^H V T|, in m eps
};

// Applies the product of the reflections by TAU alone, as LAPACK's users do.
template <Scalar T>
QrErrors errors_of(const Wide<T>& a, const QrResult<T>& result, Index block) {
  QrErrors errors;
  if (!is_judge()) return errors;
  const auto& [f, t] = result;
  const auto [m, n] = a.shape;
  const Index k = std::min(m, n);
  const long double unit = eps_of<T> * static_cast<long double>(std::max<Index>(m, 8));
  const auto v = [&](Index i, Index j) { return i == j ? typename Wide<T>::Value(1) : f(i, j); };
  Wide<T> back(a.shape);
  for (Index j = 0; j < n; ++j)
    for (Index i = 0; i <= std::min(j, m - 1); ++i) back(i, j) = f(i, j);
  for (Index r = k - 1; r >= 0; --r) {
    const auto tau = t(r % block, r);
    long double square = 0;
    for (Index i = r; i < m; ++i) square += std::norm(v(i, r));
    errors.orthogonal = std::max(
        errors.orthogonal,
        static_cast<double>(std::abs(std::norm(tau) * square - 2 * std::real(tau)) / unit));
    for (Index j = r; j < n; ++j) {
      typename Wide<T>::Value along = 0;
      for (Index i = r; i < m; ++i) {
        auto x = v(i, r);
        if constexpr (is_complex<T>) x = std::conj(x);
        along += x * back(i, j);
      }
      for (Index i = r; i < m; ++i) back(i, j) -= tau * along * v(i, r);
    }
  }
  for (Index j = 0; j < n; ++j) {
    long double size = 0, error = 0;
    for (Index i = 0; i < m; ++i) {
      size = std::max(size, std::abs(a(i, j)));
      error = larger(error, std::abs(a(i, j) - back(i, j)));
    }
    const long double ratio = size == 0 ? error : error / size / unit;
    errors.back = static_cast<double>(larger(ratio, errors.back));
  }
  // T + T^H = T^H (V^H V) T for an orthogonal I - V T V^H, panel by panel.
  for (Index first = 0; first < k; first += block) {
    const Index width = std::min(block, k - first);
    Wide<T> vectors({m - first, width}), square({width, width});
    for (Index j = 0; j < width; ++j) {
      for (Index i = j; i < m - first; ++i) vectors(i, j) = v(first + i, first + j);
      for (Index i = 0; i <= j; ++i) square(i, j) = t(i, first + j);
    }
    const Wide<T> turned = applied(Op::ConjTrans, square);
    const Wide<T> right =
        product(turned, product(product(applied(Op::ConjTrans, vectors), vectors), square));
    Wide<T> left = square;
    for (std::size_t i = 0; i < left.values.size(); ++i) left.values[i] += turned.values[i];
    errors.triangle =
        static_cast<double>(larger(largest_difference(left, right) / unit, errors.triangle));
  }
  return errors;
}

template <Scalar T>
void check_qr(const DistMatrix<T>& a, const TeamCase& c) {
  const Wide<T> whole = gathered(a);
  const QrErrors errors = errors_of(whole, factored(a.copy(), c.schedule), c.block);
  const std::string which = c.to_string();
  check_all(world(), errors.back < residual_limit, concat("|A - QR| ", errors.back, ": ", which));
  check_all(world(), errors.orthogonal < residual_limit,
            concat("|H'H - I| ", errors.orthogonal, ": ", which));
  check_all(world(), errors.triangle < residual_limit, concat("T ", errors.triangle, ": ", which));
}

template <Scalar T>
std::pair<Wide<T>, Outcome> cholesky_factored(DistMatrix<T> a, const node::Schedule& schedule) {
  const Outcome outcome =
      node::factor_cholesky(node::Room::of(world()), world().size(), a, schedule);
  return {gathered(a), outcome};
}

// |A - L L^H| / (|A| n eps), of the lower triangle.
template <Scalar T>
double cholesky_residual(const Wide<T>& a, const Wide<T>& l) {
  if (!is_judge()) return 0;
  const Index n = a.shape.rows;
  long double size = 0, error = 0;
  for (Index j = 0; j < n; ++j)
    for (Index i = j; i < n; ++i) {
      auto rest = a(i, j);
      for (Index k = 0; k <= j; ++k) {
        auto right = l(j, k);
        if constexpr (is_complex<T>) right = std::conj(right);
        rest -= l(i, k) * right;
      }
      size = std::max(size, std::abs(a(i, j)));
      error = larger(error, std::abs(rest));
    }
  return static_cast<double>(error / size / eps_of<T> / static_cast<long double>(n));
}

Layout on_first_rank(Index n, Index block) {
  return Layout({.shape = {n, n}, .block = {block, block}, .grid = {1, 1}});
}

}  // namespace

TEST_CASE_TEMPLATE("teams: Q R = A with legal vectors, scalars and triangles", T, float, double,
                   c64, c128) {
  if (!shares_memory()) return;
  for (const TeamCase& c : team_cases({{{1, 1}, 4},
                                       {{3, 2}, 1},
                                       {{40, 10}, 3},
                                       {{57, 57}, 8},
                                       {{90, 150}, 16},
                                       {{150, 90}, 40},
                                       {{180, 180}, 20},
                                       {{230, 210}, 192}}))
    check_qr(random_matrix<T>(c.layout(), 3), c);
}

TEST_CASE_TEMPLATE("teams: columns of any size are reflected without overflow", T, float, double,
                   c64, c128) {
  if (!shares_memory()) return;
  const TeamCase c{{60, 48}, 8, std::min(world().size(), 6), {.team = world().size(), .depth = 1}};
  using Limits = std::numeric_limits<RealOf<T>>;
  const Uniform<T> random(9, -1, 1);
  for (const int power : {Limits::max_exponent - 12, Limits::min_exponent + 3 * Limits::digits,
                          Limits::max_exponent / 2 + 1, Limits::min_exponent / 2 - 1}) {
    DistMatrix<T> a(world(), c.layout());
    // Every third column has another scale, every seventh is zero from row 5 on, and one is zero.
    a.fill_with([&](Index i, Index j) {
      if (j == 11 || (j % 7 == 3 && i >= 5)) return T(0);
      return random(i, j) * (j % 3 == 1 ? std::ldexp(RealOf<T>(1), power) : RealOf<T>(1));
    });
    check_qr(a, c);
  }
}

TEST_CASE_TEMPLATE("teams: L L^H = A in the lower triangle", T, float, double, c64, c128) {
  if (!shares_memory()) return;
  int depth = 0;
  for (const auto& [n, block] : {std::pair<Index, Index>{1, 4}, {10, 3}, {57, 8}, {150, 20}})
    for (int team = 1; team <= world().size(); ++team) {
      const node::Schedule schedule{.team = team, .depth = 1 + depth++ % 3};
      const auto a = half_matrix<T>(on_first_rank(n, block), Uplo::Lower);
      const Wide<T> whole = gathered(a);
      const auto [l, outcome] = cholesky_factored(a.copy(), schedule);
      const double ratio = cholesky_residual(whole, l);
      const std::string which =
          concat("n = ", n, ", block ", block, ", teams of ", team, ", ", schedule.depth, " ahead");
      check_all(world(), ratio < residual_limit, concat("residual ", ratio, ": ", which));
      check_all(world(), outcome.ok(), "not positive definite? " + which);
    }
}

TEST_CASE("teams: the first minor that is not positive is reported") {
  if (!shares_memory()) return;
  for (const int team : {1, 2, 3, 8})
    for (const Index bad : {0, 17, 49}) {
      auto a = DistMatrix<double>(world(), on_first_rank(50, 6));
      a.fill_with([&](Index i, Index j) { return i != j ? 0.01 : i == bad ? -1.0 : 1.0; });
      const Outcome outcome = cholesky_factored(std::move(a), {.team = team}).second;
      check_all(world(), outcome.first_bad_pivot == bad, concat("another minor than ", bad));
    }
}

TEST_CASE("teams: 100 repeats of QR and Cholesky give the same bits") {
  if (!shares_memory()) return;
  for (const node::Schedule schedule : {node::Schedule{2, 2}, {world().size(), 1}}) {
    const auto a = random_matrix<double>(block_columns({70, 60}, 7, world().size()), 5);
    const auto b = half_matrix<double>(on_first_rank(64, 6), Uplo::Lower);
    const auto qr = factored(a.copy(), schedule);
    const auto in_lower = [](Wide<double> l) {
      for (Index j = 1; j < l.shape.cols; ++j)
        for (Index i = 0; i < j; ++i) l(i, j) = 0;
      return l.values;
    };
    const auto l = in_lower(cholesky_factored(b.copy(), schedule).first);
    for (int repeat = 0; repeat < 100; ++repeat) {
      const auto again = factored(a.copy(), schedule);
      check_all(world(), again.factors.values == qr.factors.values, "other bits of QR");
      check_all(world(), in_lower(cholesky_factored(b.copy(), schedule).first) == l,
                "other bits of Cholesky");
    }
  }
}

TEST_CASE("teams: a member that fails makes all throw, and the next routine works") {
  if (!shares_memory()) return;
  node::Room& room = node::Room::of(world());
  const int ranks = world().size();
  auto a = random_matrix<double>(block_columns({60, 60}, 5, ranks), 5);
  for (const node::Schedule schedule : {node::Schedule{2, 1}, {ranks, 2}})
    for (const int failing : {0, ranks - 1}) {
      const node::Board<double> board(room, a);
      room.begin(board.ranks());
      const node::CrewPlan plan = node::plan_for(room, Routine::Lu, a.layout(), schedule);
      bool has_thrown = false;
      try {
        node::guarded(room, [&] {
          node::sweep(
              room, Routine::Lu, board, plan,
              [](int, int, node::TeamMeetings& team) { team.meet(); },
              [&](int k, node::TeamMeetings& team) {
                team.meet();
                if (k >= 3 && room.rank() == failing) throw ArgumentError("planted");
                team.meet();
              },
              [](int, node::Tile<double>) {});
        });
        room.end();
      } catch (const Error&) {
        has_thrown = true;
      }
      check_all(world(), has_thrown, concat("rank ", failing, " failed alone"));
      check_qr(a, {{60, 60}, 5, ranks, schedule});
    }
}
