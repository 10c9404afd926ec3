# SPDX-License-Identifier: BSD-3-Clause
# Included by the project of apps/examples: its programs share one precompiled ashlar.hpp, which halves the time of the
# test. Blocks of documents and consumer.installed check the includes.
function(_ashlar_precompile)
  get_property(programs DIRECTORY PROPERTY BUILDSYSTEM_TARGETS)
  list(POP_FRONT programs first)
  target_precompile_headers(${first} PRIVATE <ashlar/ashlar.hpp>)
  foreach(program IN LISTS programs)
    target_precompile_headers(${program} REUSE_FROM ${first})
  endforeach()
endfunction()
cmake_language(DEFER CALL _ashlar_precompile)
