// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <tuple>

#include <ashlar/linalg/eigen.hpp>
#include <ashlar/linalg/gemm.hpp>
#include <ashlar/linalg/norm.hpp>
#include <ashlar/linalg/solve.hpp>
#include <ashlar/linalg/svd.hpp>
#include <ashlar/linalg/symmetric_products.hpp>

#include "matrix/same_operand.hpp"
#include "mpi/same_fields.hpp"

// Options of linear algebra as [same] arguments of collective calls; notes are [local].

namespace ashlar {

inline std::string same_text(Norm norm) {
  switch (norm) {
    case Norm::Max: return "max";
    case Norm::One: return "one";
    case Norm::Inf: return "inf";
    case Norm::Frobenius: return "Frobenius";
  }
  return same_number(norm);
}
inline std::string same_text(SvdVectors vectors) {
  switch (vectors) {
    case SvdVectors::Values: return "values only";
    case SvdVectors::Thin: return "thin";
    case SvdVectors::Full: return "full";
  }
  return same_number(vectors);
}
inline std::string same_text(EigenRange::Kind kind) {
  switch (kind) {
    case EigenRange::Kind::All: return "all";
    case EigenRange::Kind::Indices: return "indices";
    case EigenRange::Kind::Interval: return "interval";
  }
  return same_number(kind);
}
inline std::string same_text(EigenForm form) {
  switch (form) {
    case EigenForm::AxLambdaBx: return "A x = lambda B x";
    case EigenForm::ABxLambdaX: return "A B x = lambda x";
    case EigenForm::BAxLambdaX: return "B A x = lambda x";
  }
  return same_number(form);
}

inline auto same_fields(const LinalgOptions& o) {
  return std::tuple(same_field("algorithm", o.algorithm));
}
template <Scalar T>
auto same_fields(const GemmOptions<T>& o) {
  return std::tuple(same_field("op_a", o.op_a), same_field("op_b", o.op_b),
                    same_field("alpha", o.alpha), same_field("beta", o.beta),
                    same_field("algorithm", o.how.algorithm));
}
template <Scalar T>
auto same_fields(const GemvOptions<T>& o) {
  return std::tuple(same_field("op", o.op), same_field("alpha", o.alpha),
                    same_field("beta", o.beta), same_field("algorithm", o.how.algorithm));
}
template <Scalar T>
auto same_fields(const GerOptions<T>& o) {
  return std::tuple(same_field("op", o.op), same_field("alpha", o.alpha),
                    same_field("algorithm", o.how.algorithm));
}
template <Scalar T>
auto same_fields(const SymmetricProductOptions<T>& o) {
  return std::tuple(same_field("side", o.side), same_field("uplo", o.uplo),
                    same_field("alpha", o.alpha), same_field("beta", o.beta),
                    same_field("algorithm", o.how.algorithm));
}
template <Scalar T, Scalar R>
auto same_fields(const RankKOptions<T, R>& o) {
  return std::tuple(same_field("uplo", o.uplo), same_field("op", o.op),
                    same_field("alpha", o.alpha), same_field("beta", o.beta),
                    same_field("algorithm", o.how.algorithm));
}
template <Scalar T>
auto same_fields(const TriangularOptions<T>& o) {
  return std::tuple(same_field("side", o.side), same_field("uplo", o.uplo), same_field("op", o.op),
                    same_field("diag", o.diag), same_field("alpha", o.alpha),
                    same_field("algorithm", o.how.algorithm));
}
inline auto same_fields(const SolveOptions& o) {
  return std::tuple(same_field("uplo", o.uplo), same_field("precision", o.precision),
                    same_field("refine", o.refine), same_field("report", o.report != nullptr),
                    same_field("algorithm", o.how.algorithm));
}
inline auto same_fields(const SymmetricEigenOptions& o) {
  return std::tuple(same_field("uplo", o.uplo), same_field("vectors", o.vectors),
                    same_field("range", o.range.kind), same_field("first", o.range.first),
                    same_field("last", o.range.last), same_field("low", o.range.low),
                    same_field("high", o.range.high), same_field("form", o.form),
                    same_field("verify", o.verify), same_field("block", o.block),
                    same_field("algorithm", o.how.algorithm));
}

}  // namespace ashlar
