// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/mpi/check.hpp>

#include <mpi.h>

#include <string>

#include <ashlar/base/concat.hpp>
#include <ashlar/base/error.hpp>

namespace ashlar::mpi {
namespace {

[[noreturn]] void throw_mpi_error(int code, const char* call) {
  int error_class = MPI_ERR_UNKNOWN;
  MPI_Error_class(code, &error_class);
  char text[MPI_MAX_ERROR_STRING] = "";
  int length = 0;
  MPI_Error_string(code, text, &length);
  throw MpiError(concat(call, " failed: ", std::string(text, static_cast<std::size_t>(length)),
                        " (code ", code, ", class ", error_class, ")"),
                 call, code, error_class);
}

}  // namespace

void check(int code, const char* call) {
  if (code != MPI_SUCCESS) throw_mpi_error(code, call);
}

bool detail::is_active() noexcept {
  int initialized = 0, finalized = 0;
  MPI_Initialized(&initialized);
  MPI_Finalized(&finalized);
  return initialized != 0 && finalized == 0;
}

}  // namespace ashlar::mpi
