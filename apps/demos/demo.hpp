// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include <ashlar/base/checked_int.hpp>
#include <ashlar/matrix/dist_matrix.hpp>
#include <ashlar/mpi/check.hpp>
#include <ashlar/mpi/communicator.hpp>
#include <ashlar/mpi/datatype.hpp>

/// Common parts of the demos: output on one rank, and checks of results.
namespace ashlar::demos {

/// Prints `text` and a newline on rank 0. [local]
void say(mpi::CommunicatorView comm, const std::string& text);

/// Prints the texts of all ranks on rank 0, in rank order. @collective
void say_in_turn(mpi::CommunicatorView comm, const std::string& text);

/// Prints "ok: claim" if `ok` is true on every rank.
/// @throws ArgumentError on all ranks otherwise, which ends the program with a nonzero exit status
/// @collective
void verify(mpi::CommunicatorView comm, bool ok, const std::string& claim);

/// Writes a table to a .csv file with the picture's name, draws it by gnuplot with
/// plots/NAME.gnuplot, and prints both names; prints a sentence if gnuplot is missing.
/// @param picture  path of an .svg or .png file
/// @collective
void draw(const DistMatrix<double>& table, const std::string& picture);

/// Sum of `count` over all ranks, on every rank. @collective
Index sum_over_ranks(mpi::CommunicatorView comm, Index count);

/// Sends the elements of `type` at `data` to the next rank, from the last rank to rank 0. Returns
/// the elements of the previous rank in contiguous memory. @collective
template <mpi::detail::NativeElement T>
std::vector<T> pass_on(mpi::CommunicatorView comm, const T* data, const mpi::Datatype& type) {
  const int ranks = comm.size(), next = (comm.rank() + 1) % ranks;
  const int previous = (comm.rank() + ranks - 1) % ranks;
  std::vector<T> arrived(type.size() / sizeof(T));
  mpi::check(MPI_Sendrecv(data, 1, type.native(), next, 0, arrived.data(),
                          checked_int(std::ssize(arrived), "elements of a message"),
                          mpi::native_type<T>(), previous, 0, comm.native(), MPI_STATUS_IGNORE),
             "MPI_Sendrecv");
  return arrived;
}

/// Prints the times of the steps of a job.
class Steps {
 public:
  explicit Steps(mpi::CommunicatorView comm);

  /// Prints the seconds since the last call on the slowest rank, with `what` as the step's name.
  /// @collective
  void done(const std::string& what);

 private:
  mpi::CommunicatorView comm_;
  double start_;
};

}  // namespace ashlar::demos
