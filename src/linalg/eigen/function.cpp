// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>
#include <limits>

#include <ashlar/base/concat.hpp>
#include <ashlar/linalg/gemm.hpp>
#include <ashlar/linalg/rows_and_cols.hpp>
#include <ashlar/linalg/symmetric_function.hpp>
#include <ashlar/move/mirror.hpp>

#include "base/instantiate.hpp"
#include "linalg/same_options.hpp"

namespace ashlar::detail {
namespace {

// What an eigenvalue may be off by.
template <class R>
R uncertainty(const std::vector<R>& values) {
  R largest = 0;
  for (const R value : values) largest = std::max(largest, std::abs(value));
  return largest * static_cast<R>(values.size()) * std::numeric_limits<R>::epsilon() / 2;
}

const char* name_of(NamedFunction function) {
  switch (function) {
    case NamedFunction::Sqrt: return "symmetric_sqrt";
    case NamedFunction::Exp: return "symmetric_exp";
    case NamedFunction::Log: break;
  }
  return "symmetric_log";
}

std::string place(std::size_t k, double value) {
  return concat("eigenvalue ", k, " (counted from 0) is ", value);
}

// Values that are zero but for rounding become zero; a negative one is an error of `function`.
template <class R>
void expect_not_negative(std::vector<R>& values, const char* function) {
  const R tiny = uncertainty(values);
  for (std::size_t k = 0; k < values.size(); ++k) {
    if (values[k] < -tiny)
      throw NotPositiveDefinite(concat(function, ": ", place(k, static_cast<double>(values[k])),
                                       ", but must not be negative"),
                                static_cast<Index>(k));
    values[k] = std::max(values[k], R(0));
  }
}

template <class R>
void take_logs(std::vector<R>& values) {
  const R tiny = uncertainty(values);
  for (std::size_t k = 0; k < values.size(); ++k) {
    if (values[k] <= tiny)
      throw NotPositiveDefinite(concat("symmetric_log: ", place(k, static_cast<double>(values[k])),
                                       ", but must be positive"),
                                static_cast<Index>(k));
    values[k] = std::log(values[k]);
  }
}

template <class R>
void take_exponentials(std::vector<R>& values) {
  for (std::size_t k = 0; k < values.size(); ++k) {
    const R result = std::exp(values[k]);
    if (!std::isfinite(result))
      throw OverflowError(concat("symmetric_exp: ", place(k, static_cast<double>(values[k])),
                                 ", whose exponential exceeds the number format"));
    values[k] = result;
  }
}

template <class R>
void take_powers(std::vector<R>& values, double exponent) {
  const R tiny = uncertainty(values);
  if (std::nearbyint(exponent) != exponent) expect_not_negative(values, "symmetric_power");
  for (std::size_t k = 0; k < values.size(); ++k) {
    if (exponent < 0 && std::abs(values[k]) <= tiny)
      throw SingularMatrix(concat("symmetric_power: ", place(k, static_cast<double>(values[k])),
                                  ", zero but for rounding, and the exponent is ", exponent),
                           static_cast<Index>(k));
    values[k] = static_cast<R>(std::pow(static_cast<double>(values[k]), exponent));
  }
}

}  // namespace

template <Scalar T>
DistMatrix<T> with_values(const SymmetricEigen<T>& eigen,
                          const std::vector<ashlar::RealOf<T>>& values) {
  const mpi::CollectiveCall call(eigen.vectors.comm(), "apply_symmetric",
                                 mpi::same("the vectors", eigen.vectors),
                                 mpi::same("the values", values));
  for (std::size_t k = 0; k < values.size(); ++k)
    if (!std::isfinite(values[k]))
      throw ArgumentError(concat("apply_symmetric: f is ", static_cast<double>(values[k]),
                                 " where ", place(k, static_cast<double>(eigen.values[k]))));
  DistMatrix<T> scaled = eigen.vectors.copy();
  DistMatrix<T> result(scaled.comm(), scaled.layout());
  if (scaled.shape().empty()) return result;
  const std::vector<T> factors(values.begin(), values.end());
  scale_cols(scaled, std::span<const T>(factors));
  ashlar::gemm(scaled, eigen.vectors, result, {.op_b = Op::ConjTrans});
  mirror_into(result, result, Uplo::Lower);
  return result;
}

template <Scalar T>
DistMatrix<T> symmetric_function(MatrixView<const T> a, NamedFunction function,
                                 const TriangleOptions& options) {
  const mpi::CollectiveCall call(a.comm(), name_of(function), mpi::same("A", a),
                                 mpi::same("the options", options));
  const auto eigen = symmetric_eigen<T>(a, {.uplo = options.uplo, .how = options.how});
  auto values = eigen.values;
  switch (function) {
    case NamedFunction::Sqrt:
      expect_not_negative(values, "symmetric_sqrt");
      for (auto& value : values) value = std::sqrt(value);
      break;
    case NamedFunction::Exp: take_exponentials(values); break;
    case NamedFunction::Log: take_logs(values); break;
  }
  return with_values(eigen, values);
}

template <Scalar T>
DistMatrix<T> symmetric_power(MatrixView<const T> a, double exponent,
                              const TriangleOptions& options) {
  const mpi::CollectiveCall call(a.comm(), "symmetric_power", mpi::same("A", a),
                                 mpi::same("the exponent", exponent),
                                 mpi::same("the options", options));
  const auto eigen = symmetric_eigen<T>(a, {.uplo = options.uplo, .how = options.how});
  auto values = eigen.values;
  take_powers(values, exponent);
  return with_values(eigen, values);
}

#define ASHLAR_INSTANTIATE(T)                                                   \
  template DistMatrix<T> with_values(const SymmetricEigen<T>&,                  \
                                     const std::vector<ashlar::RealOf<T>>&);    \
  template DistMatrix<T> symmetric_function(MatrixView<const T>, NamedFunction, \
                                            const TriangleOptions&);            \
  template DistMatrix<T> symmetric_power(MatrixView<const T>, double, const TriangleOptions&);
ASHLAR_FOR_ALL_SCALARS(ASHLAR_INSTANTIATE)
#undef ASHLAR_INSTANTIATE

}  // namespace ashlar::detail
