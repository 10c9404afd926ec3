// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/linalg/given_spectrum.hpp>

#include <cmath>

#include <ashlar/base/error.hpp>
#include <ashlar/linalg/elementwise.hpp>
#include <ashlar/linalg/gemm.hpp>
#include <ashlar/linalg/norm.hpp>
#include <ashlar/matrix/generate.hpp>
#include <ashlar/move/mirror.hpp>

#include "base/instantiate.hpp"
#include "same_options.hpp"

namespace ashlar {
namespace {

// Reflections on each side: three mix all rows and columns.
constexpr std::uint64_t reflections = 3;

// A column distributed over the first ranks.
template <Scalar T>
DistMatrix<T> column(const DistMatrix<T>& a, Index rows) {
  const int count = a.layout().grid().rows;
  return DistMatrix<T>(a.comm(),
                       Layout({.shape = {rows, 1}, .block = {64, 1}, .grid = {count, 1}}));
}

template <Scalar T>
DistMatrix<T> random_unit_column(const DistMatrix<T>& a, Index rows, std::uint64_t seed) {
  DistMatrix<T> u = column(a, rows);
  u.fill_with(Normal<T>(seed));
  scale(u, T(1 / norm(u, Norm::Frobenius)));
  return u;
}

// A := (I - 2 u u^H) A
template <Scalar T>
void reflect_rows(DistMatrix<T>& a, const DistMatrix<T>& u) {
  DistMatrix<T> product = column(a, a.cols());
  gemv(a, u, product, {.op = Op::ConjTrans});
  ger(u, product, a, {.alpha = -2});
}

// A := A (I - 2 u u^H)
template <Scalar T>
void reflect_cols(DistMatrix<T>& a, const DistMatrix<T>& u) {
  DistMatrix<T> product = column(a, a.rows());
  gemv(a, u, product);
  ger(product, u, a, {.alpha = -2});
}

template <Scalar T>
DistMatrix<T> diagonal_matrix(mpi::CommunicatorView comm, const Layout& layout,
                              std::span<const RealOf<T>> values) {
  DistMatrix<T> a(comm, layout);
  set_diagonal(a, std::vector<T>(values.begin(), values.end()));
  return a;
}

}  // namespace

std::vector<double> detail::falling_to(Index count, double condition, Decay decay) {
  expect(condition >= 1 && std::isfinite(condition), "random_with_condition: the condition is ",
         condition, ", but must be a number from 1 on");
  std::vector<double> values(static_cast<std::size_t>(count));
  const double least = 1 / condition;
  for (Index k = 0; k < count; ++k) {
    const double way = count > 1 ? static_cast<double>(k) / static_cast<double>(count - 1) : 0;
    double& value = values[static_cast<std::size_t>(k)];
    switch (decay) {
      case Decay::Geometric: value = std::pow(least, way); break;
      case Decay::Arithmetic: value = 1 - way * (1 - least); break;
      case Decay::OneSmall: value = k > 0 && k == count - 1 ? least : 1; break;
      case Decay::OneLarge: value = k == 0 ? 1 : least; break;
    }
  }
  return values;
}

namespace detail {

template <Scalar T>
DistMatrix<T> given_singular_values(mpi::CommunicatorView comm, const Layout& layout,
                                    std::span<const ashlar::RealOf<T>> sigma, std::uint64_t seed) {
  const mpi::CollectiveCall call(comm, "random_with_singular_values",
                                 mpi::same("the layout", layout), mpi::same("the values", sigma),
                                 mpi::same("the seed", seed));
  const Index wanted = diagonal_length(layout.shape());
  expect(std::ssize(sigma) == wanted,
         "random_with_singular_values: ", detail::counted(sigma.size(), "value"), " for a ",
         layout.shape().rows, "x", layout.shape().cols, " matrix, which has ", wanted);
  DistMatrix<T> a = diagonal_matrix<T>(comm, layout, sigma);
  if (a.shape().empty()) return a;
  for (std::uint64_t k = 0; k < reflections; ++k) {
    reflect_rows(a, random_unit_column(a, a.rows(), random_bits(seed, 0, 0, 2 * k)));
    reflect_cols(a, random_unit_column(a, a.cols(), random_bits(seed, 0, 0, 2 * k + 1)));
  }
  return a;
}

template <Scalar T>
DistMatrix<T> given_eigenvalues(mpi::CommunicatorView comm, const Layout& layout,
                                std::span<const ashlar::RealOf<T>> lambda, std::uint64_t seed) {
  const mpi::CollectiveCall call(comm, "random_symmetric_with_eigenvalues",
                                 mpi::same("the layout", layout), mpi::same("the values", lambda),
                                 mpi::same("the seed", seed));
  const auto [rows, cols] = layout.shape();
  expect(rows == cols && std::ssize(lambda) == rows,
         "random_symmetric_with_eigenvalues: ", detail::counted(lambda.size(), "value"), " for a ",
         rows, "x", cols,
         " matrix; it must be square, with one "
         "for each row");
  DistMatrix<T> a = diagonal_matrix<T>(comm, layout, lambda);
  if (a.shape().empty()) return a;
  for (std::uint64_t k = 0; k < reflections; ++k) {
    const DistMatrix<T> u = random_unit_column(a, rows, random_bits(seed, 0, 0, k));
    reflect_rows(a, u);
    reflect_cols(a, u);
  }
  mirror_into(a, a, Uplo::Lower);
  return a;
}

#define ASHLAR_INSTANTIATE(T)                                                                      \
  template DistMatrix<T> given_singular_values(mpi::CommunicatorView, const Layout&,               \
                                               std::span<const ashlar::RealOf<T>>, std::uint64_t); \
  template DistMatrix<T> given_eigenvalues(mpi::CommunicatorView, const Layout&,                   \
                                           std::span<const ashlar::RealOf<T>>, std::uint64_t);
ASHLAR_FOR_ALL_SCALARS(ASHLAR_INSTANTIATE)
#undef ASHLAR_INSTANTIATE

}  // namespace detail
}  // namespace ashlar
