// SPDX-License-Identifier: BSD-3-Clause
#include "support/progress_text.hpp"

#include <doctest/doctest.h>

using namespace ashlar;
using namespace ashlar::apps;

TEST_CASE("progress text: amounts have the unit that keeps them short") {
  CHECK(amount_text(0, "bytes") == "0 bytes");
  CHECK(amount_text(1023, "bytes") == "1023 bytes");
  CHECK(amount_text(1536, "bytes") == "1.5 KiB");
  CHECK(amount_text(3.0 * (1 << 30), "bytes") == "3.0 GiB");
  CHECK(amount_text(5e18, "bytes") == "4440.9 PiB");
  CHECK(amount_text(2.5e12, "flops") == "2.5 Tflop");
  CHECK(amount_text(4000, "columns") == "4000 columns");
}

TEST_CASE("progress text: durations have at most two units") {
  CHECK(duration_text(0.42) == "0.4 s");
  CHECK(duration_text(12.4) == "12 s");
  CHECK(duration_text(200) == "3 min 20 s");
  CHECK(duration_text(3840) == "1 h 4 min");
  CHECK(duration_text(1e300) == "277777777777 h 46 min");
}

TEST_CASE("progress text: share, rate and time left, as far as they are known") {
  constexpr Index mib = 1 << 20;
  CHECK(progress_text({"reading", 256 * mib, 1024 * mib}, 2) ==
        "25 % of 1.0 GiB, 128.0 MiB/s, 6.0 s left");
  CHECK(progress_text({"reading", 256 * mib, 0}, 2) == "256.0 MiB, 128.0 MiB/s");
  CHECK(progress_text({"reading", 256 * mib, 1024 * mib}, 0.01) == "25 % of 1.0 GiB");
  CHECK(progress_text({"lu", 1000, 4000, "columns"}, 100) ==
        "25 % of 4000 columns, 10 columns/s, 5 min 0 s left");
  CHECK(progress_text({"reading", 1024 * mib, 1024 * mib}, 8) == "100 % of 1.0 GiB, 128.0 MiB/s");
  // A file that grew while it was read.
  CHECK(progress_text({"reading", 2048 * mib, 1024 * mib}, 16) == "100 % of 1.0 GiB, 128.0 MiB/s");
  CHECK(progress_text({"reading", 999, 1000}, 0) == "99 % of 1000 bytes");
}
