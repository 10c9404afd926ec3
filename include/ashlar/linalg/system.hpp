// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <ashlar/base/expect.hpp>
#include <ashlar/layout/shape.hpp>

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
