// SPDX-License-Identifier: BSD-3-Clause
// A matrix transposed by the message that carries it: the sender's type lists the elements column
// by column, the receiver stores them in order of arrival, row by row.
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

bool is_transpose(const std::vector<float>& b, const std::vector<float>& a, Index n) {
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j < n; ++j)
      if (b[i * n + j] != a[j * n + i]) return false;
  return true;
}

void send_transposed(mpi::CommunicatorView comm) {
  constexpr Index n = 100;
  std::vector<float> a(n * n);
  std::iota(a.begin(), a.end(), 0.0F);  // a[i][j] = 100 i + j

  const auto column =
      Datatype::vector({.count = n, .blocklength = 1, .stride = n}, mpi::native_type<float>());
  const auto transposed =
      Datatype::hvector({.count = n, .blocklength = 1, .stride = sizeof(float)}, column);

  const auto b = pass_on(comm, a.data(), transposed);

  say(comm, fmt::format("a[0] begins {} {} {}, a[1] begins {} {} {}", a[0], a[1], a[2], a[n],
                        a[n + 1], a[n + 2]));
  say(comm, fmt::format("b[0] begins {} {} {}, b[1] begins {} {} {}", b[0], b[1], b[2], b[n],
                        b[n + 1], b[n + 2]));

  verify(comm, b[1] == a[n], "b[0][1] is a[1][0]");
  verify(comm, is_transpose(b, a, n), "b[i][j] is a[j][i] for all 10,000 elements");
  verify(comm, transposed.size() == 40'000 && transposed.extent() == 40'000,
         "size and extent are 40,000 bytes: the whole matrix, in another order");
  const auto in_one_call =
      mpi::Datatype::transposed_matrix({n, n}, StorageOrder::C, mpi::native_type<float>());
  verify(comm, mpi::DatatypeView(in_one_call).typemap() == mpi::DatatypeView(transposed).typemap(),
         "transposed_matrix names the same elements in the same order");
}

}  // namespace

int main(int argc, char** argv) {
  return ashlar::apps::CommandLine(
             "Transpose a matrix by the message that carries it, with MPI datatypes",
             "mpirun -n 2 transpose_datatypes")
      .run(argc, argv, send_transposed);
}
