// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/mpi/environment.hpp>

#include <mpi.h>
#include <array>

#include <ashlar/base/error.hpp>

namespace ashlar::mpi {

Environment::Environment(int& argc, char**& argv, ThreadLevel wanted) {
  int initialized = 0, finalized = 0, provided = MPI_THREAD_SINGLE;
  check(MPI_Initialized(&initialized), "MPI_Initialized");
  check(MPI_Finalized(&finalized), "MPI_Finalized");
  expect(finalized == 0,
         "environment: MPI was finalised before and cannot start again; keep one Environment for "
         "the whole of main");
  if (initialized != 0) {
    check(MPI_Query_thread(&provided), "MPI_Query_thread");
  } else {
    check(MPI_Init_thread(&argc, &argv, static_cast<int>(wanted), &provided), "MPI_Init_thread");
    owns_mpi_ = true;
  }
  thread_level_ = static_cast<ThreadLevel>(provided);
}

Environment::~Environment() {
  if (owns_mpi_ && detail::is_active()) MPI_Finalize();
}

std::string library_version() {
  std::array<char, MPI_MAX_LIBRARY_VERSION_STRING> text{};
  int length = 0;
  MPI_Get_library_version(text.data(), &length);
  const std::string all = text.data();  // Open MPI's length includes the final zero
  return all.substr(0, all.find_first_of("\n\r"));
}

}  // namespace ashlar::mpi
