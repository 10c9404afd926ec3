# SPDX-License-Identifier: BSD-3-Clause
# Functions for tests. Both build one executable from doctest sources and register it with ctest.

include_guard(GLOBAL)

# Launch flags: ranks may outnumber cores, and two jobs must not be bound to the same core.
set(ASHLAR_MPIEXEC_FLAGS
    "--oversubscribe;--bind-to;none"
    CACHE STRING "Flags for mpirun in the tests (Open MPI's words; empty them for another MPI)")

# One thread per rank in BLAS, and permission to run as root in a container. ASan cannot distinguish leaks of Open MPI
# from others, so leak detection is off under MPI and on in the unit tests. A profile of the user must not change
# results. There are thousands of starts of MPI: without ob1 each sleeps for 0.2 s in the library of a fabric, and
# without hwloc's devices and with PMIx's data in private memory two ranks start in 0.27 s instead of 0.36 s.
set(ashlar_test_environment OPENBLAS_NUM_THREADS=1 OMP_NUM_THREADS=1)
set(ashlar_mpi_test_environment
    ${ashlar_test_environment}
    OMPI_ALLOW_RUN_AS_ROOT=1
    OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
    OMPI_MCA_mpi_yield_when_idle=1
    OMPI_MCA_pml=ob1
    HWLOC_COMPONENTS=-pci,-opencl,-gl,-linuxio
    PMIX_MCA_gds=hash
    ASHLAR_TUNING=off
    ASAN_OPTIONS=detect_leaks=0)

# A limit for hangs only: at least ten times the seconds of any everyday test alone on two cores.
set(ASHLAR_TEST_LIMIT 1200)
# mpirun ends a job before ctest does, so that no rank outlives its test.
math(EXPR ASHLAR_JOB_LIMIT "${ASHLAR_TEST_LIMIT} - 5")

option(ASHLAR_TESTS_CHECK_CALLS "Run the MPI tests under ASHLAR_CHECK=1: ranks compare their collective calls" OFF)
if(ASHLAR_TESTS_CHECK_CALLS)
  list(APPEND ashlar_mpi_test_environment ASHLAR_CHECK=1)
endif()

# ashlar_add_unit_test(NAME name SOURCES x.cpp ... [LIBRARIES lib ...] [TIMEOUT seconds] [LABELS label ...]
#                      [ARGS arg ...])
#
# A test on one process without MPI. Links ashlar::layout, doctest and its main, and LIBRARIES.
# Registers the ctest entry NAME with the labels "unit" and LABELS; ARGS go to the program; TIMEOUT is
# ASHLAR_TEST_LIMIT unless given; only nightly entries need more.
# Without SOURCES nothing happens. The label "nightly" keeps an entry out of everyday runs.
function(ashlar_add_unit_test)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "NAME;TIMEOUT" "SOURCES;LIBRARIES;LABELS;ARGS")
  _ashlar_check_test_arguments(ashlar_add_unit_test)
  if(NOT arg_SOURCES)
    return()
  endif()
  _ashlar_add_test_executable(${arg_NAME} ashlar_unit_main "${arg_SOURCES}" "ashlar::layout;${arg_LIBRARIES}")
  add_test(NAME ${arg_NAME} COMMAND ${arg_NAME} ${arg_ARGS})
  set_tests_properties(${arg_NAME} PROPERTIES LABELS "unit;${arg_LABELS}" TIMEOUT ${arg_TIMEOUT} ENVIRONMENT
                                              "${ashlar_test_environment}")
endfunction()

# ashlar_add_mpi_test(NAME name SOURCES x.cpp ... RANKS n ... [NIGHTLY_RANKS n ...] [TIMEOUT seconds]
#                     [LIBRARIES lib ...] [LABELS label ...] [ARGS arg ...])
#
# A test under mpirun. Links ashlar::ashlar, doctest and its main for MPI (tests/support/mpi_main.cpp), and LIBRARIES.
# Registers one ctest entry per rank count, NAME.np1, NAME.np3, ..., with the labels "mpi" and LABELS, and "nightly" for
# those of NIGHTLY_RANKS; ARGS are passed to the program. mpirun ends the job five seconds before ctest's TIMEOUT
# (ASHLAR_TEST_LIMIT unless given), so that no rank outlives its test. Without SOURCES nothing happens.
function(ashlar_add_mpi_test)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "NAME;TIMEOUT" "SOURCES;RANKS;NIGHTLY_RANKS;LIBRARIES;LABELS;ARGS")
  _ashlar_check_test_arguments(ashlar_add_mpi_test)
  if(NOT arg_SOURCES)
    return()
  endif()
  if(NOT arg_RANKS)
    message(FATAL_ERROR "ashlar_add_mpi_test: ${arg_NAME} has no RANKS; give the rank counts to run with")
  endif()
  _ashlar_add_test_executable(${arg_NAME} ashlar_mpi_main "${arg_SOURCES}" "ashlar::ashlar;${arg_LIBRARIES}")
  ashlar_add_mpi_runs(
    NAME
    ${arg_NAME}
    RANKS
    ${arg_RANKS}
    NIGHTLY_RANKS
    ${arg_NIGHTLY_RANKS}
    TIMEOUT
    ${arg_TIMEOUT}
    LABELS
    ${arg_LABELS}
    COMMAND
    $<TARGET_FILE:${arg_NAME}>
    ${arg_ARGS})
endfunction()

# ashlar_add_mpi_runs(NAME name [RANKS n ...] [NIGHTLY_RANKS n ...] ...)
#
# Registers ashlar_add_mpi_run as NAME.np<n> for each number of ranks, those of NIGHTLY_RANKS with the label "nightly".
# Several RANKS alternate.
function(ashlar_add_mpi_runs)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "NAME;TIMEOUT" "RANKS;NIGHTLY_RANKS;LABELS;ENVIRONMENT;COMMAND")
  _ashlar_check_test_arguments(ashlar_add_mpi_runs)
  foreach(ranks IN LISTS arg_RANKS arg_NIGHTLY_RANKS)
    set(nightly)
    if(ranks IN_LIST arg_NIGHTLY_RANKS)
      set(nightly nightly)
    endif()
    ashlar_add_mpi_run(
      NAME
      ${arg_NAME}.np${ranks}
      RANKS
      ${ranks}
      TIMEOUT
      ${arg_TIMEOUT}
      LABELS
      ${arg_LABELS}
      ${nightly}
      ENVIRONMENT
      ${arg_ENVIRONMENT}
      COMMAND
      ${arg_COMMAND})
  endforeach()
  list(LENGTH arg_RANKS count)
  if(count GREATER 1)
    list(TRANSFORM arg_RANKS PREPEND ${arg_NAME}.np)
    ashlar_alternate(${arg_RANKS})
  endif()
endfunction()

# ashlar_alternate(NAME ...)
#
# Gives the ctest entries the labels "even" and "odd" by turns. scripts/test runs one of these halves, by the hash of the
# commit.
function(ashlar_alternate)
  get_property(half GLOBAL PROPERTY ashlar_half)
  foreach(test IN LISTS ARGN)
    if(half STREQUAL "even")
      set(half odd)
    else()
      set(half even)
    endif()
    set_property(TEST ${test} APPEND PROPERTY LABELS ${half})
  endforeach()
  set_property(GLOBAL PROPERTY ashlar_half ${half})
endfunction()

# ashlar_add_mpi_run(NAME name RANKS n [TIMEOUT seconds] [LABELS label ...] [ENVIRONMENT VARIABLE=value ...]
#                    COMMAND program [arg ...])
#
# Registers one ctest entry that runs any program under mpirun with the flags, environment and limits of our MPI tests,
# and with the variables of ENVIRONMENT. It passes when the job's exit status is 0. Labels are "mpi" and LABELS.
function(ashlar_add_mpi_run)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "NAME;RANKS;TIMEOUT" "LABELS;ENVIRONMENT;COMMAND")
  _ashlar_check_test_arguments(ashlar_add_mpi_run)
  set(time_flags)
  if(ASHLAR_MPIEXEC_FLAGS MATCHES "--oversubscribe") # an option of Open MPI, like --oversubscribe
    math(EXPR launcher_timeout "${arg_TIMEOUT} - 5")
    set(time_flags --timeout ${launcher_timeout})
  endif()
  # scripts/test gives ctest twice the number of cores. Ranks that wait keep their core, and a job beside another one may
  # take ten times as long.
  math(EXPR processors "2 * ${arg_RANKS}")
  add_test(NAME ${arg_NAME} COMMAND ${MPIEXEC_EXECUTABLE} ${ASHLAR_MPIEXEC_FLAGS} ${time_flags} ${MPIEXEC_NUMPROC_FLAG}
                                    ${arg_RANKS} ${arg_COMMAND})
  set_tests_properties(
    ${arg_NAME} PROPERTIES LABELS "mpi;${arg_LABELS}" TIMEOUT ${arg_TIMEOUT} PROCESSORS ${processors} ENVIRONMENT
                           "${ashlar_mpi_test_environment};${arg_ENVIRONMENT}")
endfunction()

# Checks and completes the arguments that cmake_parse_arguments set in the caller's scope.
macro(_ashlar_check_test_arguments function)
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "${function}: unknown arguments ${arg_UNPARSED_ARGUMENTS}")
  endif()
  if(NOT arg_NAME)
    message(FATAL_ERROR "${function}: NAME is missing")
  endif()
  if(NOT arg_TIMEOUT)
    set(arg_TIMEOUT ${ASHLAR_TEST_LIMIT})
  endif()
endmacro()

# Programs whose sources have names in common.
set(ashlar_programs_of_single_units
    mpi_io
    mpi_linalg_sweep
    mpi_move
    mpi_plans
    mpi_svd
    mpi_teams
    mpi_types
    mpi_vector_ops
    unit_layout
    unit_linalg
    unit_move
    unit_mpi)

function(_ashlar_add_test_executable name main sources libraries)
  add_executable(${name} ${sources})
  if(name IN_LIST ashlar_programs_of_single_units)
    set_target_properties(${name} PROPERTIES UNITY_BUILD OFF)
  else()
    ashlar_group_sources(${name})
  endif()
  target_link_libraries(${name} PRIVATE ${main} ${libraries} ashlar_warnings)
  ashlar_reuse_precompiled(${name} ${main})
endfunction()
