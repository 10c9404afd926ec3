// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/base/progress.hpp>

#include <doctest/doctest.h>

#include <stdexcept>
#include <string>

using namespace ashlar;

namespace {
std::string recorded;
void record(const Progress& p) {
  recorded += std::string(p.stage) + " " + std::to_string(p.done) + "/" + std::to_string(p.total) +
              " " + p.unit + ";";
}
void fail(const Progress&) { throw std::runtime_error("a handler that fails"); }
}  // namespace

TEST_CASE("progress: the handler set last is called, and none before the first") {
  detail::report_progress({"no handler is set", 1, 2});
  const bool was_null = set_progress_handler(record) == nullptr;
  CHECK(was_null);
  detail::report_progress({"reading", 10, 40});
  detail::report_progress({.stage = "lu", .done = 3, .unit = "columns"});
  CHECK(recorded == "reading 10/40 bytes;lu 3/0 columns;");
  const bool was_recording = set_progress_handler(fail) == record;
  CHECK(was_recording);
  detail::report_progress({"what a handler throws is passed over", 1, 1});
  const bool was_failing = set_progress_handler(nullptr) == fail;
  CHECK(was_failing);
  detail::report_progress({"no handler is set", 1, 2});
  CHECK(recorded == "reading 10/40 bytes;lu 3/0 columns;");
}
