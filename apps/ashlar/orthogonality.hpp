// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <ashlar/linalg/elementwise.hpp>
#include <ashlar/linalg/gemm.hpp>
#include <ashlar/linalg/norm.hpp>

#include "linalg_job.hpp"

namespace ashlar::apps {

/// |Q^H Q - I| / (n eps) for the n columns of Q; with Op::None for its rows. @collective
template <Scalar T>
double orthogonality(const DistMatrix<T>& q, Op op = Op::ConjTrans) {
  const bool rows = op == Op::None;
  auto product = gemm(q, q, {.op_a = op, .op_b = rows ? Op::ConjTrans : Op::None});
  add_to_diagonal(product, T(-1));
  const auto count = static_cast<double>(rows ? q.cols() : q.rows());
  return ratio(static_cast<double>(norm(product, Norm::One)), count * roundoff<T>());
}

}  // namespace ashlar::apps
