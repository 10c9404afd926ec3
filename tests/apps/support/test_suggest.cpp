// SPDX-License-Identifier: BSD-3-Clause
#include "support/suggest.hpp"

#include <doctest/doctest.h>

using namespace ashlar::apps;

TEST_CASE("suggest: the distance counts letters put in, left out, replaced and swapped") {
  CHECK(edit_distance("", "") == 0);
  CHECK(edit_distance("", "abc") == 3);
  CHECK(edit_distance("kitten", "sitting") == 3);
  CHECK(edit_distance("convrt", "convert") == 1);
  CHECK(edit_distance("covnert", "convert") == 1);
  CHECK(edit_distance("ca", "abc") == 3);  // a swapped pair is not edited again
  CHECK(edit_distance("flaw", "lawn") == edit_distance("lawn", "flaw"));
}

TEST_CASE("suggest: the nearest name is suggested, if near enough") {
  const std::vector<std::string> verbs = {"info", "convert", "cond", "solve", "svd"};
  CHECK(nearest("convrt", verbs) == "convert");
  CHECK(nearest("SOLVE", verbs) == "solve");
  CHECK(nearest("inof", verbs) == "info");
  CHECK(nearest("con", verbs) == "cond");
  CHECK_FALSE(nearest("frobnicate", verbs).has_value());
  CHECK_FALSE(nearest("", verbs).has_value());
  CHECK_FALSE(nearest("info", {}).has_value());
  CHECK_FALSE(nearest(std::string(100'000, 'x'), verbs).has_value());
  CHECK(did_you_mean("convrt", verbs) == "; did you mean convert?");
  CHECK(did_you_mean("frobnicate", verbs).empty());
}
