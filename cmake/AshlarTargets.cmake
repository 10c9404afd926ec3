# SPDX-License-Identifier: BSD-3-Clause
# The component libraries, before any room adds files to them, and the settings of all targets.

# Standard headers take most of the time to compile a source. Precompiled, they save half of a clean build; a cache of
# objects saves more and does not support them. Off in the presets for users and for measurements, in which missing
# includes are errors.
option(ASHLAR_PRECOMPILED_HEADERS "Precompile common headers, unless a compiler launcher is used" OFF)

# GCC collects garbage from 128 MB on; half a gigabyte saves 8 % of the processor time of a build.
if(PROJECT_IS_TOP_LEVEL AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  add_compile_options("SHELL:--param ggc-min-expand=400 --param ggc-min-heapsize=500000")
endif()

# Warnings for our own code. Never exported: linked through $<BUILD_INTERFACE:...>. -Wsign-conversion is off: Index is
# signed and the standard library's sizes are not.
add_library(ashlar_warnings INTERFACE)
target_compile_options(
  ashlar_warnings
  INTERFACE -Wall
            -Wextra
            -Wpedantic
            -Wshadow
            -Wnon-virtual-dtor
            -Wold-style-cast
            -Wcast-align
            -Wunused
            -Woverloaded-virtual
            -Wconversion
            -Wno-sign-conversion
            -Wformat=2
            # GCC warns of the sources of a unity file as if they were headers with local types.
            $<$<AND:$<CXX_COMPILER_ID:GNU>,$<BOOL:${CMAKE_UNITY_BUILD}>>:-Wno-subobject-linkage>
            # GCC 12 warns of overlaps in std::string that do not exist (its bug 105651).
            $<$<AND:$<CXX_COMPILER_ID:GNU>,$<VERSION_LESS:$<CXX_COMPILER_VERSION>,13>>:-Wno-restrict>
            $<$<BOOL:${ASHLAR_WERROR}>:-Werror>)

# For sources with loops over elements: -O3 in a release. Others have -O2, which compiles in three quarters of the time.
set(ASHLAR_KERNEL_OPTIONS "$<$<CONFIG:Release>:-O3>")

# ashlar::layout: floors base and layout, pure arithmetic, links no MPI.
add_library(ashlar_layout)
add_library(ashlar::layout ALIAS ashlar_layout)
set_target_properties(ashlar_layout PROPERTIES EXPORT_NAME layout)

# ashlar::move: floors mpi, matrix and move, links MPI.
add_library(ashlar_move)
add_library(ashlar::move ALIAS ashlar_move)
set_target_properties(ashlar_move PROPERTIES EXPORT_NAME move)
target_link_libraries(
  ashlar_move
  PUBLIC ashlar::layout MPI::MPI_C
  PRIVATE Threads::Threads)
# Only MPI's C interface is used; its C++ bindings left the standard in 2012.
target_compile_definitions(ashlar_move PUBLIC OMPI_SKIP_MPICXX MPICH_SKIP_MPICXX)
# Debug builds of programs check local indices, also with a release build of the library.
target_compile_definitions(ashlar_move INTERFACE $<$<CONFIG:Debug>:ASHLAR_DEBUG>)

# ashlar::dense: products, factorisations and solvers of floor linalg; links ScaLAPACK and LAPACK. ashlar::spectral: its
# eigenproblems and singular values.
add_library(ashlar_dense)
add_library(ashlar_spectral)
target_link_libraries(ashlar_dense PUBLIC ashlar_move)
target_link_libraries(ashlar_spectral PUBLIC ashlar_dense)
foreach(library IN ITEMS ashlar_dense ashlar_spectral)
  target_link_libraries(${library} PRIVATE ScaLAPACK::ScaLAPACK LAPACK::LAPACK BLAS::BLAS Threads::Threads)
endforeach()

# ashlar::files: floor io with the formats npy and raw. ashlar::formats: the other formats, checkpoints, and the
# conversion, comparison and verification of files.
add_library(ashlar_files)
add_library(ashlar_formats)
target_link_libraries(
  ashlar_files
  PUBLIC ashlar_move
  PRIVATE Threads::Threads)
target_link_libraries(ashlar_formats PUBLIC ashlar_files)
# The source that adds the formats to those of ashlar::files is never called: this option links it.
target_link_options(ashlar_formats INTERFACE LINKER:-u,ashlar_all_formats)

# ashlar::pictures: drawings of layouts, plans and matrices.
add_library(ashlar_pictures)
target_link_libraries(ashlar_pictures PUBLIC ashlar_files)

foreach(component IN ITEMS dense spectral files formats pictures)
  add_library(ashlar::${component} ALIAS ashlar_${component})
  set_target_properties(ashlar_${component} PROPERTIES EXPORT_NAME ${component})
endforeach()

# ashlar::ashlar: all of them.
add_library(ashlar INTERFACE)
add_library(ashlar::ashlar ALIAS ashlar)
target_link_libraries(ashlar INTERFACE ashlar_spectral ashlar_formats ashlar_pictures)
set_target_properties(ashlar PROPERTIES VERIFY_INTERFACE_HEADER_SETS ON)

set(ashlar_components layout move dense spectral files formats pictures)
list(TRANSFORM ashlar_components PREPEND ashlar_ OUTPUT_VARIABLE ashlar_libraries)
foreach(library IN LISTS ashlar_libraries)
  target_compile_features(${library} PUBLIC cxx_std_20)
  set_target_properties(
    ${library}
    PROPERTIES CXX_EXTENSIONS OFF
               POSITION_INDEPENDENT_CODE ON
               VERSION ${PROJECT_VERSION}
               SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR}
               INSTALL_RPATH "$ORIGIN" # shared libraries are side by side
               VERIFY_INTERFACE_HEADER_SETS ON)
  # Single functions of the libraries are never replaced, so they may be inlined into each other.
  target_compile_options(${library} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-fno-semantic-interposition>)
  # -O2 of GCC vectorizes only loops of known length: a check of 4 MB for NaN took twice the time.
  target_compile_options(${library}
                         PRIVATE $<$<AND:$<CXX_COMPILER_ID:GNU>,$<CONFIG:Release>>:-fvect-cost-model=dynamic>)
  target_include_directories(${library} PRIVATE "${PROJECT_SOURCE_DIR}/src")
  target_link_libraries(${library} PRIVATE $<BUILD_INTERFACE:ashlar_warnings>)
endforeach()

set(ashlar_common_headers
    <algorithm>
    <array>
    <cmath>
    <complex>
    <cstdint>
    <cstring>
    <exception>
    <functional>
    <limits>
    <map>
    <memory>
    <numeric>
    <optional>
    <span>
    <stdexcept>
    <string>
    <string_view>
    <type_traits>
    <utility>
    <vector>)

# ashlar_precompile(TARGET [HEADER ...])
#
# Precompiles the common headers and HEADERs for the sources of TARGET.
function(ashlar_precompile target)
  if(ASHLAR_PRECOMPILED_HEADERS AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
    target_precompile_headers(${target} PRIVATE ${ashlar_common_headers} ${ARGN})
  endif()
endfunction()

# ashlar_reuse_precompiled(TARGET OWNER)
#
# The sources of TARGET use the precompiled headers of OWNER, which has the same options of the compiler.
function(ashlar_reuse_precompiled target owner)
  get_target_property(precompiled ${owner} PRECOMPILE_HEADERS)
  if(precompiled AND NOT target STREQUAL owner)
    target_precompile_headers(${target} REUSE_FROM ${owner})
  endif()
endfunction()

ashlar_precompile(ashlar_layout)
ashlar_precompile(ashlar_move <mpi.h>)
foreach(library IN ITEMS ashlar_dense ashlar_spectral ashlar_files ashlar_formats ashlar_pictures)
  ashlar_precompile(${library} <mpi.h>)
endforeach()

# ashlar_group_sources(TARGET)
#
# For unity builds (CMAKE_UNITY_BUILD): the sources of one room are compiled together, up to 16 in a unit, since the
# headers of a unit take two seconds for any number of sources. Units do not change with sources of other rooms. Sources
# with separate compile options are excluded.
function(ashlar_group_sources target)
  get_target_property(sources ${target} SOURCES)
  set(rooms)
  foreach(source IN LISTS sources)
    cmake_path(ABSOLUTE_PATH source NORMALIZE)
    cmake_path(RELATIVE_PATH source BASE_DIRECTORY "${PROJECT_SOURCE_DIR}" OUTPUT_VARIABLE room)
    string(REGEX MATCH "^[^/]+/[^/]+" room "${room}")
    get_source_file_property(options "${source}" TARGET_DIRECTORY ${target} COMPILE_OPTIONS)
    if(NOT options)
      list(APPEND rooms "${room}")
      list(APPEND "sources of ${room}" "${source}")
    endif()
  endforeach()
  list(REMOVE_DUPLICATES rooms)
  foreach(room IN LISTS rooms)
    string(MAKE_C_IDENTIFIER "${room}" name)
    list(LENGTH "sources of ${room}" length)
    math(EXPR units "(${length} + 15) / 16")
    set(count 0)
    foreach(source IN LISTS "sources of ${room}")
      math(EXPR group "${count} * ${units} / ${length}")
      set_source_files_properties("${source}" TARGET_DIRECTORY ${target} PROPERTIES UNITY_GROUP ${name}_${group})
      math(EXPR count "${count} + 1")
    endforeach()
  endforeach()
  set_target_properties(${target} PROPERTIES UNITY_BUILD_MODE GROUP)
endfunction()

# ashlar_add_room(LIBRARY ROOM)
#
# Adds the public headers include/ashlar/ROOM/*.hpp to LIBRARY, so that they are installed and each is checked to
# compile alone. A new header needs no change in CMake; its room lists a new source with target_sources(LIBRARY PRIVATE
# x.cpp).
function(ashlar_add_room library room)
  file(GLOB headers CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/include/ashlar/${room}/*.hpp"
       "${PROJECT_SOURCE_DIR}/include/ashlar/${room}/detail/*.hpp")
  target_sources(
    ${library}
    PUBLIC FILE_SET
           HEADERS
           BASE_DIRS
           "${PROJECT_SOURCE_DIR}/include"
           FILES
           ${headers})
endfunction()
