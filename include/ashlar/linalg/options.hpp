// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <concepts>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <ashlar/base/error.hpp>
#include <ashlar/base/index.hpp>
#include <ashlar/base/scalar.hpp>
#include <ashlar/layout/layout.hpp>
#include <ashlar/layout/shape.hpp>
#include <ashlar/linalg/detail/placed_operand.hpp>
#include <ashlar/matrix/matrix_view.hpp>

namespace ashlar {

/// Algorithm of a routine. Each routine supports some and refuses the others with an ArgumentError.
/// Equal layout, ranks and algorithm give equal bits.
enum class Algorithm {
  Automatic,  ///< fastest for routine, shape and ranks, by layout_for
  Node,       ///< ranks of one node as threads in shared memory
  Nodes,      ///< each rank a part of C; each node fetches slabs (gemm, symm, hemm)
  OneRank,    ///< LAPACK and BLAS on rank 0
  ScaLapack,  ///< ScaLAPACK on its preferred layout
  Elpa,       ///< ELPA's one-stage solver (symmetric eigenproblems only)
};

namespace detail {
inline constexpr Algorithm all_algorithms[] = {Algorithm::Automatic, Algorithm::Node,
                                               Algorithm::Nodes,     Algorithm::OneRank,
                                               Algorithm::ScaLapack, Algorithm::Elpa};
}  // namespace detail

constexpr std::string_view to_string(Algorithm algorithm) {
  switch (algorithm) {
    case Algorithm::Automatic: return "automatic";
    case Algorithm::Node: return "node";
    case Algorithm::Nodes: return "nodes";
    case Algorithm::OneRank: return "one-rank";
    case Algorithm::ScaLapack: return "scalapack";
    case Algorithm::Elpa: break;
  }
  return "elpa";
}

/// Returns the algorithm called `name`, or nullopt.
constexpr std::optional<Algorithm> algorithm_from_string(std::string_view name) {
  for (Algorithm algorithm : detail::all_algorithms)
    if (to_string(algorithm) == name) return algorithm;
  return std::nullopt;
}

namespace detail {
/// True for operands of one scalar type; else a static assertion with an explanation, which a
/// concept lacks.
template <class T, class... Others>
consteval bool is_one_scalar_type() {
  static_assert(Scalar<T>,
                "linear algebra is there for float, double, complex<float> and complex<double>: "
                "convert<double>(a) makes a matrix of one of these");
  static_assert(
      (std::same_as<T, Others> && ...),
      "all operands must have one element type: convert<To>(a) makes a matrix of another");
  return true;
}

/// Matrices and views of one of the four BLAS types, in any layout.
template <class A, class... Others>
concept OneScalarType = is_one_scalar_type<ValueOf<A>, ValueOf<Others>...>();

}  // namespace detail

/// Copy of an operand in another layout, made by a routine.
struct OperandMove {
  std::string operand;  ///< routine and matrix: "lu_factor: A"
  Layout from, to;      ///< of the matrix or the moved section
  std::string reason;   ///< a clause without a full stop
};

/// Record of one call, by LinalgOptions::report. A call appends to a report: use a new one per
/// call.
/// @example LinalgReport report;  gemm(a, b, c, {.how = {.report = &report}});
struct LinalgReport {
  /// Algorithm of the first factorisation or product; Automatic for routines without a choice
  /// (gemv, ger).
  Algorithm algorithm = Algorithm::Automatic;
  std::vector<OperandMove> moves;  ///< in order of execution
};

/// Options of every routine; routines with further ones have an options struct with these as `how`.
/// @example auto x = lu_factor(a, {.algorithm = Algorithm::ScaLapack});
/// @example gemm(a, b, c, {.op_a = Op::Trans, .how = {.note = &text}});
struct LinalgOptions {
  Algorithm algorithm = Algorithm::Automatic;  ///< [same]
  /// [local] receives sentences on the algorithm and each moved operand, with reasons
  std::string* note = nullptr;
  /// [local] receives the algorithm and moved operands as data
  LinalgReport* report = nullptr;
};

/// Result of a factorisation (LAPACK INFO >= 0) [same]. Singularity is a result, not an error.
struct [[nodiscard]] Outcome {
  /// 0-based index of the first exactly zero pivot (LU) or nonpositive leading minor (Cholesky);
  /// else nullopt.
  std::optional<Index> first_bad_pivot;

  bool ok() const { return !first_bad_pivot; }
  friend bool operator==(const Outcome&, const Outcome&) = default;
};

/// Determinant phase * exp(log_abs), safe from overflow and underflow, which are common from order
/// 1000. The determinant 0 has phase 0 and log_abs -infinity.
template <Scalar T>
struct LogDeterminant {
  T phase = T(1);      ///< sign; complex: on the unit circle; or 0
  double log_abs = 0;  ///< natural logarithm of the absolute value

  /// Determinant as a number, which may overflow or underflow.
  T value() const { return phase * static_cast<RealOf<T>>(std::exp(log_abs)); }
};

}  // namespace ashlar
