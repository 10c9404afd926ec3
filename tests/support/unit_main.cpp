// SPDX-License-Identifier: BSD-3-Clause
// Both macros, since the header may have been precompiled without them.
#define DOCTEST_CONFIG_IMPLEMENT
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>
