// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/matrix/generate.hpp>

#include <bit>

#include <mpi.h>

#include "mpi/matrix/layout_cases.hpp"

using namespace ashlar;
using namespace ashlar::test;

namespace {

/// A checksum over all elements on all ranks, which depends on every bit and on the indices of each
/// element.
std::uint64_t checksum(const DistMatrix<double>& a) {
  std::uint64_t sum = 0;
  for (Index jl = 0; jl < a.local_cols(); ++jl)
    for (Index il = 0; il < a.local_rows(); ++il) {
      const auto place = static_cast<std::uint64_t>(a.global_row(il) * a.cols() + a.global_col(jl));
      sum += std::bit_cast<std::uint64_t>(a.local()(il, jl)) * (2 * place + 1);
    }
  MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_UINT64_T, MPI_SUM, a.comm().native());
  return sum;
}

}  // namespace

TEST_CASE("generate: random numbers are the same bits in every layout and on any number of ranks") {
  const std::uint64_t published = 0x8a08ff40747d4bcaULL;
  for_each_grid(world(), [&](mpi::CommunicatorView comm, GridShape grid, GridOrder order) {
    for (Block block : {Block{1, 1}, Block{4, 3}, Block{64, 64}}) {
      const auto a =
          generate<double>(ProcessGrid(comm, grid, order), {37, 23},
                           {.block = block, .source = {grid.rows - 1, 0}}, Uniform<double>(7));
      check_all(comm, checksum(a) == published, a.layout().to_string());
    }
  });
  const Layout one_rank(
      {.shape = {37, 23}, .block = {5, 5}, .grid = {1, 1}, .ranks = {world().size() - 1}});
  CHECK(checksum(generate<double>(world(), one_rank, Uniform<double>(7))) == published);
}

TEST_CASE_TEMPLATE_DEFINE("generate: any function of the indices, for every type", T,
                          generate_all_elements) {
  const auto a =
      generate<T>(ProcessGrid::balanced(world()), {12, 9}, {.block = {2, 5}}, MinIJ<T>{});
  bool ok = true;
  for (Index i = 0; i < 12; ++i)
    for (Index j = 0; j < 9; ++j)
      if (const T* element = a.find(i, j))
        ok = ok && *element == T(static_cast<RealOf<T>>(i < j ? i + 1 : j + 1));
  check_all(world(), ok, "min(i, j) + 1");
}
TEST_CASE_TEMPLATE_APPLY(generate_all_elements, AllElements);
