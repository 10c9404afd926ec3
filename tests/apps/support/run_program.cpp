// SPDX-License-Identifier: BSD-3-Clause
// A program under ashlar::run that ends in a requested way:
//   run_program void | return STATUS RANK | foreign | number | alone RANK
#include <mpi.h>

#include <cstdlib>
#include <stdexcept>
#include <string>

#include <ashlar/mpi/run.hpp>

namespace {

int number(const char* text) { return std::atoi(text); }

}  // namespace

int main(int argc, char** argv) {
  const std::string how = argv[1];
  if (how == "void") return ashlar::run(argc, argv, [](ashlar::mpi::CommunicatorView) {});
  return ashlar::run(argc, argv, [&](ashlar::mpi::CommunicatorView world) {
    if (how == "return") return world.rank() >= number(argv[3]) ? number(argv[2]) : 0;
    if (how == "foreign") throw std::runtime_error("two\nlines");
    if (how == "number") throw 7;
    if (how == "alone" && world.rank() == number(argv[2])) throw std::runtime_error("I am alone");
    world.barrier();
    return 0;
  });
}
