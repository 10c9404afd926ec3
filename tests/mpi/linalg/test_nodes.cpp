// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/linalg/gemm.hpp>
#include <ashlar/linalg/symmetric_products.hpp>
#include <ashlar/mpi/context.hpp>

#include "oracle.hpp"

using namespace ashlar;
using namespace ashlar::test;

// Products by slabs that every node fetches, for any nodes of this job.

namespace {

constexpr Algorithm algorithm = Algorithm::Nodes;

/// A matrix of the library, or in memory of the caller: padded and sometimes row-major.
template <Scalar T>
struct Held {
  std::vector<T> memory;
  DistMatrix<T> matrix;

  Held(Choice& choice, Shape shape) {
    const Layout layout = choice.layout(shape, world().size());
    const bool by_columns = choice.one_in(2);
    if (choice.one_in(2)) {
      matrix = DistMatrix<T>(world(), layout);
      return;
    }
    const Shape local = layout.local_shape(world().rank());
    const Index ld = std::max<Index>(1, by_columns ? local.rows : local.cols) + 3;
    memory.resize(static_cast<std::size_t>(ld * ((by_columns ? local.cols : local.rows) + 1)),
                  T(9));
    matrix = DistMatrix<T>::wrap(
        world(), layout, {memory.data(), ld, by_columns ? StorageOrder::Fortran : StorageOrder::C});
  }
};

template <Scalar T>
T nan_of() {
  return T(std::numeric_limits<RealOf<T>>::quiet_NaN());
}

Index some_size(Choice& choice) { return choice.of({0, 1, 2, 7, 33, 64, 65, 101}); }

template <Scalar T>
T some_factor(Choice& choice) {
  const auto real = static_cast<RealOf<T>>(choice.of({1.0, -0.5, 2.0}));
  if constexpr (is_complex<T>) return T(real, RealOf<T>(0.25));
  else return real;
}

/// The operand C, filled with NaN if beta is 0, and the comparison of its result.
template <Scalar T>
class Target {
 public:
  Target(Choice& choice, Shape shape)
      : alpha(some_factor<T>(choice)),
        beta(choice.one_in(2) ? T(0) : some_factor<T>(choice)),
        held_(choice, shape) {
    held_.matrix.fill_with(Uniform<T>(3, -1, 1));
    before_ = gathered(held_.matrix).values;
    if (beta == T(0)) held_.matrix.fill(nan_of<T>());
  }

  DistMatrix<T>& matrix() { return held_.matrix; }

  /// An error text if C differs from alpha `ab` + beta C beyond rounding, or if its padding was
  /// written.
  std::string complaint(const Wide<T>& ab, Index k) const {
    Wide<T> wanted = ab;
    for (std::size_t n = 0; n < wanted.values.size(); ++n) {
      wanted.values[n] *= widened(alpha);
      if (beta != T(0)) wanted.values[n] += widened(beta) * before_[n];
    }
    const Wide<T> after = gathered(held_.matrix);
    if (!(difference_in_eps(after, wanted) <= 16 * static_cast<double>(k + 2))) return "C is wrong";
    const Index kept = std::ranges::count(held_.memory, T(9));
    const Index padding =
        std::ssize(held_.memory) - held_.matrix.local_rows() * held_.matrix.local_cols();
    if (!held_.memory.empty() && kept != padding) return "padding was written";
    return {};
  }

  const T alpha, beta;

 private:
  Held<T> held_;
  std::vector<typename Wide<T>::Value> before_;
};

template <Scalar T>
std::string check_gemm(Choice& choice, Index k) {
  const Op op_a = choice.of({Op::None, Op::Trans, Op::ConjTrans});
  const Op op_b = choice.of({Op::None, Op::Trans, Op::ConjTrans});
  const Shape shape{some_size(choice), some_size(choice)};
  const Shape a_shape{shape.rows, k}, b_shape{k, shape.cols};
  Held<T> a(choice, is_transposing(op_a) ? a_shape.transposed() : a_shape);
  Held<T> b(choice, is_transposing(op_b) ? b_shape.transposed() : b_shape);
  a.matrix.fill_with(Uniform<T>(1, -1, 1));
  b.matrix.fill_with(Uniform<T>(2, -1, 1));
  Target<T> c(choice, shape);
  std::string note;
  gemm(a.matrix, b.matrix, c.matrix(),
       {.op_a = op_a,
        .op_b = op_b,
        .alpha = c.alpha,
        .beta = c.beta,
        .how = {.algorithm = algorithm, .note = &note}});
  if (!contains(note, "gemm by algorithm nodes: it was asked for")) return "the note is " + note;
  return c.complaint(product(applied(op_a, gathered(a.matrix)), applied(op_b, gathered(b.matrix))),
                     k);
}

template <Scalar T>
std::string check_symmetric(Choice& choice, Index order) {
  const Side side = choice.of({Side::Left, Side::Right});
  const Uplo uplo = choice.of({Uplo::Lower, Uplo::Upper});
  const bool hermitian = choice.one_in(2);
  const Index other = some_size(choice);
  const Shape shape = side == Side::Left ? Shape{order, other} : Shape{other, order};
  Held<T> a(choice, {order, order}), b(choice, shape);
  const Uniform<T> f(1, -1, 1);
  // NaN exposes reads of the other triangle or of the imaginary parts of the diagonal.
  a.matrix.fill_with([&](Index i, Index j) {
    const bool is_kept = uplo == Uplo::Lower ? i >= j : i <= j;
    if constexpr (is_complex<T>)
      if (hermitian && i == j) return T(f(i, i).real(), std::real(nan_of<T>()));
    return is_kept ? f(i, j) : nan_of<T>();
  });
  const Wide<T> whole = evaluated<T>({order, order}, [&](Index i, Index j) -> T {
    const bool is_kept = uplo == Uplo::Lower ? i >= j : i <= j;
    const T x = is_kept ? f(i, j) : f(j, i);
    if (!hermitian) return x;
    return i == j ? T(std::real(x)) : is_kept ? x : conjugate(x);
  });
  b.matrix.fill_with(Uniform<T>(2, -1, 1));
  Target<T> c(choice, shape);
  const SymmetricProductOptions<T> options{.side = side,
                                           .uplo = uplo,
                                           .alpha = c.alpha,
                                           .beta = c.beta,
                                           .how = {.algorithm = algorithm}};
  if (hermitian) hemm(a.matrix, b.matrix, c.matrix(), options);
  else symm(a.matrix, b.matrix, c.matrix(), options);
  const Wide<T> wb = gathered(b.matrix);
  return c.complaint(side == Side::Left ? product(whole, wb) : product(wb, whole), order);
}

}  // namespace

TEST_CASE_TEMPLATE("nodes: gemm is the triple loop for any op, layout, order and memory", T, float,
                   double, c64, c128) {
  Choice choice(1);
  for (int round = 0; round < 40; ++round) {
    const Index k = choice.of({0, 1, 5, 100, 511, 513, 1100});
    const std::string complaint = check_gemm<T>(choice, k);
    if (!check_all(world(), complaint.empty(), concat("round ", round, ": ", complaint))) break;
  }
}

TEST_CASE_TEMPLATE("nodes: symm and hemm read one triangle, in several slabs too", T, float, double,
                   c64, c128) {
  Choice choice(2);
  for (int round = 0; round < 24; ++round) {
    const Index order = choice.of({0, 1, 17, 80, 130, 520});
    const std::string complaint = check_symmetric<T>(choice, order);
    if (!check_all(world(), complaint.empty(), concat("round ", round, ": ", complaint))) break;
  }
}

TEST_CASE("nodes: factors may be one matrix, C may not share memory with them") {
  const Layout layout({.shape = {60, 60}, .block = {7, 9}, .grid = {1, world().size()}});
  auto a = random_matrix<double>(layout, 1);
  DistMatrix<double> c(world(), layout);
  const LinalgOptions how{.algorithm = algorithm};
  gemm(a, a, c, {.op_a = Op::Trans, .how = how});
  const Wide<double> wa = gathered(a);
  check_all(world(),
            difference_in_eps(gathered(c), product(applied(Op::Trans, wa), wa)) < 16 * 62.0,
            "A^T A is wrong");
  const std::string message = message_of<ArgumentError>([&] { gemm(a, c, a, {.how = how}); });
  check_all(world(), contains(message, "shares memory"), message);
}

TEST_CASE("nodes: taken by themselves between nodes, unless C is small or k long beside it") {
  if (mpi::Context::of(world()).is_single_node()) return;
  const auto check_choice = [](Index n, Index k, const char* wanted) {
    const Layout layout({.shape = {n, n}, .block = {8, 8}, .grid = {1, world().size()}});
    const auto a = random_matrix<float>(layout.with_shape({n, k}), 1);
    const auto b = random_matrix<float>(layout.with_shape({k, n}), 2);
    DistMatrix<float> c(world(), layout);
    std::string note;
    gemm(a, b, c, {.how = {.note = &note}});
    check_all(world(), contains(note, concat("gemm by algorithm ", wanted)), note);
  };
  check_choice(210, 210, "nodes");
  check_choice(100, 1600, "nodes");
  check_choice(100, 1616, "scalapack");
  check_choice(100, 100, "scalapack");
}
