// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/base/progress.hpp>

#include <doctest/doctest.h>

#include <stdexcept>
#include <string>

using namespace ashlar;

namespace {
std::string warned;
void keep_warning(const char* sentence) { warned += sentence; }
void throw_warning(const char*) { throw std::runtime_error("a handler that fails"); }
}  // namespace

TEST_CASE("warning: the handler set last is called, and none before the first") {
  warn("no handler is set");
  const bool was_null = set_warning_handler(keep_warning) == nullptr;
  CHECK(was_null);
  warn("the ice is thin");
  CHECK(warned == "the ice is thin");
  const bool was_keeping = set_warning_handler(throw_warning) == keep_warning;
  CHECK(was_keeping);
  warn("what a handler throws is passed over");
  const bool was_failing = set_warning_handler(nullptr) == throw_warning;
  CHECK(was_failing);
  warn("no handler is set");
  CHECK(warned == "the ice is thin");
}
