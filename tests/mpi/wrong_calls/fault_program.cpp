// SPDX-License-Identifier: BSD-3-Clause
// One collective call that fails on the last rank, after a successful call on all ranks.
//   mpi_fault list                    names of all calls for each fault
//   mpi_fault FAULT MEMORY NAME       FAULT: skips, throws or differs; MEMORY: segments or heap
// The program prints the start of the fault on the standard output. A driver checks the end of the
// job.
#include <algorithm>
#include <cstdio>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "scene.hpp"

using namespace ashlar;
using namespace ashlar::test;

namespace {

std::vector<CollectiveExample> all_examples() {
  std::vector<CollectiveExample> all;
  for (const auto examples :
       {examples_of_moves, examples_of_objects, examples_of_files, examples_of_linalg})
    for (const CollectiveExample& example : examples()) all.push_back(example);
  return all;
}

std::vector<WrongCall> all_disagreements() {
  std::vector<WrongCall> all;
  for (const auto calls :
       {disagreeing_objects, disagreeing_files, disagreeing_moves, disagreeing_linalg})
    for (const WrongCall& call : calls()) all.push_back(call);
  return all;
}

int list() {
  for (const CollectiveExample& example : all_examples())
    std::printf("skips\t%s\nthrows\t%s\n", example.name, example.name);
  for (const WrongCall& call : all_disagreements()) std::printf("differs\t%s\n", call.name);
  return 0;
}

void announce_begin(const Scene& scene) {
  MPI_Barrier(scene.comm.native());
  if (!scene.errs) return;
  std::puts("it begins");
  std::fflush(stdout);
}

template <class Call>
const Call& named(const std::vector<Call>& calls, std::string_view name) {
  const auto found =
      std::ranges::find_if(calls, [name](const Call& call) { return name == call.name; });
  expect(found != calls.end(), "'", std::string(name),
         "' is not a call of mpi_fault; the argument list prints all calls");
  return *found;
}

void go_wrong(mpi::CommunicatorView comm, std::string_view fault, std::string_view memory,
              std::string_view name) {
  const bool is_heap = memory == "heap";
  Scene scene(comm, {.kind = is_heap ? mpi::StorageKind::Heap : mpi::StorageKind::Automatic});
  if (fault == "differs") {
    const std::vector<WrongCall> calls = all_disagreements();
    announce_begin(scene);
    return named(calls, name).call(scene);
  }
  const std::vector<CollectiveExample> calls = all_examples();
  const CollectiveExample& example = named(calls, name);
  example.call(scene);
  announce_begin(scene);
  if (!scene.errs) return example.call(scene);
  if (fault == "throws") throw std::runtime_error("this rank has no data");
}

}  // namespace

int main(int argc, char** argv) {
  if (argc == 2 && std::string_view(argv[1]) == "list") return list();
  return ashlar::run(argc, argv, [&](mpi::CommunicatorView world) {
    expect(argc == 4, "give list, or a fault, the memory and the name of a call");
    go_wrong(world, argv[1], argv[2], argv[3]);
  });
}
