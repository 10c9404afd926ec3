# SPDX-License-Identifier: BSD-3-Clause
# Finds the C library of HDF5 that is built for the MPI library in use, and makes one imported target, ParallelHDF5::HDF5.
#
# Debian names the libraries after Open MPI and MPICH, and several may be installed; call find_package(MPI) first, or give
# ParallelHDF5_LIBRARY and ParallelHDF5_INCLUDE_DIR. A program that only links needs no headers.
# Result: ParallelHDF5_FOUND, ParallelHDF5_LIBRARY, ParallelHDF5_INCLUDE_DIR (may be missing), target ParallelHDF5::HDF5
# (brings no MPI with it).

set(_ParallelHDF5_flavour openmpi)
if("${MPI_C_LIBRARIES};${MPI_C_INCLUDE_DIRS}" MATCHES "mpich")
  set(_ParallelHDF5_flavour mpich)
endif()
find_library(
  ParallelHDF5_LIBRARY
  NAMES hdf5_${_ParallelHDF5_flavour} hdf5
  PATH_SUFFIXES hdf5/${_ParallelHDF5_flavour}
  DOC "The C library of HDF5 built for the MPI library in use")
find_path(
  ParallelHDF5_INCLUDE_DIR
  NAMES hdf5.h
  PATH_SUFFIXES hdf5/${_ParallelHDF5_flavour}
  DOC "The folder that holds the hdf5.h of that library")
mark_as_advanced(ParallelHDF5_LIBRARY ParallelHDF5_INCLUDE_DIR)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(ParallelHDF5 REQUIRED_VARS ParallelHDF5_LIBRARY)

if(ParallelHDF5_FOUND AND NOT TARGET ParallelHDF5::HDF5)
  add_library(ParallelHDF5::HDF5 UNKNOWN IMPORTED)
  set_target_properties(ParallelHDF5::HDF5 PROPERTIES IMPORTED_LOCATION "${ParallelHDF5_LIBRARY}")
  if(ParallelHDF5_INCLUDE_DIR)
    set_target_properties(ParallelHDF5::HDF5 PROPERTIES INTERFACE_INCLUDE_DIRECTORIES "${ParallelHDF5_INCLUDE_DIR}")
  endif()
endif()
unset(_ParallelHDF5_flavour)
