// SPDX-License-Identifier: BSD-3-Clause
// The library's dims_create compared with MPI_Dims_create: the same rules, never a longer grid.
#include <mpi.h>

#include <ashlar/base/error.hpp>
#include <ashlar/layout/descriptor.hpp>
#include <ashlar/mpi/check.hpp>
#include <optional>
#include <vector>

#include "support/mpi_test.hpp"

using namespace ashlar;
using Dims = std::vector<int>;

namespace {

/// The result of MPI_Dims_create; nullopt if it refuses, after a check that `dims` is unchanged.
std::optional<Dims> mpi_dims(int nnodes, const Dims& dims) {
  const mpi::detail::ErrorsReturned guard;
  Dims result = dims;
  result.reserve(1);
  const int code = MPI_Dims_create(nnodes, static_cast<int>(dims.size()), result.data());
  if (code == MPI_SUCCESS) return result;
  CHECK(result == dims);
  return std::nullopt;
}

std::optional<Dims> our_dims(int nnodes, const Dims& dims) {
  try {
    return dims_create(nnodes, dims);
  } catch (const ArgumentError&) {
    return std::nullopt;
  }
}

}  // namespace

TEST_CASE("dims_create: MPI and we agree on the table of the MPI_Dims_create page and on errors") {
  struct Row {
    int nnodes;
    Dims dims;
    std::optional<Dims> result;
  };
  const Row table[] = {
      {6, {0, 0}, Dims{3, 2}},      {7, {0, 0}, Dims{7, 1}},    {6, {0, 3, 0}, Dims{2, 3, 1}},
      {7, {0, 3, 0}, std::nullopt}, {6, {-1, 0}, std::nullopt}, {0, {0, 0}, std::nullopt},
      {-4, {0, 0}, std::nullopt},   {6, {1, 2}, std::nullopt},  {1, {}, Dims{}},
      {2, {}, std::nullopt},
  };
  for (const Row& row : table) {
    CAPTURE(row.nnodes);
    CHECK(our_dims(row.nnodes, row.dims) == row.result);
    CHECK(mpi_dims(row.nnodes, row.dims) == row.result);
  }
}

TEST_CASE("dims_create: a number of processes that is not a multiple is MPI_ERR_DIMS") {
  const mpi::detail::ErrorsReturned guard;
  int dims[3] = {0, 3, 0}, error_class = MPI_SUCCESS;
  MPI_Error_class(MPI_Dims_create(7, 3, dims), &error_class);
  CHECK(error_class == MPI_ERR_DIMS);
}

TEST_CASE("dims_create: never longer than MPI's grid, in two to five dimensions") {
  for (std::size_t ndims = 2; ndims <= 5; ++ndims) {
    int longer = 0;
    const int most = ndims == 2 ? 10'000 : 2'000;
    for (int nnodes = 1; nnodes <= most; ++nnodes)
      if (dims_create(nnodes, Dims(ndims, 0)) > mpi_dims(nnodes, Dims(ndims, 0))) ++longer;
    CHECK(longer == 0);
  }
}
