# SPDX-License-Identifier: BSD-3-Clause
# Finds ScaLAPACK (with BLACS inside, as since 2.0) and makes one imported target, ScaLAPACK::ScaLAPACK.
#
# The names of Debian's flavours follow the MPI library; give ScaLAPACK_LIBRARY for any other.
# Result: ScaLAPACK_FOUND, ScaLAPACK_LIBRARY, target ScaLAPACK::ScaLAPACK (brings no BLAS, LAPACK or MPI with it).

find_library(
  ScaLAPACK_LIBRARY
  NAMES scalapack-openmpi scalapack scalapack-mpich
  DOC "The ScaLAPACK library built for the MPI library in use")
mark_as_advanced(ScaLAPACK_LIBRARY)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(
  ScaLAPACK
  REQUIRED_VARS ScaLAPACK_LIBRARY
  REASON_FAILURE_MESSAGE "on Debian install libscalapack-openmpi-dev")

if(ScaLAPACK_FOUND AND NOT TARGET ScaLAPACK::ScaLAPACK)
  add_library(ScaLAPACK::ScaLAPACK UNKNOWN IMPORTED)
  set_target_properties(ScaLAPACK::ScaLAPACK PROPERTIES IMPORTED_LOCATION "${ScaLAPACK_LIBRARY}")
endif()
