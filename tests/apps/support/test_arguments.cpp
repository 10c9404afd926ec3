// SPDX-License-Identifier: BSD-3-Clause
#include "support/arguments.hpp"

#include <doctest/doctest.h>

using namespace ashlar::apps;
using Words = std::vector<std::string>;

TEST_CASE("arguments: common flags before the verb go behind it, in their order") {
  CHECK(flags_after_verb({"--json", "info", "x"}) == Words{"info", "--json", "x"});
  CHECK(flags_after_verb({"--quiet", "--json", "info", "x", "--verbose"}) ==
        Words{"info", "--quiet", "--json", "x", "--verbose"});
  CHECK(flags_after_verb({"info", "--json", "x"}) == Words{"info", "--json", "x"});
  CHECK(flags_after_verb({"--bogus", "--json", "info"}) == Words{"--bogus", "info", "--json"});
}

TEST_CASE("arguments: without a verb there is nothing that such flags are for") {
  CHECK(flags_after_verb({"--json", "--version"}) == Words{"--version"});
  CHECK(flags_after_verb({"--quiet"}).empty());
  CHECK(flags_after_verb({}).empty());
}

TEST_CASE("arguments: a word after -- is not a flag") {
  CHECK(has_flag({"info", "--json"}, "--json"));
  CHECK_FALSE(has_flag({"info", "--", "--json"}, "--json"));
  CHECK_FALSE(has_flag({}, "--json"));
}
