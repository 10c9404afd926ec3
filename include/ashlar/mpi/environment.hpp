// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include <ashlar/mpi/communicator.hpp>

namespace ashlar::mpi {

/// Level of thread support (MPI_THREAD_…), ascending.
enum class ThreadLevel : int {
  Single = MPI_THREAD_SINGLE,          ///< one thread
  Funneled = MPI_THREAD_FUNNELED,      ///< only the initialising thread calls MPI
  Serialized = MPI_THREAD_SERIALIZED,  ///< all threads, one at a time
  Multiple = MPI_THREAD_MULTIPLE       ///< all threads, at any time
};

/// Initialises MPI for the lifetime of this object, which must be the first in main. MPI that is
/// already active is used and not finalised.
/// @collective over all processes, at both ends
/// @example ashlar::mpi::Environment env(argc, argv);
class Environment {
 public:
  /// MPI_Init_thread, if needed. MPI may remove its arguments.
  /// @throws MpiError; ArgumentError if MPI was finalised before
  Environment(int& argc, char**& argv, ThreadLevel wanted = ThreadLevel::Funneled);
  Environment(const Environment&) = delete;
  Environment& operator=(const Environment&) = delete;
  /// MPI_Finalize, if the constructor initialised MPI and it is still active.
  ~Environment();

  CommunicatorView world() const noexcept { return CommunicatorView::world(); }

  /// Granted thread level, possibly below the requested one.
  ThreadLevel thread_level() const noexcept { return thread_level_; }
  /// True if this object initialised MPI.
  bool owns_mpi() const noexcept { return owns_mpi_; }

 private:
  bool owns_mpi_ = false;
  ThreadLevel thread_level_ = ThreadLevel::Single;
};

/// MPI_Get_library_version in one line; valid before initialisation.
std::string library_version();

/// Callback for overlong waits in MPI, called in the watchdog thread of ASHLAR_TIMEOUT; the text
/// names the call and the missing ranks. It must not call MPI. After its return the wait continues
/// without further reports.
using TimeoutHandler = void (*)(const char* sentence);

/// Sets the callback for waits in MPI beyond ASHLAR_TIMEOUT seconds, which exceptions cannot end,
/// and returns the previous one. Null, the default, writes the text to the standard error and ends
/// the process with status 124, as timeout(1). [local]
TimeoutHandler set_timeout_handler(TimeoutHandler handler) noexcept;

}  // namespace ashlar::mpi
