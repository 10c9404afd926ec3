// SPDX-License-Identifier: BSD-3-Clause
#include "support/arguments.hpp"

#include <algorithm>

#include <doctest/doctest.h>

#include "support/command_line.hpp"

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

TEST_CASE("arguments: a program without verbs takes its options in any order") {
  std::string program = "program", flag = "--small", option = "--json", file = "out.json";
  for (const bool flag_first : {true, false}) {
    CAPTURE(flag_first);
    char* arguments[] = {program.data(), option.data(), file.data(), flag.data(), nullptr};
    if (flag_first) std::rotate(arguments + 1, arguments + 3, arguments + 4);
    CommandLine line("Has a flag, and an option named as a flag of the command");
    bool small = false;
    std::string json;
    line.add("--small", small, "a flag");
    line.add("--json", json, "a file");
    int calls = 0;
    CHECK(line.run_alone(4, arguments, [&] { ++calls; }) == 0);
    CHECK(calls == 1);
    CHECK(small);
    CHECK(json == file);
  }
}
