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

void detail::expect_running() {
  expect(is_active(),
         "MPI is not running: it was not initialised yet, or was finalised; make and use "
         "communicators, grids and matrices within ashlar::run, or between MPI_Init and "
         "MPI_Finalize");
}

detail::ErrorsReturned::ErrorsReturned() noexcept {
  MPI_Comm_get_errhandler(MPI_COMM_WORLD, &before_);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
}

detail::ErrorsReturned::~ErrorsReturned() {
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, before_);
  MPI_Errhandler_free(&before_);
}

}  // namespace ashlar::mpi
