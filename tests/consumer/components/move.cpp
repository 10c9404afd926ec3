// SPDX-License-Identifier: BSD-3-Clause
// Moves without linear algebra.
#include <ashlar/move/copy.hpp>
#include <ashlar/mpi/run.hpp>

int main(int argc, char** argv) {
  return ashlar::run(argc, argv, [](ashlar::mpi::CommunicatorView world) {
    ashlar::DistMatrix<double> a(ashlar::ProcessGrid::balanced(world), {30, 20}, {.block = {4, 4}});
    a.fill_with([](ashlar::Index i, ashlar::Index j) { return static_cast<double>(100 * i + j); });
    return ashlar::transpose(a).broadcast(7, 3) == 307 ? 0 : 1;
  });
}
