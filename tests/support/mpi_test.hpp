// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <doctest/doctest.h>
#include <mpi.h>

#include <string>

namespace ashlar::test {

/// Asserts `ok` of all ranks on every rank, so that all pass or all fail together, and returns the verdict.
/// `message` of the lowest failing rank is printed. @collective over `comm`
bool check_all(MPI_Comm comm, bool ok, const std::string& message);

}  // namespace ashlar::test
