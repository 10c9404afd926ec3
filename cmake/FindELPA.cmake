# SPDX-License-Identifier: BSD-3-Clause
# Finds ELPA (with its C interface of 2021.11 or later) and makes one imported target, ELPA::ELPA.
#
# It must be built for the MPI library in use, as Debian's libelpa-dev is for Open MPI; give ELPA_LIBRARY and
# ELPA_INCLUDE_DIR for any other.
# Result: ELPA_FOUND, ELPA_LIBRARY, ELPA_INCLUDE_DIR, target ELPA::ELPA (brings no ScaLAPACK or MPI with it).

find_library(
  ELPA_LIBRARY
  NAMES elpa
  DOC "The ELPA library built for the MPI library in use")
find_path(
  ELPA_INCLUDE_DIR
  NAMES elpa/elpa.h
  PATH_SUFFIXES elpa
  DOC "The folder that holds elpa/elpa.h")
mark_as_advanced(ELPA_LIBRARY ELPA_INCLUDE_DIR)

# Older headers lack the functions with these names.
if(ELPA_INCLUDE_DIR AND EXISTS "${ELPA_INCLUDE_DIR}/elpa/elpa_generated.h")
  file(STRINGS "${ELPA_INCLUDE_DIR}/elpa/elpa_generated.h" ELPA_C_INTERFACE REGEX "elpa_eigenvectors_a_h_a_d" LIMIT_COUNT 1)
endif()

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(ELPA REQUIRED_VARS ELPA_LIBRARY ELPA_INCLUDE_DIR ELPA_C_INTERFACE)

if(ELPA_FOUND AND NOT TARGET ELPA::ELPA)
  add_library(ELPA::ELPA UNKNOWN IMPORTED)
  set_target_properties(ELPA::ELPA PROPERTIES IMPORTED_LOCATION "${ELPA_LIBRARY}" INTERFACE_INCLUDE_DIRECTORIES
                                                                                 "${ELPA_INCLUDE_DIR}")
endif()
