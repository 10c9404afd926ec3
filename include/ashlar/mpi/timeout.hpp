// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace ashlar::mpi {

/// Status of a process that the default handler ends (that of timeout(1)).
inline constexpr int timeout_status = 124;

/// Handler of a wait inside MPI that lasts too long. The watchdog of ASHLAR_TIMEOUT calls it, in a
/// thread of its own, with a sentence that names the call and the ranks that did not come. It must
/// not call MPI. If it returns, the wait goes on, and is not reported again.
using TimeoutHandler = void (*)(const char* sentence);

/// Sets what is called when a wait inside MPI, which no exception can end, lasts longer than
/// ASHLAR_TIMEOUT seconds; null stands for the default, which writes the sentence to the standard
/// error and ends the process with timeout_status. Returns the one before, null for the default.
/// [local]
TimeoutHandler set_timeout_handler(TimeoutHandler handler) noexcept;

}  // namespace ashlar::mpi
