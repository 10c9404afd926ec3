# SPDX-License-Identifier: BSD-3-Clause
# Run as a script at each build: writes the commit of SOURCE into the header HEADER, if it has changed. A "+" after it
# marks modified files. Sources without a repository have no commit.
cmake_minimum_required(VERSION 3.25)
execute_process(
  COMMAND git describe --always --abbrev=12 --exclude * --dirty=+
  WORKING_DIRECTORY "${SOURCE}"
  OUTPUT_VARIABLE commit
  OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET
  RESULT_VARIABLE failed)
if(failed OR NOT EXISTS "${SOURCE}/.git")
  set(commit "")
endif()
file(CONFIGURE OUTPUT "${HEADER}" CONTENT "#define ASHLAR_COMMIT \"@commit@\"\n" @ONLY)
