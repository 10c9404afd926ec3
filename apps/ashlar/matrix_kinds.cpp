// SPDX-License-Identifier: BSD-3-Clause
#include "matrix_kinds.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <utility>

#include <ashlar/base/error.hpp>
#include <ashlar/matrix/generate.hpp>

#include "gallery/definite.hpp"
#include "gallery/eigen.hpp"
#include "gallery/structured.hpp"

namespace ashlar::apps {
namespace {

constexpr MatrixKind kinds[] = {
    {"zeros", "all 0", false, false, false, true},
    {"ones", "all 1", false, false, false, true},
    {"identity", "1 on the diagonal", false, false, false, true},
    {"uniform", "random from [0, 1), integers of all values (--seed)", false, false, false, true},
    {"normal", "random of mean 0 and variance 1 (--seed)"},
    {"dominant", "random, 2n on the diagonal (--seed)", true},
    {"positive-definite", "random, symmetric or Hermitian, 2n on the diagonal (--seed)", true},
    {"reflection", "I - 2 u u^H of a random u (--seed)", true},
    {"orthogonal", "random orthonormal columns or rows (--seed)"},
    {"condition", "random of 2-norm 1 with --condition C (--decay, --seed)", false, false, true},
    {"singular-values", "random with the singular values --values (--seed)", false, true},
    {"eigenvalues", "random, symmetric or Hermitian, with the eigenvalues --values (--seed)", true,
     true},
    {"hilbert", "1 / (i + j + 1)"},
    {"lotkin", "Hilbert's with a first row of ones"},
    {"minij", "min(i, j) + 1", false, false, false, true},
    {"lehmer", "min / max of i + 1, j + 1"},
    {"moler", "i + 1 on the diagonal, else min(i, j) - 1"},
    {"pascal", "binomial coefficients (i + j choose i)"},
    {"kac-murdock-szego", "rho^|i - j| (--parameter rho, 0.5)"},
    {"second-difference", "-1, 2, -1 along three diagonals"},
    {"frank", "n - max(i, j), upper Hessenberg", true},
    {"wilkinson-plus", "ones beside |(n - 1) / 2 - i|", true},
    {"wilkinson-minus", "ones beside (n - 1) / 2 - i", true},
    {"rosser", "Rosser's eigenvalue problem, 8x8", true},
    {"clement", "symmetric tridiagonal, eigenvalues n - 1, n - 3, ..., 1 - n", true},
    {"grcar", "-1 below, ones on and above the diagonal (--parameter bands, 3)"},
    {"companion", "of x^n + c[n-1] x^(n-1) + ... + c[0], --values c[0],c[1],...", true, true},
    {"kahan", "upper triangle of sines and cosines (--parameter theta, 1.2)"},
    {"parter", "1 / (i - j + 1/2)"},
    {"cauchy", "1 / (x[i] + x[j]), --values x", false, true},
    {"vandermonde", "x[i]^j, --values x", false, true},
    {"toeplitz", "symmetric, constant diagonals, --values of the first column", false, true},
    {"chebyshev", "Chebyshev's polynomials T_j at n points"},
    {"sine", "discrete sine transform", true},
    {"hadamard", "Sylvester's +1 and -1, orthogonal columns if n is a power of 2"},
};

template <Element T>
using ElementFunction = std::function<T(Index, Index)>;

template <Scalar T>
std::vector<T> as(const std::vector<double>& values) {
  std::vector<T> result;
  for (const double x : values) result.push_back(static_cast<T>(static_cast<RealOf<T>>(x)));
  return result;
}

/// Functions of the global indices for every element type.
template <Element T>
ElementFunction<T> common_function(std::string_view name, const KindOptions& options) {
  if (name == "zeros") return [](Index, Index) { return T(0); };
  if (name == "ones") return [](Index, Index) { return T(1); };
  if (name == "identity") return Identity<T>{};
  if (name == "uniform") return Uniform<T>(options.seed);
  if (name == "minij") return MinIJ<T>{};
  return {};
}

template <Scalar T>
ElementFunction<T> random_function(std::string_view name, Index n, const KindOptions& options) {
  if (name == "normal") return Normal<T>(options.seed);
  if (name == "dominant") return DiagonallyDominant<T>(options.seed, n);
  if (name == "positive-definite") return PositiveDefinite<T>(options.seed, n);
  if (name == "reflection") return RandomReflection<T>(options.seed, n);
  return {};
}

template <Scalar T>
ElementFunction<T> gallery_function(std::string_view name, Index n, const KindOptions& options) {
  if (name == "hilbert") return Hilbert<T>{};
  if (name == "lotkin") return Lotkin<T>{};
  if (name == "lehmer") return Lehmer<T>{};
  if (name == "moler") return Moler<T>{};
  if (name == "pascal") return Pascal<T>{};
  if (name == "kac-murdock-szego") return KacMurdockSzego<T>{options.parameter.value_or(0.5)};
  if (name == "second-difference") return TridiagonalToeplitz<T>{};
  if (name == "frank") return Frank<T>{n};
  if (name == "wilkinson-plus") return WilkinsonPlus<T>{n};
  if (name == "wilkinson-minus") return WilkinsonMinus<T>{n};
  if (name == "rosser") return Rosser<T>{};
  if (name == "clement") return Clement<T>{n};
  if (name == "grcar")
    return Grcar<T>{static_cast<Index>(std::clamp(options.parameter.value_or(3), 0.0, 1e15))};
  if (name == "kahan") return Kahan<T>{options.parameter.value_or(1.2)};
  if (name == "parter") return Parter<T>{};
  if (name == "chebyshev") return ChebyshevBasis<T>{n};
  if (name == "sine") return SineBasis<T>{n};
  if (name == "hadamard") return SylvesterHadamard<T>{};
  return {};
}

template <Scalar T>
ElementFunction<T> listed_function(std::string_view name, Shape shape, const KindOptions& options) {
  const auto values = as<T>(options.values);
  const auto check = [&](Index wanted) {
    expect(std::ssize(values) == wanted, "generate: a ", shape.rows, "x", shape.cols, " ", name,
           " matrix takes ", wanted, " values, but there are ", values.size());
  };
  if (name == "companion") return check(shape.rows), Companion<T>(values);
  if (name == "vandermonde") return check(shape.rows), Vandermonde<T>(values);
  if (name == "cauchy") return check(std::max(shape.rows, shape.cols)), Cauchy<T>(values, values);
  if (name == "toeplitz")
    return check(std::max(shape.rows, shape.cols)), Toeplitz<T>(values, values);
  return {};
}

template <Scalar T>
DistMatrix<T> make_from_spectrum(mpi::CommunicatorView comm, const Layout& layout,
                                 std::string_view name, const KindOptions& options) {
  if (name == "orthogonal") return random_with_condition<T>(comm, layout, {.seed = options.seed});
  if (name == "condition")
    return random_with_condition<T>(
        comm, layout,
        {.condition = *options.condition, .decay = options.decay, .seed = options.seed});
  if (name == "singular-values")
    return random_with_singular_values<T>(comm, layout, options.values, options.seed);
  return random_symmetric_with_eigenvalues<T>(comm, layout, options.values, options.seed);
}

template <Element T>
DistMatrix<T> filled(mpi::CommunicatorView comm, const Layout& layout,
                     const ElementFunction<T>& f) {
  DistMatrix<T> result(comm, layout, {.init = Init::Uninitialized, .order = StorageOrder::C});
  result.fill_with(f);
  return result;
}

void check(const MatrixKind& kind, Shape shape, DType dtype, const KindOptions& options) {
  expect(!kind.is_square || shape.rows == shape.cols, "generate: a ", kind.name,
         " matrix is square, but the shape is ", shape.rows, "x", shape.cols);
  expect(kind.name != "rosser" || shape == Shape{8, 8},
         "generate: Rosser's matrix is 8x8, but the shape is ", shape.rows, "x", shape.cols);
  expect(kind.takes_values == !options.values.empty(), "generate: ", kind.name,
         kind.takes_values ? " needs --values" : " takes no --values");
  expect(kind.takes_condition == options.condition.has_value(), "generate: ", kind.name,
         kind.takes_condition ? " needs --condition" : " takes no --condition");
  const bool is_integer = visit_element(
      dtype, [](auto tag) { return ashlar::detail::IntegerElement<typename decltype(tag)::type>; });
  expect(kind.has_integers || !is_integer, "generate: ", kind.name,
         " matrices have fractions, which ", to_string(dtype), " has not; give --dtype float64");
}

}  // namespace

std::span<const MatrixKind> matrix_kinds() { return kinds; }

std::optional<MatrixKind> matrix_kind(std::string_view name) {
  const auto* const found = std::ranges::find(kinds, name, &MatrixKind::name);
  return found == std::end(kinds) ? std::nullopt : std::optional(*found);
}

template <Element T>
DistMatrix<T> make_matrix(mpi::CommunicatorView comm, const Layout& layout, const MatrixKind& kind,
                          const KindOptions& options) {
  const Shape shape = layout.shape();
  check(kind, shape, dtype_of<T>(), options);
  ElementFunction<T> f = common_function<T>(kind.name, options);
  if constexpr (Scalar<T>) {
    if (!f) f = random_function<T>(kind.name, shape.rows, options);
    if (!f) f = gallery_function<T>(kind.name, shape.rows, options);
    if (!f) f = listed_function<T>(kind.name, shape, options);
    if (!f) return make_from_spectrum<T>(comm, layout, kind.name, options);
  }
  return filled<T>(comm, layout, f);
}

#define ASHLAR_INSTANTIATE(T)                                                                 \
  template DistMatrix<T> make_matrix(mpi::CommunicatorView, const Layout&, const MatrixKind&, \
                                     const KindOptions&);
ASHLAR_INSTANTIATE(float)
ASHLAR_INSTANTIATE(double)
ASHLAR_INSTANTIATE(c64)
ASHLAR_INSTANTIATE(c128)
ASHLAR_INSTANTIATE(std::int8_t)
ASHLAR_INSTANTIATE(std::int16_t)
ASHLAR_INSTANTIATE(std::int32_t)
ASHLAR_INSTANTIATE(std::int64_t)
ASHLAR_INSTANTIATE(std::uint8_t)
ASHLAR_INSTANTIATE(std::uint16_t)
ASHLAR_INSTANTIATE(std::uint32_t)
ASHLAR_INSTANTIATE(std::uint64_t)
#undef ASHLAR_INSTANTIATE

}  // namespace ashlar::apps
