// SPDX-License-Identifier: BSD-3-Clause
// Example of High Performance Fortran: an array of 100x200x300 elements, CYCLIC(10) x NONE x BLOCK
// on 2x1x3 processes, in Fortran order. The six ranks write it to one file and read it back, each
// through its view of MPI_Type_create_darray. In between, rank 0 reads the file sequentially: a
// view that is wrong in both directions would otherwise remain undetected.
#include <fmt/format.h>

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include <ashlar/mpi/agree.hpp>
#include <ashlar/mpi/datatype.hpp>
#include <ashlar/mpi/file.hpp>

#include "demo.hpp"
#include "support/command_line.hpp"

namespace {

using namespace ashlar;
using namespace ashlar::demos;
using Element = std::int32_t;

const DistributionSpec spec{.sizes = {100, 200, 300},
                            .dists = {Dist::cyclic(10), Dist::none(), Dist::block()},
                            .psizes = {2, 1, 3},
                            .order = StorageOrder::Fortran};

// The value of each element is its index in the global array, which locates misplaced elements.
std::vector<Element> local_array(int rank) {
  std::vector<Element> elements;
  for (const Distribution::Run& run : Distribution(spec).runs(rank))
    for (Index k = 0; k < run.length; ++k) elements.push_back(static_cast<Element>(run.offset + k));
  return elements;
}

mpi::File open_through_view(mpi::CommunicatorView comm, const std::string& path,
                            mpi::FileMode mode) {
  auto file = mpi::File::open(comm, path, mode);
  const auto element = mpi::native_type<Element>();
  const int rank = comm.rank();
  file.set_view(0, element, mpi::Datatype::darray({comm.size(), rank, spec}, element));
  return file;
}

// True if the file has 0, 1, 2, ... from start to end. [local]
bool holds_every_element_in_order(const std::string& path) {
  auto file = mpi::File::open(mpi::CommunicatorView::self(), path, mpi::FileMode::Read);
  std::vector<Element> all(Distribution(spec).count());
  const bool right_size = file.size() == std::ssize(all) * Index{sizeof(Element)};
  file.read_at_all<Element>(0, all);
  file.close();
  for (Index k = 0; k < std::ssize(all); ++k)
    if (all[k] != k) return false;
  return right_size;
}

void write_and_read(mpi::CommunicatorView comm, const std::string& path) {
  expect(comm.size() == 6, "hpf: the example's grid is 2x1x3, but the program has ",
         ashlar::detail::counted(comm.size(), "rank"), "; start 6");
  const int rank = comm.rank();
  const std::vector<Element> mine = local_array(rank);
  say_in_turn(comm, fmt::format("rank {}: {} elements, the first is {}\n", rank, mine.size(),
                                mine.front()));
  const Element first[] = {0, 2000000, 4000000, 10, 2000010, 4000010};
  verify(comm, mine.size() == 1'000'000 && mine.front() == first[rank],
         "each rank has a million elements and the first element of the example");

  Steps steps(comm);
  auto file = open_through_view(comm, path, mpi::FileMode::Create);
  file.write_at_all<Element>(0, mine);
  file.close();
  steps.done(fmt::format("wrote {} through six views", path));

  verify(comm, mpi::together(comm, [&] { return rank != 0 || holds_every_element_in_order(path); }),
         "read plainly, the file holds all 6,000,000 elements in order");
  steps.done("read it plainly on rank 0");

  std::vector<Element> again(mine.size(), -1);
  file = open_through_view(comm, path, mpi::FileMode::Read);
  file.read_at_all<Element>(0, again);
  file.close();
  verify(comm, again == mine, "read through the views, every rank gets its own elements back");
  steps.done("read it through the views");
}

}  // namespace

int main(int argc, char** argv) {
  std::string path = "hpf.bin";
  bool keep = false;
  ashlar::apps::CommandLine line(
      "Write and read the HPF example 100x200x300, CYCLIC(10) x NONE x BLOCK, on 6 ranks",
      "mpirun -n 6 hpf");
  line.add("file", path, "the file of 24 MB");
  line.add("--keep", keep, "leave the file there");
  return line.run(argc, argv, [&](mpi::CommunicatorView world) {
    write_and_read(world, path);
    if (world.rank() == 0 && !keep) std::filesystem::remove(path);
  });
}
