// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include <ashlar/mpi/communicator.hpp>

namespace ashlar::mpi {

/// Level of thread support, from least to most (MPI_THREAD_…).
enum class ThreadLevel : int {
  Single = MPI_THREAD_SINGLE,          ///< there is one thread
  Funneled = MPI_THREAD_FUNNELED,      ///< only the thread that initialised calls MPI
  Serialized = MPI_THREAD_SERIALIZED,  ///< all may, one at a time
  Multiple = MPI_THREAD_MULTIPLE       ///< all may, at any time
};

/// MPI for the lifetime of this object, the first in main.
///
/// Where MPI is initialised already, it is used as it is and never finalised: optional inside a
/// program of others.
/// @collective over all processes, at both ends
/// @example ashlar::mpi::Environment env(argc, argv);
class Environment {
 public:
  /// MPI_Init_thread unless done. MPI may remove its own arguments from argc, argv.
  /// @throws MpiError; ArgumentError if MPI was finalised before: it cannot start twice
  Environment(int& argc, char**& argv, ThreadLevel wanted = ThreadLevel::Funneled);
  Environment(const Environment&) = delete;
  Environment& operator=(const Environment&) = delete;
  /// MPI_Finalize if the constructor initialised and nobody finalised meanwhile.
  ~Environment();

  CommunicatorView world() const noexcept { return CommunicatorView::world(); }

  /// Thread level that MPI grants; can be less than what was asked for.
  ThreadLevel thread_level() const noexcept { return thread_level_; }
  /// True if this object initialised MPI, and will finalise it.
  bool owns_mpi() const noexcept { return owns_mpi_; }

 private:
  bool owns_mpi_ = false;
  ThreadLevel thread_level_ = ThreadLevel::Single;
};

/// Name and version of the MPI library in use, one line (MPI_Get_library_version); needs no
/// initialisation.
std::string library_version();

/// Status of a process that the default handler ends (that of timeout(1)).
inline constexpr int timeout_status = 124;

/// Callback for a wait inside MPI that lasts too long. The thread of ASHLAR_TIMEOUT's watchdog
/// calls it with a sentence that names the call and the ranks that did not come. It must not call
/// MPI. If it returns, the wait goes on, and is not reported again.
using TimeoutHandler = void (*)(const char* sentence);

/// Sets the callback for waits inside MPI, which no exception can end, of more than ASHLAR_TIMEOUT
/// seconds and returns the previous one, null for the default. Null stands for the default, which
/// writes the sentence to the standard error and ends the process with timeout_status. [local]
TimeoutHandler set_timeout_handler(TimeoutHandler handler) noexcept;

}  // namespace ashlar::mpi
