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
#include <ashlar/matrix/matrix_view.hpp>

namespace ashlar {

/// Implementation that computes. Every routine has some of these and refuses the others with an
/// ArgumentError.
enum class Algorithm {
  Automatic,  ///< the fastest for routine, shape and ranks, as layout_for says
  Node,       ///< the ranks of one node as threads, which read each other's memory
  Nodes,      ///< each rank a part of C; each node fetches what it needs, slab by slab (gemm, symm,
              ///< hemm)
  OneRank,    ///< LAPACK and BLAS on rank 0; the others wait
  ScaLapack,  ///< ScaLAPACK on the layout that suits it
  Elpa,       ///< ELPA's one-stage solver (symmetric eigenproblems only)
};

inline constexpr Algorithm all_algorithms[] = {Algorithm::Automatic, Algorithm::Node,
                                               Algorithm::Nodes,     Algorithm::OneRank,
                                               Algorithm::ScaLapack, Algorithm::Elpa};

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

/// The algorithm called `name`; nothing if there is none.
constexpr std::optional<Algorithm> algorithm_from_string(std::string_view name) {
  for (Algorithm algorithm : all_algorithms)
    if (to_string(algorithm) == name) return algorithm;
  return std::nullopt;
}

namespace detail {
/// True for operands of one scalar type; otherwise a static assertion names the fault, which a
/// concept alone would not.
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
}  // namespace detail

/// Matrices and views of one element type, which is one of the four of BLAS.
template <class A, class... Others>
concept OneScalarType = detail::is_one_scalar_type<ValueOf<A>, ValueOf<Others>...>();

/// Copy of an operand in another layout, made by a routine of linear algebra.
struct OperandMove {
  std::string operand;  ///< routine and matrix: "lu_factor: A"
  Layout from, to;      ///< of the whole matrix or of the section that moved
  std::string reason;   ///< a clause without a full stop
};

/// Facts on one call of a routine of linear algebra, gathered through LinalgOptions::report. A call
/// adds to a report: give each call a new one.
/// @example LinalgReport report;  gemm(a, b, c, {.how = {.report = &report}});
struct LinalgReport {
  /// Algorithm of the factorisation or product that the call began with; Automatic where the
  /// routine has no algorithms (gemv, ger).
  Algorithm algorithm = Algorithm::Automatic;
  std::vector<OperandMove> moves;  ///< in the order in which they were made
};

/// Options that every routine of linear algebra has. Routines with more of them have an options
/// struct of their own, which holds this one as `how`.
/// @example auto x = lu_factor(a, {.algorithm = Algorithm::ScaLapack});
/// @example gemm(a, b, c, {.op_a = Op::Trans, .how = {.note = &text}});
struct LinalgOptions {
  Algorithm algorithm = Algorithm::Automatic;  ///< [same]
  /// [local] Gets a sentence on the algorithm and one on each operand that moved, and why.
  std::string* note = nullptr;
  /// [local] Gets the algorithm and the operands that moved, for programs to read.
  LinalgReport* report = nullptr;
};

/// Result of a factorisation (LAPACK INFO >= 0), the same on every rank: a singular matrix is a
/// result, not an accident.
struct [[nodiscard]] Outcome {
  /// 0-based index of the first pivot that is exactly zero (LU) or the first leading minor that is
  /// not positive (Cholesky); nothing if all went well.
  std::optional<Index> first_bad_pivot;

  bool ok() const { return !first_bad_pivot; }
  friend bool operator==(const Outcome&, const Outcome&) = default;
};

/// A determinant as phase * exp(log_abs), which neither overflows nor underflows: that of a matrix
/// of order 1000 seldom fits a double. The determinant 0 has phase 0 and log_abs -infinity.
template <Scalar T>
struct LogDeterminant {
  T phase = T(1);      ///< sign; of complex matrices a number on the unit circle; or 0
  double log_abs = 0;  ///< natural logarithm of the absolute value

  /// The determinant itself, which may well be infinite or zero.
  T value() const { return phase * static_cast<RealOf<T>>(std::exp(log_abs)); }
};

}  // namespace ashlar

namespace ashlar::detail {

/// Throws ArgumentError unless A X = B makes sense: square A, as many rows in B, one communicator.
/// [same]
inline void check_system(const char* function, Shape a, Shape b, bool same_communicator) {
  expect(a.rows == a.cols, function, ": A is ", a.rows, "x", a.cols, ", but must be square");
  expect(b.rows == a.rows, function, ": A is ", a.rows, "x", a.cols, " and B is ", b.rows, "x",
         b.cols, "; B must have ", counted(a.rows, "row"));
  expect(same_communicator, function, ": A and B live on different communicators; put both on one");
}

}  // namespace ashlar::detail
