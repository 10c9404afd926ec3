// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/linalg/eigen.hpp>

#include "eigen_oracle.hpp"

using namespace ashlar;
using namespace ashlar::test;

namespace {

constexpr EigenForm forms[] = {EigenForm::AxLambdaBx, EigenForm::ABxLambdaX, EigenForm::BAxLambdaX};

/// A Hermitian matrix with a dominant diagonal.
template <Scalar T>
struct Positive {
  Index n;
  T operator()(Index i, Index j) const {
    const T x = HermitianElement<T>{11}(i, j);
    return i == j ? x + T(static_cast<RealOf<T>>(n + 1)) : x;
  }
};

template <Scalar T>
Wide<T> scaled_columns(Wide<T> z, const std::vector<RealOf<T>>& values) {
  for (Index j = 0; j < z.shape.cols; ++j)
    for (Index i = 0; i < z.shape.rows; ++i)
      z(i, j) *= static_cast<long double>(values[static_cast<std::size_t>(j)]);
  return z;
}

template <Scalar T>
long double difference(Wide<T> x, const Wide<T>& y) {
  for (std::size_t k = 0; k < x.values.size(); ++k) x.values[k] -= y.values[k];
  return inf_norm(x);
}

template <Scalar T>
Wide<T> identity(Index n) {
  Wide<T> result({n, n});
  for (Index j = 0; j < n; ++j) result(j, j) = 1;
  return result;
}

// Ratios of the equation and of the normalisation, in units of n eps times the sizes of all
// factors.
template <Scalar T>
std::pair<double, double> ratios(EigenForm form, const Wide<T>& a, const Wide<T>& b,
                                 const Wide<T>& z, const std::vector<RealOf<T>>& values) {
  const long double n_eps = static_cast<long double>(a.shape.rows) * eps_of<T>;
  const Wide<T> zl = scaled_columns(z, values);
  long double error = 0, scale = inf_norm(a) * inf_norm(b) * inf_norm(z);
  if (form == EigenForm::AxLambdaBx) {
    error = difference(product(a, z), product(b, zl));
    scale = inf_norm(a) * inf_norm(z) + inf_norm(b) * inf_norm(zl);
  } else {
    const bool a_last = form == EigenForm::ABxLambdaX;
    error = difference(a_last ? product(a, product(b, z)) : product(b, product(a, z)), zl);
  }
  // Form 3 has Z Z^H = B.
  const auto zh = applied(Op::ConjTrans, z);
  const bool is_third = form == EigenForm::BAxLambdaX;
  const long double off = is_third
                              ? difference(product(z, zh), b) / inf_norm(b)
                              : difference(product(zh, product(b, z)), identity<T>(a.shape.rows));
  return {static_cast<double>(error / (scale * n_eps)), static_cast<double>(off / n_eps)};
}

}  // namespace

TEST_CASE_TEMPLATE("symmetric_eigen of two matrices: right in all forms, layouts and algorithms", T,
                   float, double, c64, c128) {
  Choice choice(37);
  for (const Index n : {1, 2, 10, 57}) {
    const HermitianElement<T> of_a{2};
    const Positive<T> of_b{n};
    const auto whole_a = evaluated<T>({n, n}, of_a), whole_b = evaluated<T>({n, n}, of_b);
    for (const Algorithm algorithm : eigen_algorithms<T>())
      for (const EigenForm form : forms) {
        const Uplo uplo = choice.of({Uplo::Lower, Uplo::Upper});
        DistMatrix<T> a(world(), choice.layout({n, n}, world().size()));
        DistMatrix<T> b(world(), choice.layout({n, n}, world().size()));
        a.fill_with(OneTriangle<T>{of_a, uplo});
        b.fill_with([&](Index i, Index j) {
          const bool is_read = uplo == Uplo::Lower ? i >= j : i <= j;
          return is_read ? of_b(i, j) : T(std::numeric_limits<RealOf<T>>::quiet_NaN());
        });
        const DistMatrix<T> a_before = a.copy(), b_before = b.copy();
        const auto e = symmetric_eigen(
            a, b, {.uplo = uplo, .form = form, .verify = true, .how = {.algorithm = algorithm}});
        const auto [equation, norm] = ratios(form, whole_a, whole_b, gathered(e.vectors), e.values);
        const std::string what = concat(" by ", to_string(algorithm), ", n ", n, ", form ",
                                        static_cast<int>(form), ", ", to_string(uplo));
        check_all(world(), equation < 20 && norm < 50, concat(equation, " ", norm, what));
        check_all(world(), std::is_sorted(e.values.begin(), e.values.end()), "not sorted" + what);
        check_all(world(), e.vectors.layout() == a.layout(),
                  "the vectors have another layout" + what);
        check_all(world(),
                  count_differences(a, a_before) == 0 && count_differences(b, b_before) == 0,
                  "A or B changed" + what);
        check_all(world(), e.residual.value_or(1e9) < 10 && e.orthogonality.value_or(0) < 10,
                  concat("measured ", e.residual.value_or(-1), what));
        const Index first = n / 2;
        const auto part = symmetric_eigen(a, b,
                                          {.uplo = uplo,
                                           .vectors = false,
                                           .range = EigenRange::by_index(first, n),
                                           .form = form,
                                           .how = {.algorithm = algorithm}});
        const std::vector<RealOf<T>> upper(e.values.begin() + first, e.values.end());
        const double ratio = values_ratio(part.values, upper, std::abs(e.values.front()));
        check_all(world(), ratio < 200, concat("part ", ratio, what));
      }
  }
}

TEST_CASE("symmetric_eigen of two matrices: scaled by powers of two, all is scaled") {
  const Index n = 20;
  const HermitianElement<double> of_a{2};
  const Positive<double> of_b{n};
  const Layout layout{{.shape = {n, n}, .block = {3, 3}, .grid = {1, world().size()}}};
  for (const Algorithm algorithm : eigen_algorithms<double>())
    for (const EigenForm form : forms) {
      DistMatrix<double> a(world(), layout), b(world(), layout), large(world(), layout),
          small(world(), layout);
      a.fill_with(of_a);
      b.fill_with(of_b);
      large.fill_with([&](Index i, Index j) { return std::ldexp(of_a(i, j), 600); });
      small.fill_with([&](Index i, Index j) { return std::ldexp(of_b(i, j), -580); });
      const auto plain = symmetric_eigen(a, b, {.form = form, .how = {.algorithm = algorithm}});
      // In form 1 the quotient would overflow, so both matrices are large.
      const bool is_quotient = form == EigenForm::AxLambdaBx;
      const auto& second = is_quotient ? b : small;
      auto scaled = symmetric_eigen(large, second, {.form = form, .how = {.algorithm = algorithm}});
      for (auto& value : scaled.values) value = std::ldexp(value, is_quotient ? -600 : -20);
      const double ratio = values_ratio(scaled.values, plain.values);
      check_all(world(), ratio < 30,
                concat(ratio, " by ", to_string(algorithm), ", form ", static_cast<int>(form)));
    }
}

TEST_CASE("symmetric_eigen of two matrices: the pivot of a B that is not positive definite") {
  Choice choice(5);
  for (const Algorithm algorithm : eigen_algorithms<double>()) {
    DistMatrix<double> a(world(), choice.layout({15, 15}, world().size()));
    DistMatrix<double> b(world(), choice.layout({15, 15}, world().size()));
    a.fill_with(HermitianElement<double>{1});
    b.fill_with([](Index i, Index j) { return i != j ? 0.0 : i == 9 ? -1.0 : 1.0; });
    Index pivot = -1;
    try {
      (void)symmetric_eigen(a, b, {.how = {.algorithm = algorithm}});
    } catch (const NotPositiveDefinite& error) {
      pivot = error.pivot();
    }
    check_all(world(), pivot == 9, concat("pivot ", pivot, " by ", to_string(algorithm)));
  }
}

TEST_CASE("symmetric_eigen of two matrices: shapes, communicators and NaN") {
  const Layout layout{{.shape = {6, 6}, .block = {2, 2}, .grid = {1, 1}}};
  const DistMatrix<double> a(world(), layout), other(world(), layout.with_shape({5, 5}));
  const std::string shapes = message_of<ArgumentError>([&] { (void)symmetric_eigen(a, other); });
  check_all(world(), contains(shapes, "A is 6x6 and B is 5x5"), shapes);
  const DistMatrix<double> elsewhere(mpi::CommunicatorView::self(), layout);
  const std::string comms = message_of<ArgumentError>([&] { (void)symmetric_eigen(a, elsewhere); });
  check_all(world(), contains(comms, "different communicators"), comms);
  DistMatrix<double> b(world(), layout);
  b.set(4, 2, std::numeric_limits<double>::quiet_NaN());
  const std::string nan = message_of<ArgumentError>([&] { (void)symmetric_eigen(a, b); });
  check_all(world(), contains(nan, "B(4, 2) is NaN or infinite"), nan);
}
