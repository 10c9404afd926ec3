// SPDX-License-Identifier: BSD-3-Clause
// Files of the formats npy and raw, without the libraries of other formats.
#include <string>

#include <ashlar/io/files.hpp>
#include <ashlar/mpi/run.hpp>

int main(int argc, char** argv) {
  return ashlar::run(argc, argv, [](ashlar::mpi::CommunicatorView world) {
    using namespace ashlar;
    DistMatrix<double> a(ProcessGrid::balanced(world), {30, 20}, {.block = {4, 4}});
    a.fill_with([](Index i, Index j) { return static_cast<double>(100 * i + j); });
    io::save("a.npy", a);
    if (io::load<double>("a.npy", world, a.layout()).broadcast(7, 3) != 703) return 1;
    try {
      io::save("a.csv", a);
    } catch (const FileError& error) {
      return std::string(error.what()).find("link ashlar::formats") != std::string::npos ? 0 : 2;
    }
    return 3;
  });
}
