# SPDX-License-Identifier: BSD-3-Clause
# Files of `cmake --install`: libraries, headers, find_package(ashlar) and ashlar.pc.

include(CMakePackageConfigHelpers)

set(ashlar_package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/ashlar")

# A file of targets for each component, so that find_package requires only the dependencies of the requested ones.
foreach(component IN LISTS ashlar_components ITEMS ashlar)
  set(target "ashlar_${component}")
  if(component STREQUAL "ashlar")
    set(target ashlar)
  endif()
  install(
    TARGETS ${target}
    EXPORT ashlar_${component}
    FILE_SET HEADERS)
  install(
    EXPORT ashlar_${component}
    FILE ashlar_${component}.cmake
    NAMESPACE ashlar::
    DESTINATION "${ashlar_package_dir}")
endforeach()

configure_package_config_file("${PROJECT_SOURCE_DIR}/cmake/ashlarConfig.cmake.in"
                              "${PROJECT_BINARY_DIR}/ashlarConfig.cmake" INSTALL_DESTINATION "${ashlar_package_dir}")
write_basic_package_version_file("${PROJECT_BINARY_DIR}/ashlarConfigVersion.cmake" COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/ashlarConfig.cmake" "${PROJECT_BINARY_DIR}/ashlarConfigVersion.cmake"
              "${PROJECT_SOURCE_DIR}/cmake/FindELPA.cmake" "${PROJECT_SOURCE_DIR}/cmake/FindParallelHDF5.cmake"
              "${PROJECT_SOURCE_DIR}/cmake/FindScaLAPACK.cmake"
        DESTINATION "${ashlar_package_dir}")

# The licence, and the environment of MPI jobs on one machine, to be sourced before mpirun.
install(FILES "${PROJECT_SOURCE_DIR}/LICENSE" "${PROJECT_SOURCE_DIR}/docs/ashlar-output.schema.json"
        DESTINATION "${CMAKE_INSTALL_DOCDIR}")
install(FILES "${PROJECT_SOURCE_DIR}/scripts/env.sh" DESTINATION "${CMAKE_INSTALL_DATADIR}/ashlar")

# pkg-config uses flags: the include folders and libraries that CMake found, without their targets.
file(RELATIVE_PATH ASHLAR_PC_PREFIX "/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/")
string(REGEX REPLACE "/$" "" ASHLAR_PC_PREFIX "${ASHLAR_PC_PREFIX}")
list(TRANSFORM MPI_C_INCLUDE_DIRS PREPEND "-I" OUTPUT_VARIABLE ASHLAR_PC_CFLAGS)
list(PREPEND ASHLAR_PC_CFLAGS -DOMPI_SKIP_MPICXX -DMPICH_SKIP_MPICXX)
list(JOIN ASHLAR_PC_CFLAGS " " ASHLAR_PC_CFLAGS)
set(ASHLAR_PC_LIBS ${ScaLAPACK_LIBRARY} ${LAPACK_LIBRARIES} ${BLAS_LIBRARIES} ${MPI_C_LIBRARIES}
                   ${CMAKE_THREAD_LIBS_INIT} ${PNG_LIBRARIES} ${ZLIB_LIBRARIES})
if(ASHLAR_HAS_ELPA)
  list(PREPEND ASHLAR_PC_LIBS ${ELPA_LIBRARY})
endif()
if(ASHLAR_HAS_HDF5)
  list(PREPEND ASHLAR_PC_LIBS ${ParallelHDF5_LIBRARY})
endif()
list(REMOVE_DUPLICATES ASHLAR_PC_LIBS)
list(JOIN ASHLAR_PC_LIBS " " ASHLAR_PC_LIBS)
configure_file("${PROJECT_SOURCE_DIR}/cmake/ashlar.pc.in" "${PROJECT_BINARY_DIR}/ashlar.pc" @ONLY)
install(FILES "${PROJECT_BINARY_DIR}/ashlar.pc" DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig")
