# SPDX-License-Identifier: BSD-3-Clause
# Python tests of whole programs; NumPy is their oracle.

include_guard(GLOBAL)

find_program(ASHLAR_TEST_PYTHON NAMES python3 PATHS /usr/bin NO_DEFAULT_PATH DOC "A Python that has NumPy")
execute_process(
  COMMAND "${ASHLAR_TEST_PYTHON}" -c "import numpy"
  RESULT_VARIABLE numpy_is_missing
  OUTPUT_QUIET ERROR_QUIET)
if(numpy_is_missing)
  message(FATAL_ERROR "The tests of the command need NumPy: install python3-numpy, or set ASHLAR_TEST_PYTHON to a Python that has it")
endif()

# ashlar_add_python_test(NAME name SCRIPT test_x.py [ENVIRONMENT VARIABLE=value ...])
#
# Registers one ctest entry with the environment of the MPI tests. The script receives in
# ASHLAR_LAUNCH, separated by semicolons, mpirun and its flags, of which the last is followed by the
# number of ranks.
function(ashlar_add_python_test)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "NAME;SCRIPT" "ENVIRONMENT")
  list(JOIN ASHLAR_MPIEXEC_FLAGS "\\;" flags)
  add_test(NAME ${arg_NAME} COMMAND "${ASHLAR_TEST_PYTHON}" -B "${CMAKE_CURRENT_SOURCE_DIR}/${arg_SCRIPT}")
  set_tests_properties(
    ${arg_NAME}
    PROPERTIES
      LABELS "mpi;apps"
      TIMEOUT ${ASHLAR_TEST_LIMIT}
      PROCESSORS 2
      ENVIRONMENT
      "${ashlar_mpi_test_environment};${arg_ENVIRONMENT};ASHLAR_LAUNCH=${MPIEXEC_EXECUTABLE}\\;${flags}\\;${MPIEXEC_NUMPROC_FLAG}"
  )
endfunction()
