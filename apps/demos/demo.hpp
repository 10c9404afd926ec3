// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include <ashlar/base/checked_int.hpp>
#include <ashlar/matrix/dist_matrix.hpp>
#include <ashlar/mpi/check.hpp>
#include <ashlar/mpi/communicator.hpp>
#include <ashlar/mpi/datatype.hpp>

/// What all demos share: printing once, and checking what they claim.
namespace ashlar::demos {

/// Prints `text` and a newline on rank 0. [local]
void say(mpi::CommunicatorView comm, const std::string& text);

/// Prints the text of every rank, in rank order, on rank 0. @collective
void say_in_turn(mpi::CommunicatorView comm, const std::string& text);

/// Prints "ok: claim" if `ok` holds on every rank.
/// @throws ArgumentError on all ranks if it does not, so that the program ends with a status of its
/// own @collective
void verify(mpi::CommunicatorView comm, bool ok, const std::string& claim);

/// Writes a table to the .csv file of the picture's name, lets gnuplot draw the picture from it by
/// the commands of plots/NAME.gnuplot, and prints both names; a sentence if gnuplot is missing.
/// @param picture  path of an .svg or .png file
/// @collective
void draw(const DistMatrix<double>& table, const std::string& picture);

/// The sum of every rank's `count`, on every rank. @collective
Index sum_over_ranks(mpi::CommunicatorView comm, Index count);

/// Sends the elements that `type` names at `data` to the next rank, the last one's to rank 0, and
/// returns what the previous rank sent, as it arrives in plain memory. @collective
template <mpi::NativeElement T>
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

/// Says how long each step of a job took.
class Steps {
 public:
  explicit Steps(mpi::CommunicatorView comm);

  /// Prints the seconds since the last call, of the slowest rank, and what was done in them.
  /// @collective
  void done(const std::string& what);

 private:
  mpi::CommunicatorView comm_;
  double start_;
};

}  // namespace ashlar::demos
