// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <doctest/doctest.h>

#include <functional>
#include <string>

#include <ashlar/base/enums.hpp>
#include <ashlar/layout/shape.hpp>
#include <ashlar/mpi/communicator.hpp>

namespace ashlar::test {

/// All ranks of the job.
inline mpi::CommunicatorView world() { return mpi::CommunicatorView::world(); }

/// Asserts on every rank that `ok` holds on all, so that all ranks pass or all fail, and prints the
/// `message` of the lowest failing rank once. Returns the common verdict. @collective over `comm`
bool check_all(mpi::CommunicatorView comm, bool ok, const std::string& message);

/// Calls `f(part, grid, order)` for P = 1 to the size of `comm`, every grid of P processes and both
/// orders, on the first P ranks, whose communicator is `part`; the other ranks wait. @collective
/// over `comm`
void for_each_grid(mpi::CommunicatorView comm,
                   const std::function<void(mpi::CommunicatorView, GridShape, GridOrder)>& f);

}  // namespace ashlar::test
