// SPDX-License-Identifier: BSD-3-Clause
// Every second element of a 6x5 array in both dimensions, sent as one message without packing: a
// vector type selects elements of a row, an hvector type selects rows.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <numeric>
#include <vector>

#include <ashlar/mpi/datatype.hpp>

#include "demo.hpp"
#include "support/command_line.hpp"

namespace {

using namespace ashlar;
using namespace ashlar::demos;
using mpi::Datatype;

void send_section(mpi::CommunicatorView comm) {
  constexpr Index rows = 6, cols = 5;
  std::vector<float> a(rows * cols);
  std::iota(a.begin(), a.end(), 0.0F);  // element k is k

  const auto slice =
      Datatype::vector({.count = 3, .blocklength = 1, .stride = 2}, mpi::native_type<float>());
  const auto section =
      Datatype::hvector({.count = 3, .blocklength = 1, .stride = 2 * cols * sizeof(float)}, slice);

  const auto arrived = pass_on(comm, a.data(), section);

  say(comm, "every second row and column of a 6x5 array in C order:\n" +
                mpi::DatatypeView(section).stencil({rows, cols}));
  say(comm, fmt::format("the message: {}", fmt::join(arrived, " ")));
  say(comm, fmt::format("{} bytes of data, extent {} bytes", section.size(), section.extent()));

  verify(comm, arrived == std::vector<float>{0, 2, 4, 10, 12, 14, 20, 22, 24},
         "elements 0 2 4 10 12 14 20 22 24 arrive");
  verify(comm, section.size() == 36 && section.extent() == 100, "size 36, extent 100");
  const auto in_one_call = mpi::Datatype::strided_section({rows, cols}, StorageOrder::C, {0, 3, 2},
                                                          {0, 3, 2}, mpi::native_type<float>());
  verify(comm, mpi::DatatypeView(in_one_call).typemap() == mpi::DatatypeView(section).typemap(),
         "strided_section names the same elements");
}

}  // namespace

int main(int argc, char** argv) {
  return ashlar::apps::CommandLine(
             "Send every second element of a 6x5 array, in both dimensions, as "
             "one message by an MPI datatype",
             "mpirun -n 2 section")
      .run(argc, argv, send_section);
}
