// SPDX-License-Identifier: BSD-3-Clause
// Upper triangle of a 100x100 matrix, sent as one message: an indexed type with one block per row,
// each shorter by one element and further right.
#include <fmt/format.h>

#include <numeric>
#include <vector>

#include <ashlar/mpi/datatype.hpp>

#include "demo.hpp"
#include "support/command_line.hpp"

namespace {

using namespace ashlar;
using namespace ashlar::demos;
using mpi::Datatype;

Datatype upper_triangle(Index n) {
  std::vector<mpi::Datatype::Block> rows;
  for (Index i = 0; i < n; ++i) rows.push_back({.length = n - i, .displacement = i * n + i});
  return Datatype::indexed(rows, mpi::native_type<double>());
}

void send_triangle(mpi::CommunicatorView comm) {
  constexpr Index n = 100;
  std::vector<double> a(n * n);
  std::iota(a.begin(), a.end(), 1.0);  // 1, 2, ..., 10000
  const Datatype upper = upper_triangle(n);

  const auto arrived = pass_on(comm, a.data(), upper);
  const double sum = std::accumulate(arrived.begin(), arrived.end(), 0.0);

  say(comm, "the same type for 6x6, row by row:\n" +
                mpi::DatatypeView(upper_triangle(6)).stencil({6, 6}));
  say(comm, fmt::format("100x100: {} elements arrive, their sum is {:.0f}; {} bytes, extent {}",
                        arrived.size(), sum, upper.size(), upper.extent()));

  verify(comm, arrived.size() == 5050 && upper.size() == 40'400 && upper.extent() == 80'000,
         "5050 elements, 40,400 bytes, extent 80,000");
  verify(comm, sum == 17'003'350, "their sum is 17,003,350");
  verify(comm, arrived[99] == 100 && arrived[100] == 102,
         "after the first row's 100 comes 102, the second diagonal element");
  const auto in_one_call = mpi::Datatype::triangle({.n = n}, mpi::native_type<double>());
  verify(comm, mpi::DatatypeView(in_one_call).typemap() == mpi::DatatypeView(upper).typemap(),
         "triangle names the same elements");
}

}  // namespace

int main(int argc, char** argv) {
  return ashlar::apps::CommandLine(
             "Send the upper triangle of a 100x100 matrix as one message by an indexed MPI "
             "datatype",
             "mpirun -n 2 triangle")
      .run(argc, argv, send_triangle);
}
